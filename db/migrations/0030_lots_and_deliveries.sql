CREATE TABLE `box_lots` (
	`id` integer PRIMARY KEY NOT NULL,
	`wave_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`lot_id` integer,
	`planned` integer DEFAULT 0 NOT NULL,
	`due` integer DEFAULT 0 NOT NULL,
	`packed` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lot_id`) REFERENCES `lots`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "box_lots_units" CHECK("box_lots"."planned" >= 0 and "box_lots"."due" >= 0 and "box_lots"."packed" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `box_lots_once` ON `box_lots` (`order_id`,`wave_id`,`offer_id`,`lot_id`) WHERE lot_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `box_lots_without_lot` ON `box_lots` (`order_id`,`wave_id`,`offer_id`) WHERE lot_id is null;
--> statement-breakpoint
CREATE INDEX `box_lots_of_wave` ON `box_lots` (`wave_id`,`order_id`);
--> statement-breakpoint
CREATE INDEX `box_lots_of_lot` ON `box_lots` (`lot_id`) WHERE lot_id is not null;
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY NOT NULL,
	`fc_id` integer NOT NULL,
	`farm_id` integer NOT NULL,
	`expected_on` text NOT NULL,
	`state` text DEFAULT 'expected' NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`farm_id`) REFERENCES `farms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `deliveries_by_day` ON `deliveries` (`fc_id`,`state`,`expected_on`);
--> statement-breakpoint
CREATE INDEX `deliveries_of_farm` ON `deliveries` (`farm_id`,`expected_on`);
--> statement-breakpoint
CREATE INDEX `deliveries_of_user` ON `deliveries` (`user_id`) WHERE user_id is not null;
--> statement-breakpoint
CREATE TABLE `delivery_lines` (
	`id` integer PRIMARY KEY NOT NULL,
	`delivery_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`expected` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "delivery_lines_expected" CHECK("delivery_lines"."expected" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_lines_once` ON `delivery_lines` (`delivery_id`,`offer_id`);
--> statement-breakpoint
CREATE TABLE `lots` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`offer_id` integer NOT NULL,
	`fc_id` integer NOT NULL,
	`code` text NOT NULL,
	`harvested_on` text,
	`packed_on` text,
	`frozen_on` text,
	`best_by` text NOT NULL,
	`inspection` text DEFAULT 'federal' NOT NULL,
	`establishment` text,
	`origin_state` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`units_left` integer NOT NULL,
	`planned` integer DEFAULT 0 NOT NULL,
	`withdrawn` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "lots_units" CHECK("lots"."units_left" >= 0 and "lots"."planned" >= 0 and "lots"."withdrawn" >= 0),
	CONSTRAINT "lots_shares" CHECK("lots"."planned" + "lots"."withdrawn" <= "lots"."units_left")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `lots_token` ON `lots` (`token`);
--> statement-breakpoint
CREATE UNIQUE INDEX `lots_code` ON `lots` (`fc_id`,`offer_id`,`code`);
--> statement-breakpoint
CREATE INDEX `lots_by_code` ON `lots` (`fc_id`,`code`);
--> statement-breakpoint
CREATE INDEX `lots_left` ON `lots` (`offer_id`,`fc_id`,`best_by`) WHERE units_left > 0;
--> statement-breakpoint
CREATE TABLE `receipt_lines` (
	`id` integer PRIMARY KEY NOT NULL,
	`receipt_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`lot_id` integer,
	`quantity` integer NOT NULL,
	`reason` text,
	FOREIGN KEY (`receipt_id`) REFERENCES `receipts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lot_id`) REFERENCES `lots`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "receipt_lines_quantity" CHECK("receipt_lines"."quantity" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `receipt_lines_of` ON `receipt_lines` (`receipt_id`);
--> statement-breakpoint
CREATE TABLE `receipts` (
	`id` integer PRIMARY KEY NOT NULL,
	`delivery_id` integer NOT NULL,
	`fingerprint` text NOT NULL,
	`temperature_f` integer,
	`user_id` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_once` ON `receipts` (`delivery_id`,`fingerprint`);
--> statement-breakpoint
CREATE INDEX `receipts_of_user` ON `receipts` (`user_id`) WHERE user_id is not null;
--> statement-breakpoint
ALTER TABLE `offers` ADD `min_days_at_home` integer DEFAULT 7 NOT NULL;
--> statement-breakpoint
ALTER TABLE `stock_movements` ADD `lot_id` integer REFERENCES lots(id);
--> statement-breakpoint
CREATE INDEX `stock_movements_of_lot` ON `stock_movements` (`lot_id`) WHERE lot_id is not null;
