CREATE TABLE `rating_sums` (
	`variety_id` integer PRIMARY KEY NOT NULL,
	`buyers` integer NOT NULL,
	`score_sum` integer NOT NULL,
	FOREIGN KEY (`variety_id`) REFERENCES `varieties`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "rating_sums_within" CHECK("rating_sums"."score_sum" between "rating_sums"."buyers" and 5 * "rating_sums"."buyers")
) STRICT;
--> statement-breakpoint
CREATE TABLE `ratings` (
	`user_id` integer NOT NULL,
	`variety_id` integer NOT NULL,
	`order_line_id` integer NOT NULL,
	`score` integer NOT NULL,
	`rated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `variety_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variety_id`) REFERENCES `varieties`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ratings_score" CHECK("ratings"."score" between 1 and 5)
) STRICT;
--> statement-breakpoint
CREATE INDEX `ratings_of_variety` ON `ratings` (`variety_id`);--> statement-breakpoint
CREATE INDEX `ratings_by_order_line` ON `ratings` (`order_line_id`);
--> statement-breakpoint
-- One rates what one bought, by the line that brought it.
CREATE TRIGGER `rating_of_what_was_bought` BEFORE INSERT ON `ratings`
WHEN NOT EXISTS (
  SELECT 1 FROM order_lines
  JOIN orders ON orders.id = order_lines.order_id
  JOIN offers ON offers.id = order_lines.offer_id
  WHERE order_lines.id = NEW.order_line_id AND orders.user_id = NEW.user_id AND orders.placed_at IS NOT NULL
    AND offers.variety_id = NEW.variety_id
) BEGIN
  SELECT RAISE(ABORT, 'only what one bought can be rated');
END;
--> statement-breakpoint
CREATE TRIGGER `rating_stays_of_what_was_bought` BEFORE UPDATE OF `user_id`, `variety_id`, `order_line_id` ON `ratings`
WHEN NOT EXISTS (
  SELECT 1 FROM order_lines
  JOIN orders ON orders.id = order_lines.order_id
  JOIN offers ON offers.id = order_lines.offer_id
  WHERE order_lines.id = NEW.order_line_id AND orders.user_id = NEW.user_id AND orders.placed_at IS NOT NULL
    AND offers.variety_id = NEW.variety_id
) BEGIN
  SELECT RAISE(ABORT, 'only what one bought can be rated');
END;
--> statement-breakpoint
-- The sums follow each rating, whoever writes it.
CREATE TRIGGER `rating_added_up` AFTER INSERT ON `ratings` BEGIN
  INSERT INTO rating_sums (variety_id, buyers, score_sum) VALUES (NEW.variety_id, 1, NEW.score)
    ON CONFLICT (variety_id) DO UPDATE SET buyers = buyers + 1, score_sum = score_sum + excluded.score_sum;
END;
--> statement-breakpoint
CREATE TRIGGER `rating_added_up_anew` AFTER UPDATE ON `ratings` BEGIN
  UPDATE rating_sums SET buyers = buyers - 1, score_sum = score_sum - OLD.score WHERE variety_id = OLD.variety_id;
  INSERT INTO rating_sums (variety_id, buyers, score_sum) VALUES (NEW.variety_id, 1, NEW.score)
    ON CONFLICT (variety_id) DO UPDATE SET buyers = buyers + 1, score_sum = score_sum + excluded.score_sum;
END;
--> statement-breakpoint
CREATE TRIGGER `rating_taken_from_sums` AFTER DELETE ON `ratings` BEGIN
  UPDATE rating_sums SET buyers = buyers - 1, score_sum = score_sum - OLD.score WHERE variety_id = OLD.variety_id;
END;
--> statement-breakpoint
-- Cards and product pages show them: see the migration `shop_version`.
CREATE TRIGGER `rating_sums_added_in_shop` AFTER INSERT ON `rating_sums` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `rating_sums_changed_in_shop` AFTER UPDATE ON `rating_sums` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `rating_sums_removed_in_shop` AFTER DELETE ON `rating_sums` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
