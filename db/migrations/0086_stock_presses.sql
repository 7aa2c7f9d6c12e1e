CREATE TABLE `stock_presses` (
	`press` text PRIMARY KEY NOT NULL,
	`offer_id` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `stock_presses_of_offer` ON `stock_presses` (`offer_id`);