CREATE TABLE `packing_scans` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`wave_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`package_id` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `packing_scans_of_wave` ON `packing_scans` (`wave_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `packing_scans_of_order` ON `packing_scans` (`order_id`);