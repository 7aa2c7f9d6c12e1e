CREATE TABLE `delivery_presses` (
	`press` text PRIMARY KEY NOT NULL,
	`delivery_id` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `delivery_presses_of_delivery` ON `delivery_presses` (`delivery_id`);--> statement-breakpoint
ALTER TABLE `box_shorts` ADD `press` text;--> statement-breakpoint
CREATE UNIQUE INDEX `box_shorts_press` ON `box_shorts` (`press`) WHERE press is not null;