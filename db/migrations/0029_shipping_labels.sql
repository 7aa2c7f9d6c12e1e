CREATE TABLE `label_files` (
	`label_id` integer NOT NULL,
	`format` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`label_id`, `format`),
	FOREIGN KEY (`label_id`) REFERENCES `shipping_labels`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `packaging_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`wave_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`box_size` text NOT NULL,
	`dry_ice_grams` integer NOT NULL,
	`reason` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "packaging_changes_ice" CHECK("packaging_changes"."dry_ice_grams" between 0 and 50000)
) STRICT;
--> statement-breakpoint
CREATE INDEX `packaging_changes_of_box` ON `packaging_changes` (`wave_id`,`order_id`);--> statement-breakpoint
CREATE TABLE `shipping_labels` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`order_id` integer NOT NULL,
	`wave_id` integer NOT NULL,
	`state` text DEFAULT 'buying' NOT NULL,
	`shipment_id` text,
	`asked_at` integer,
	`carrier` text,
	`service` text,
	`tracking_code` text,
	`tracker_id` text,
	`cost_cents` integer,
	`problem` text,
	`refund` text,
	`manifest_id` integer,
	`tracking` text,
	`tracking_detail` text,
	`tracked_at` integer,
	`expected_at` integer,
	`created_at` integer NOT NULL,
	`bought_at` integer,
	`voided_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`manifest_id`) REFERENCES `shipping_manifests`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `shipping_labels_token` ON `shipping_labels` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `shipping_labels_shipment` ON `shipping_labels` (`shipment_id`) WHERE shipment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `shipping_labels_one_active` ON `shipping_labels` (`order_id`) WHERE state in ('buying', 'bought');--> statement-breakpoint
CREATE UNIQUE INDEX `shipping_labels_tracker` ON `shipping_labels` (`tracker_id`) WHERE tracker_id is not null;--> statement-breakpoint
CREATE INDEX `shipping_labels_of_wave` ON `shipping_labels` (`wave_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `shipping_labels_by_code` ON `shipping_labels` (`tracking_code`) WHERE tracking_code is not null;--> statement-breakpoint
CREATE TABLE `shipping_manifests` (
	`id` integer PRIMARY KEY NOT NULL,
	`fc_id` integer NOT NULL,
	`ship_on` text NOT NULL,
	`carrier` text NOT NULL,
	`state` text DEFAULT 'asked' NOT NULL,
	`reference` text,
	`problem` text,
	`bytes` blob,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `shipping_manifests_of_day` ON `shipping_manifests` (`fc_id`,`ship_on`);--> statement-breakpoint
CREATE TABLE `tracker_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`label_id` integer NOT NULL,
	`at` integer NOT NULL,
	`heard_at` integer NOT NULL,
	`status` text NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`place` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`label_id`) REFERENCES `shipping_labels`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `tracker_events_once` ON `tracker_events` (`label_id`,`at`,`status`,`detail`);--> statement-breakpoint
ALTER TABLE `fulfillment_centers` ADD `street` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `fulfillment_centers` ADD `postal_code` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `packing_wave_orders` ADD `box_size` text;--> statement-breakpoint
ALTER TABLE `packing_wave_orders` ADD `dry_ice_grams` integer;--> statement-breakpoint
ALTER TABLE `wave_export_orders` ADD `box_size` text;--> statement-breakpoint
ALTER TABLE `wave_export_orders` ADD `dry_ice_grams` integer;--> statement-breakpoint
ALTER TABLE `wave_exports` ADD `kind` text DEFAULT 'export' NOT NULL;
--> statement-breakpoint
UPDATE `fulfillment_centers` SET `street` = '1200 Edison Way', `postal_code` = '89502' WHERE `slug` = 'truckee-meadows';
--> statement-breakpoint
UPDATE `fulfillment_centers` SET `street` = '45 Distribution Dr', `postal_code` = '17013' WHERE `slug` = 'cumberland-valley';
--> statement-breakpoint
UPDATE `fulfillment_centers` SET `street` = '2300 N Packer Rd', `postal_code` = '65803' WHERE `slug` = 'ozark-plateau';
