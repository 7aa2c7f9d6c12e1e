CREATE TABLE `bulk_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`title` text NOT NULL,
	`rows` text NOT NULL,
	`made_by_id` integer,
	`made_at` integer NOT NULL,
	`applied_at` integer,
	`undone_at` integer,
	FOREIGN KEY (`made_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bulk_edits_token` ON `bulk_edits` (`token`);--> statement-breakpoint
CREATE INDEX `bulk_edits_of_person` ON `bulk_edits` (`made_by_id`) WHERE made_by_id is not null;--> statement-breakpoint
CREATE INDEX `bulk_edits_by_age` ON `bulk_edits` (`made_at`);--> statement-breakpoint
CREATE TABLE `price_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`offer_id` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`is_per_pound` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`made_by_id` integer,
	`made_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`made_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "price_changes_price" CHECK("price_changes"."price_cents" between 1 and 1000000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `price_changes_waiting` ON `price_changes` (`offer_id`,`starts_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `price_changes_of_offer` ON `price_changes` (`offer_id`);--> statement-breakpoint
CREATE INDEX `price_changes_coming` ON `price_changes` (`starts_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `price_changes_of_person` ON `price_changes` (`made_by_id`) WHERE made_by_id is not null;--> statement-breakpoint
ALTER TABLE `gift_cards` ADD `code_end` text;--> statement-breakpoint
ALTER TABLE `promotions` ADD `customer_limit` integer;--> statement-breakpoint
ALTER TABLE `promotions` ADD `stopped_at` integer;--> statement-breakpoint
ALTER TABLE `promotions` ADD `is_secret` integer DEFAULT false NOT NULL;