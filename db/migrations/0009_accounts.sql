CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` integer NOT NULL,
	`linked_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `identities_of_user` ON `identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `mailed_links` (
	`token` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`purpose` text NOT NULL,
	`user_id` integer,
	`email` text NOT NULL,
	`go_on_to` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`spent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `mailed_links_hash` ON `mailed_links` (`hash`);--> statement-breakpoint
CREATE INDEX `mailed_links_by_email` ON `mailed_links` (`email`,`purpose`);--> statement-breakpoint
CREATE INDEX `mailed_links_expiry` ON `mailed_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `password_tries` (
	`email_hash` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL,
	`next_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `personal_data_requests` (
	`token` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`full_name` text NOT NULL,
	`state` text NOT NULL,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`confirmed_at` integer,
	`done_at` integer,
	`refusal` text,
	CONSTRAINT "personal_data_requests_email_lower" CHECK("personal_data_requests"."email" = lower("personal_data_requests"."email"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `personal_data_requests_hash` ON `personal_data_requests` (`hash`);--> statement-breakpoint
CREATE INDEX `personal_data_requests_by_email` ON `personal_data_requests` (`email`,`asked_at`);--> statement-breakpoint
CREATE INDEX `personal_data_requests_open` ON `personal_data_requests` (`confirmed_at`) WHERE done_at is null;--> statement-breakpoint
CREATE TABLE `parting_mails` (
	`token` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `preferences` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`level` text NOT NULL,
	`topics` text NOT NULL,
	`text_level` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `card_setups` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` integer NOT NULL,
	`mark` text NOT NULL,
	`intent_id` text,
	`status` text NOT NULL,
	`payment_method_id` text,
	`failure` text,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `card_setups_token` ON `card_setups` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `card_setups_intent` ON `card_setups` (`intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `card_setups_one_open` ON `card_setups` (`user_id`,`mark`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `card_setups_of_user` ON `card_setups` (`user_id`,`settled_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_recurring_consents` (
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
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "recurring_consents_price" CHECK("__new_recurring_consents"."price_cents" >= 0)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_recurring_consents`("id", "order_id", "user_id", "renew_period_type", "words", "price_cents", "terms_version", "given_at", "withdrawn_at") SELECT "id", "order_id", "user_id", "renew_period_type", "words", "price_cents", "terms_version", "given_at", "withdrawn_at" FROM `recurring_consents`;--> statement-breakpoint
DROP TABLE `recurring_consents`;--> statement-breakpoint
ALTER TABLE `__new_recurring_consents` RENAME TO `recurring_consents`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `recurring_consents_standing` ON `recurring_consents` (`order_id`) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX `recurring_consents_of_order` ON `recurring_consents` (`order_id`);--> statement-breakpoint
CREATE TABLE `__new_stored_cards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer,
	`user_id` integer,
	`email` text NOT NULL,
	`provider_customer_id` text NOT NULL,
	`payment_method_id` text NOT NULL,
	`brand` text,
	`last4` text,
	`exp_month` integer,
	`exp_year` integer,
	`is_default` integer DEFAULT false NOT NULL,
	`kept_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "stored_cards_email_lower" CHECK("__new_stored_cards"."email" = lower("__new_stored_cards"."email")),
	CONSTRAINT "stored_cards_expiry" CHECK("__new_stored_cards"."exp_month" is null or "__new_stored_cards"."exp_month" between 1 and 12)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_stored_cards`("id", "order_id", "user_id", "email", "provider_customer_id", "payment_method_id", "brand", "last4", "exp_month", "exp_year", "is_default", "kept_at") SELECT "id", "order_id", "user_id", "email", "provider_customer_id", "payment_method_id", "brand", "last4", "exp_month", "exp_year", coalesce("id" = (SELECT max("later"."id") FROM `stored_cards` "later" WHERE "later"."user_id" = "stored_cards"."user_id"), 0), "kept_at" FROM `stored_cards`;--> statement-breakpoint
DROP TABLE `stored_cards`;--> statement-breakpoint
ALTER TABLE `__new_stored_cards` RENAME TO `stored_cards`;--> statement-breakpoint
CREATE UNIQUE INDEX `stored_cards_of_order` ON `stored_cards` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `stored_cards_method` ON `stored_cards` (`payment_method_id`);--> statement-breakpoint
CREATE INDEX `stored_cards_of_user` ON `stored_cards` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `stored_cards_one_default` ON `stored_cards` (`user_id`) WHERE is_default = 1;--> statement-breakpoint
CREATE INDEX `stored_cards_by_email` ON `stored_cards` (`email`);--> statement-breakpoint
CREATE TABLE `__new_rewards` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` integer,
	`name` text NOT NULL,
	`amount_cents` integer,
	`deliver_by` text NOT NULL,
	`granted_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "rewards_amount" CHECK("__new_rewards"."amount_cents" is null or "__new_rewards"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_rewards`("id", "token", "user_id", "name", "amount_cents", "deliver_by", "granted_at") SELECT "id", "token", "user_id", "name", "amount_cents", "deliver_by", "granted_at" FROM `rewards`;--> statement-breakpoint
DROP TABLE `rewards`;--> statement-breakpoint
ALTER TABLE `__new_rewards` RENAME TO `rewards`;--> statement-breakpoint
CREATE UNIQUE INDEX `rewards_token` ON `rewards` (`token`);--> statement-breakpoint
CREATE INDEX `rewards_of_user` ON `rewards` (`user_id`,`granted_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `token` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `signed_in_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token`);--> statement-breakpoint
ALTER TABLE `users` ADD `email_verified_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `landing_page_source` text;--> statement-breakpoint
ALTER TABLE `outbox_messages` ADD `headers` text;