CREATE TABLE `shipments` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`wave_id` integer NOT NULL,
	`fc_id` integer NOT NULL,
	`carrier` text,
	`service` text,
	`tracking_code` text,
	`shipped_at` integer NOT NULL,
	`shipped_by` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`shipped_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shipments_once` ON `shipments` (`wave_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `shipments_of_order` ON `shipments` (`order_id`);--> statement-breakpoint
CREATE INDEX `shipments_shipped_by` ON `shipments` (`shipped_by`) WHERE shipped_by is not null;--> statement-breakpoint
ALTER TABLE `packing_wave_orders` ADD `order_version` integer;--> statement-breakpoint
ALTER TABLE `packing_wave_orders` ADD `packed_at` integer;--> statement-breakpoint
ALTER TABLE `packing_wave_orders` ADD `packed_by` integer REFERENCES `users`(`id`) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `packing_wave_orders_packed_by` ON `packing_wave_orders` (`packed_by`) WHERE packed_by is not null;