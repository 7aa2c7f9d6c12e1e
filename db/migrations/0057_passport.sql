CREATE TABLE `cut_notes` (
	`user_id` integer NOT NULL,
	`variety_id` integer NOT NULL,
	`notes` text NOT NULL,
	`survey` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `variety_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variety_id`) REFERENCES `varieties`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `passport_links` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `passport_links_token` ON `passport_links` (`token`);
--> statement-breakpoint
-- One rates what was delivered to them, by the line that brought it.
DROP TRIGGER `rating_of_what_was_bought`;
--> statement-breakpoint
DROP TRIGGER `rating_stays_of_what_was_bought`;
--> statement-breakpoint
CREATE TRIGGER `rating_of_what_was_delivered` BEFORE INSERT ON `ratings`
WHEN NOT EXISTS (
  SELECT 1 FROM order_lines
  JOIN orders ON orders.id = order_lines.order_id
  JOIN offers ON offers.id = order_lines.offer_id
  WHERE order_lines.id = NEW.order_line_id AND orders.user_id = NEW.user_id AND orders.state = 'delivered'
    AND offers.variety_id = NEW.variety_id
) BEGIN
  SELECT RAISE(ABORT, 'only what was delivered can be rated');
END;
--> statement-breakpoint
CREATE TRIGGER `rating_stays_of_what_was_delivered` BEFORE UPDATE OF `user_id`, `variety_id`, `order_line_id` ON `ratings`
WHEN NOT EXISTS (
  SELECT 1 FROM order_lines
  JOIN orders ON orders.id = order_lines.order_id
  JOIN offers ON offers.id = order_lines.offer_id
  WHERE order_lines.id = NEW.order_line_id AND orders.user_id = NEW.user_id AND orders.state = 'delivered'
    AND offers.variety_id = NEW.variety_id
) BEGIN
  SELECT RAISE(ABORT, 'only what was delivered can be rated');
END;
--> statement-breakpoint
-- A full refund takes its ratings out of the averages, unless another box brought the same cut.
CREATE TRIGGER `ratings_follow_orders` AFTER UPDATE OF `state` ON `orders`
WHEN OLD.state IN ('delivered', 'review') AND NEW.state IN ('refunded', 'canceled') BEGIN
  UPDATE ratings SET order_line_id = (
    SELECT max(order_lines.id) FROM orders
    JOIN order_lines ON order_lines.order_id = orders.id
    JOIN offers ON offers.id = order_lines.offer_id
    WHERE orders.user_id = ratings.user_id AND orders.state = 'delivered' AND offers.variety_id = ratings.variety_id
  ) WHERE order_line_id IN (SELECT id FROM order_lines WHERE order_id = NEW.id) AND EXISTS (
    SELECT 1 FROM orders
    JOIN order_lines ON order_lines.order_id = orders.id
    JOIN offers ON offers.id = order_lines.offer_id
    WHERE orders.user_id = ratings.user_id AND orders.state = 'delivered' AND offers.variety_id = ratings.variety_id
  );
  DELETE FROM ratings WHERE order_line_id IN (SELECT id FROM order_lines WHERE order_id = NEW.id);
END;
