CREATE TABLE `claim_lines` (
	`claim_id` integer NOT NULL,
	`order_line_id` integer NOT NULL,
	PRIMARY KEY(`claim_id`, `order_line_id`),
	FOREIGN KEY (`claim_id`) REFERENCES `claims`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_line_id`) REFERENCES `order_lines`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `claim_lines_once` ON `claim_lines` (`order_line_id`);--> statement-breakpoint
CREATE TABLE `claim_photos` (
	`id` integer PRIMARY KEY NOT NULL,
	`claim_id` integer NOT NULL,
	`token` text NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`claim_id`) REFERENCES `claims`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `claim_photos_token` ON `claim_photos` (`token`);--> statement-breakpoint
CREATE INDEX `claim_photos_of_claim` ON `claim_photos` (`claim_id`);--> statement-breakpoint
CREATE TABLE `claims` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`carrier` text,
	`service` text,
	`fc_id` integer,
	`created_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`answered_by` integer,
	`words` text DEFAULT '' NOT NULL,
	`card_cents` integer DEFAULT 0 NOT NULL,
	`gift_cents` integer DEFAULT 0 NOT NULL,
	`credit_cents` integer DEFAULT 0 NOT NULL,
	`gift_card_id` integer,
	`reship_order_id` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answered_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`gift_card_id`) REFERENCES `gift_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reship_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "claims_answered" CHECK(("claims"."answer" is null) = ("claims"."answered_at" is null)),
	CONSTRAINT "claims_cents" CHECK("claims"."card_cents" >= 0 and "claims"."gift_cents" >= 0 and "claims"."credit_cents" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `claims_of_order` ON `claims` (`order_id`);--> statement-breakpoint
CREATE INDEX `claims_open` ON `claims` (`created_at`) WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX `claims_answered_by` ON `claims` (`answered_by`) WHERE answered_by is not null;