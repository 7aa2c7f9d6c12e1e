CREATE TABLE `extra_charges` (
	`payment_id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`order_version` integer NOT NULL,
	`change` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `extra_charges_of_order` ON `extra_charges` (`order_id`);--> statement-breakpoint
CREATE INDEX `extra_charges_by_end` ON `extra_charges` (`expires_at`);--> statement-breakpoint
DROP INDEX `payments_one_succeeded`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_succeeded` ON `payments` (`order_id`) WHERE status = 'succeeded' and flow <> 'extra';--> statement-breakpoint
UPDATE `orders` SET `money_under_way_at` = NULL, `charge_asked_at` = NULL WHERE `placed_at` IS NOT NULL;