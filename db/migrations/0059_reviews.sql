CREATE TABLE `review_photos` (
	`id` integer PRIMARY KEY NOT NULL,
	`review_id` integer NOT NULL,
	`token` text NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `review_photos_token` ON `review_photos` (`token`);--> statement-breakpoint
CREATE INDEX `review_photos_of_review` ON `review_photos` (`review_id`);--> statement-breakpoint
CREATE TABLE `review_reports` (
	`id` integer PRIMARY KEY NOT NULL,
	`review_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`reason` text NOT NULL,
	`words` text DEFAULT '' NOT NULL,
	`reported_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`review_id`) REFERENCES `reviews`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `review_reports_once` ON `review_reports` (`review_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `review_reports_open` ON `review_reports` (`review_id`) WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX `review_reports_of_user` ON `review_reports` (`user_id`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` integer NOT NULL,
	`variety_id` integer NOT NULL,
	`order_line_id` integer NOT NULL,
	`name` text NOT NULL,
	`words` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`written_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` integer,
	`reason` text DEFAULT '' NOT NULL,
	`kept_at` integer,
	`answer` text DEFAULT '' NOT NULL,
	`answered_at` integer,
	`answered_by` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variety_id`) REFERENCES `varieties`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`answered_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "reviews_answered" CHECK(("reviews"."answer" = '') = ("reviews"."answered_at" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_token` ON `reviews` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_once` ON `reviews` (`user_id`,`variety_id`);--> statement-breakpoint
CREATE INDEX `reviews_shown` ON `reviews` (`variety_id`,`written_at`) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX `reviews_open` ON `reviews` (`written_at`) WHERE state in ('waiting', 'reported');--> statement-breakpoint
CREATE INDEX `reviews_decided` ON `reviews` (`decided_at`) WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX `reviews_by_order_line` ON `reviews` (`order_line_id`);--> statement-breakpoint
CREATE INDEX `reviews_decided_by` ON `reviews` (`decided_by`) WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX `reviews_answered_by` ON `reviews` (`answered_by`) WHERE answered_by is not null;
--> statement-breakpoint
-- One reviews what was delivered to them, by the line that brought it.
CREATE TRIGGER `review_of_what_was_delivered` BEFORE INSERT ON `reviews`
WHEN NOT EXISTS (
  SELECT 1 FROM order_lines
  JOIN orders ON orders.id = order_lines.order_id
  JOIN offers ON offers.id = order_lines.offer_id
  WHERE order_lines.id = NEW.order_line_id AND orders.user_id = NEW.user_id AND orders.state = 'delivered'
    AND offers.variety_id = NEW.variety_id
) BEGIN
  SELECT RAISE(ABORT, 'only what was delivered can be reviewed');
END;
--> statement-breakpoint
CREATE TRIGGER `review_stays_of_what_was_delivered` BEFORE UPDATE OF `user_id`, `variety_id`, `order_line_id` ON `reviews`
WHEN NOT EXISTS (
  SELECT 1 FROM order_lines
  JOIN orders ON orders.id = order_lines.order_id
  JOIN offers ON offers.id = order_lines.offer_id
  WHERE order_lines.id = NEW.order_line_id AND orders.user_id = NEW.user_id AND orders.state = 'delivered'
    AND offers.variety_id = NEW.variety_id
) BEGIN
  SELECT RAISE(ABORT, 'only what was delivered can be reviewed');
END;
--> statement-breakpoint
-- A full refund takes the review off the shop, unless another box brought the same cut.
CREATE TRIGGER `reviews_follow_orders` AFTER UPDATE OF `state` ON `orders`
WHEN OLD.state IN ('delivered', 'review') AND NEW.state IN ('refunded', 'canceled') BEGIN
  UPDATE reviews SET order_line_id = (
    SELECT max(order_lines.id) FROM orders
    JOIN order_lines ON order_lines.order_id = orders.id
    JOIN offers ON offers.id = order_lines.offer_id
    WHERE orders.user_id = reviews.user_id AND orders.state = 'delivered' AND offers.variety_id = reviews.variety_id
  ) WHERE order_line_id IN (SELECT id FROM order_lines WHERE order_id = NEW.id) AND EXISTS (
    SELECT 1 FROM orders
    JOIN order_lines ON order_lines.order_id = orders.id
    JOIN offers ON offers.id = order_lines.offer_id
    WHERE orders.user_id = reviews.user_id AND orders.state = 'delivered' AND offers.variety_id = reviews.variety_id
  );
  UPDATE reviews SET state = 'refused', reason = 'Its order was refunded in full.'
    WHERE order_line_id IN (SELECT id FROM order_lines WHERE order_id = NEW.id);
END;
--> statement-breakpoint
-- Product pages show what is published: see the migration `shop_version`.
CREATE TRIGGER `reviews_changed_in_shop` AFTER UPDATE ON `reviews`
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `reviews_removed_in_shop` AFTER DELETE ON `reviews` WHEN OLD.state = 'published' BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
