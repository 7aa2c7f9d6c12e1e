CREATE TABLE `credit_requests` (
	`token` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`cents` integer NOT NULL,
	`reason` text NOT NULL,
	`requested_by_id` integer,
	`requested_at` integer NOT NULL,
	`decision` text,
	`decided_by_id` integer,
	`decided_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requested_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "credit_requests_cents" CHECK("credit_requests"."cents" <> 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `credit_requests_of_user` ON `credit_requests` (`user_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `credit_requests_open` ON `credit_requests` (`requested_at`) WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX `credit_requests_requested_by` ON `credit_requests` (`requested_by_id`);--> statement-breakpoint
CREATE INDEX `credit_requests_decided_by` ON `credit_requests` (`decided_by_id`);--> statement-breakpoint
CREATE TABLE `customer_notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`author_id` integer,
	`words` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `customer_notes_of_user` ON `customer_notes` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `customer_notes_of_author` ON `customer_notes` (`author_id`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`session_hash` text NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `passkey_challenges_by_age` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`credential_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` integer NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`added_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_token` ON `passkeys` (`token`);--> statement-breakpoint
CREATE INDEX `passkeys_of_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`hash` text NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `recovery_codes_of_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `role_invitations` (
	`token` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`subject_id` integer,
	`invited_by_id` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`invited_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `role_invitations_hash` ON `role_invitations` (`hash`);--> statement-breakpoint
CREATE INDEX `role_invitations_by_email` ON `role_invitations` (`email`);--> statement-breakpoint
CREATE INDEX `role_invitations_by_age` ON `role_invitations` (`created_at`);--> statement-breakpoint
CREATE INDEX `role_invitations_of_inviter` ON `role_invitations` (`invited_by_id`);--> statement-breakpoint
CREATE TABLE `second_factor_roles` (
	`role` text PRIMARY KEY NOT NULL,
	`required_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `totp_factors` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`last_step` integer NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
ALTER TABLE `sessions` ADD `second_factor_at` integer;