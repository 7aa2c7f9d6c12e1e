CREATE TABLE `mailed_notices` (
	`id` integer PRIMARY KEY NOT NULL,
	`email_hash` text NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `mailed_notices_of_address` ON `mailed_notices` (`email_hash`,`kind`,`at`);--> statement-breakpoint
CREATE INDEX `mailed_notices_by_age` ON `mailed_notices` (`at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`first_name` text,
	`last_name` text,
	`phone` text,
	`provider_customer_id` text,
	`email_verified_at` integer,
	`landing_page_source` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_email_lower" CHECK("__new_users"."email" = lower("__new_users"."email"))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_users`("id", "token", "email", "password_hash", "first_name", "last_name", "phone", "provider_customer_id", "email_verified_at", "landing_page_source", "created_at") SELECT "id", "token", "email", "password_hash", "first_name", "last_name", "phone", "provider_customer_id", "email_verified_at", "landing_page_source", "created_at" FROM `users`;--> statement-breakpoint
DROP TABLE `users`;--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `users_token` ON `users` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_of_customer` ON `users` (`provider_customer_id`) WHERE provider_customer_id is not null;--> statement-breakpoint
CREATE TABLE `__new_card_setups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token` text NOT NULL,
	`user_id` integer NOT NULL,
	`mark` text NOT NULL,
	`intent_id` text,
	`status` text NOT NULL,
	`payment_method_id` text,
	`was_known` integer DEFAULT false NOT NULL,
	`failure` text,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_card_setups`("id", "token", "user_id", "mark", "intent_id", "status", "payment_method_id", "was_known", "failure", "created_at", "settled_at") SELECT "id", "token", "user_id", "mark", "intent_id", "status", "payment_method_id", "was_known", "failure", "created_at", "settled_at" FROM `card_setups`;--> statement-breakpoint
DROP TABLE `card_setups`;--> statement-breakpoint
ALTER TABLE `__new_card_setups` RENAME TO `card_setups`;--> statement-breakpoint
CREATE UNIQUE INDEX `card_setups_token` ON `card_setups` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `card_setups_intent` ON `card_setups` (`intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `card_setups_one_open` ON `card_setups` (`user_id`,`mark`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `card_setups_of_user` ON `card_setups` (`user_id`,`settled_at`);--> statement-breakpoint
ALTER TABLE `orders` ADD `let_go_at` integer;