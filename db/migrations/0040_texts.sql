CREATE TABLE `incoming_texts` (
	`message_sid` text PRIMARY KEY NOT NULL,
	`phone_hash` text NOT NULL,
	`word` text NOT NULL,
	`received_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `incoming_texts_of_phone` ON `incoming_texts` (`phone_hash`,`received_at`);--> statement-breakpoint
CREATE INDEX `incoming_texts_by_age` ON `incoming_texts` (`received_at`);--> statement-breakpoint
CREATE TABLE `text_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`subscription_id` integer,
	`order_id` integer,
	`phone` text NOT NULL,
	`zip` text,
	`body` text NOT NULL,
	`matter` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`report_rank` integer DEFAULT 0 NOT NULL,
	`provider_id` text,
	`error_code` integer,
	`called_at` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`subscription_id`) REFERENCES `text_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `text_messages_key` ON `text_messages` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `text_messages_provider_id` ON `text_messages` (`provider_id`) WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX `text_messages_by_phone` ON `text_messages` (`phone`,`created_at`);--> statement-breakpoint
CREATE INDEX `text_messages_of_order` ON `text_messages` (`order_id`);--> statement-breakpoint
CREATE INDEX `text_messages_of_subscription` ON `text_messages` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `text_messages_waiting` ON `text_messages` (`matter`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `text_messages_by_age` ON `text_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `text_subscriptions` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer,
	`order_id` integer,
	`phone` text NOT NULL,
	`state` text NOT NULL,
	`code_token` text,
	`code_expires_at` integer,
	`code_tries` integer DEFAULT 0 NOT NULL,
	`asked_at` integer NOT NULL,
	`confirmed_at` integer,
	`ended_at` integer,
	`end_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "text_subscriptions_subject" CHECK(("text_subscriptions"."user_id" is null) <> ("text_subscriptions"."order_id" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `text_subscriptions_of_user` ON `text_subscriptions` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `text_subscriptions_of_order` ON `text_subscriptions` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `text_subscriptions_by_phone` ON `text_subscriptions` (`phone`);--> statement-breakpoint
DROP INDEX `consents_once`;--> statement-breakpoint
ALTER TABLE `consents` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `consents_by_phone` ON `consents` (`phone`);--> statement-breakpoint
CREATE UNIQUE INDEX `consents_once` ON `consents` (`kind`,`phone`,`email`,`words`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `users_by_phone` ON `users` (`phone`) WHERE phone is not null;