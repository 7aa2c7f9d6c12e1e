CREATE TABLE `price_proposals` (
	`id` integer PRIMARY KEY NOT NULL,
	`offer_id` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`proposed_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "price_proposals_price" CHECK("price_proposals"."price_cents" between 1 and 1000000)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `price_proposals_open` ON `price_proposals` (`offer_id`) WHERE state = 'open';
--> statement-breakpoint
ALTER TABLE `offers` ADD `paused_at` integer;
