CREATE TABLE `membership_boxes` (
	`id` integer PRIMARY KEY NOT NULL,
	`membership_id` integer NOT NULL,
	`number` integer NOT NULL,
	`rhythm_on` text NOT NULL,
	`state` text DEFAULT 'planned' NOT NULL,
	`order_id` integer,
	`first_reminded_at` integer,
	`last_reminded_at` integer,
	`reminded_cents` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`first_tried_at` integer,
	`wait_until` integer DEFAULT 0 NOT NULL,
	`trouble` text,
	`moved` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`membership_id`) REFERENCES `memberships`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "membership_boxes_reminded" CHECK("membership_boxes"."reminded_cents" is null or "membership_boxes"."reminded_cents" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `membership_boxes_number` ON `membership_boxes` (`membership_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `membership_boxes_order` ON `membership_boxes` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `membership_boxes_one_planned` ON `membership_boxes` (`membership_id`) WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX `membership_boxes_planned` ON `membership_boxes` (`wait_until`) WHERE state = 'planned';--> statement-breakpoint
ALTER TABLE `memberships` ADD `card_id` integer REFERENCES stored_cards(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `paused_until` integer;--> statement-breakpoint
ALTER TABLE `memberships` ADD `skips_in_row` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `failed_in_row` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `membership_id` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `prices_held_at` integer;