CREATE TABLE `order_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`version` integer NOT NULL,
	`kind` text NOT NULL,
	`by` text NOT NULL,
	`difference_cents` integer NOT NULL,
	`detail` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `order_changes_version` ON `order_changes` (`order_id`,`version`);--> statement-breakpoint
CREATE INDEX `order_changes_of_order` ON `order_changes` (`order_id`,`at`);