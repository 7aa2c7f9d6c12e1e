CREATE TABLE `bundle_choices` (
	`bundle_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`group_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`bundle_id`, `offer_id`),
	FOREIGN KEY (`bundle_id`) REFERENCES `bundles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`group_id`) REFERENCES `bundle_groups`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `bundle_choices_of_group` ON `bundle_choices` (`group_id`);--> statement-breakpoint
CREATE TABLE `bundle_groups` (
	`id` integer PRIMARY KEY NOT NULL,
	`bundle_id` integer NOT NULL,
	`name` text NOT NULL,
	`slots` integer NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`bundle_id`) REFERENCES `bundles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "bundle_groups_slots" CHECK("bundle_groups"."slots" between 1 and 10)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bundle_groups_position` ON `bundle_groups` (`bundle_id`,`position`);--> statement-breakpoint
CREATE TABLE `bundles` (
	`id` integer PRIMARY KEY NOT NULL,
	`handle` text NOT NULL,
	`name` text NOT NULL,
	`summary` text NOT NULL,
	`price_cents` integer NOT NULL,
	`position` integer NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	CONSTRAINT "bundles_price" CHECK("bundles"."price_cents" between 1 and 1000000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bundles_handle` ON `bundles` (`handle`);--> statement-breakpoint
CREATE TABLE `order_bundle_items` (
	`order_bundle_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`order_bundle_id`, `offer_id`),
	FOREIGN KEY (`order_bundle_id`) REFERENCES `order_bundles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_bundle_items_units" CHECK("order_bundle_items"."quantity" > 0 and "order_bundle_items"."cents" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `order_bundles` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`order_id` integer NOT NULL,
	`bundle_id` integer NOT NULL,
	`name` text NOT NULL,
	`price_cents` integer NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`bundle_id`) REFERENCES `bundles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `order_bundles_token` ON `order_bundles` (`token`);--> statement-breakpoint
CREATE INDEX `order_bundles_of_order` ON `order_bundles` (`order_id`);--> statement-breakpoint
ALTER TABLE `order_lines` ADD `bundled_quantity` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_lines` ADD `bundled_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Every page names them, from what a process remembers.
CREATE TRIGGER `bundles_added_in_shop` AFTER INSERT ON `bundles` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `bundles_changed_in_shop` AFTER UPDATE ON `bundles` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `bundles_removed_in_shop` AFTER DELETE ON `bundles` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
