CREATE TABLE `corporate_gifts` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`pattern_id` integer,
	`payer_id` integer,
	`state` text DEFAULT 'open' NOT NULL,
	`created_by_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`pattern_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`payer_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `corporate_gifts_token` ON `corporate_gifts` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `corporate_gifts_of_pattern` ON `corporate_gifts` (`pattern_id`) WHERE pattern_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `corporate_gifts_of_payer` ON `corporate_gifts` (`payer_id`) WHERE payer_id is not null;--> statement-breakpoint
CREATE INDEX `corporate_gifts_quoted` ON `corporate_gifts` (`id`) WHERE state = 'quoted';--> statement-breakpoint
CREATE INDEX `corporate_gifts_created_by` ON `corporate_gifts` (`created_by_id`) WHERE created_by_id is not null;--> statement-breakpoint
CREATE TABLE `gift_boxes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`gift_id` integer NOT NULL,
	`line` integer NOT NULL,
	`digest` text NOT NULL,
	`typed` text,
	`state` text DEFAULT 'checking' NOT NULL,
	`problem` text,
	`order_id` integer,
	`quoted_cents` integer,
	`bought_id` integer,
	FOREIGN KEY (`gift_id`) REFERENCES `corporate_gifts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`bought_id`) REFERENCES `bought_gift_cards`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_boxes_once` ON `gift_boxes` (`gift_id`,`digest`);--> statement-breakpoint
CREATE INDEX `gift_boxes_typed` ON `gift_boxes` (`gift_id`) WHERE typed is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `gift_boxes_of_order` ON `gift_boxes` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `gift_boxes_of_bought` ON `gift_boxes` (`bought_id`) WHERE bought_id is not null;