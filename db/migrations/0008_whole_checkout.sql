CREATE TABLE `saved_addresses` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`street1` text NOT NULL,
	`street2` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`zip` text NOT NULL,
	`phone` text NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`used_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_addresses_token` ON `saved_addresses` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_addresses_once` ON `saved_addresses` (`user_id`,`zip`,`street1`,`street2`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_addresses_one_default` ON `saved_addresses` (`user_id`) WHERE is_default = 1;--> statement-breakpoint
CREATE TABLE `recurring_consents` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`user_id` integer,
	`renew_period_type` text NOT NULL,
	`words` text NOT NULL,
	`price_cents` integer NOT NULL,
	`terms_version` text NOT NULL,
	`given_at` integer NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "recurring_consents_price" CHECK("recurring_consents"."price_cents" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `recurring_consents_standing` ON `recurring_consents` (`order_id`) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `recurring_consents_of_order` ON `recurring_consents` (`order_id`);--> statement-breakpoint
CREATE TABLE `partial_refunds` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`payment_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "partial_refunds_amount" CHECK("partial_refunds"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `partial_refunds_of_order` ON `partial_refunds` (`order_id`);--> statement-breakpoint
CREATE TABLE `stored_cards` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`user_id` integer,
	`email` text NOT NULL,
	`provider_customer_id` text NOT NULL,
	`payment_method_id` text NOT NULL,
	`brand` text,
	`last4` text,
	`exp_month` integer,
	`exp_year` integer,
	`kept_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stored_cards_email_lower" CHECK("stored_cards"."email" = lower("stored_cards"."email")),
	CONSTRAINT "stored_cards_expiry" CHECK("stored_cards"."exp_month" is null or "stored_cards"."exp_month" between 1 and 12)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `stored_cards_of_order` ON `stored_cards` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `stored_cards_method` ON `stored_cards` (`payment_method_id`);--> statement-breakpoint
CREATE INDEX `stored_cards_of_user` ON `stored_cards` (`user_id`);--> statement-breakpoint
CREATE INDEX `stored_cards_by_email` ON `stored_cards` (`email`);--> statement-breakpoint
CREATE TABLE `order_rewards` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`reward_id` integer NOT NULL,
	`offer_id` integer,
	`held_until` integer,
	`used_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reward_id`) REFERENCES `rewards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_rewards_of_reward` ON `order_rewards` (`reward_id`);--> statement-breakpoint
CREATE TABLE `reward_gifts` (
	`reward_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`reward_id`, `offer_id`),
	FOREIGN KEY (`reward_id`) REFERENCES `rewards`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `rewards` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`amount_cents` integer,
	`deliver_by` text NOT NULL,
	`granted_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "rewards_amount" CHECK("rewards"."amount_cents" is null or "rewards"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `rewards_token` ON `rewards` (`token`);--> statement-breakpoint
CREATE INDEX `rewards_of_user` ON `rewards` (`user_id`,`granted_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `gift_order` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `gift_recipient_name` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `gift_recipient_email` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `gift_message` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `card_fingerprint` text;--> statement-breakpoint
CREATE INDEX `payments_by_card` ON `payments` (`card_fingerprint`) WHERE status = 'succeeded';