CREATE TABLE `mail_suppressions` (
	`mailbox_hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `referrals` (
	`id` integer PRIMARY KEY NOT NULL,
	`referrer_id` integer,
	`state` text NOT NULL,
	`reason` text,
	`email` text,
	`mailbox_hash` text,
	`subject` text,
	`body` text,
	`friend_id` integer,
	`order_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`referrer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`friend_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referrals_refused" CHECK(("referrals"."state" = 'refused') = ("referrals"."reason" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_once_per_friend` ON `referrals` (`referrer_id`,`mailbox_hash`) WHERE mailbox_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_of_order` ON `referrals` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_of_friend` ON `referrals` (`friend_id`) WHERE friend_id is not null;--> statement-breakpoint
CREATE INDEX `referrals_of_referrer` ON `referrals` (`referrer_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `referrals_under_way` ON `referrals` (`updated_at`) WHERE state in ('ordered', 'earned');--> statement-breakpoint
ALTER TABLE `promotions` ADD `referrer_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `promotions_of_referrer` ON `promotions` (`referrer_id`) WHERE referrer_id is not null;--> statement-breakpoint
CREATE INDEX `orders_by_phone` ON `orders` (`delivery_phone`) WHERE placed_at is not null and delivery_phone is not null;--> statement-breakpoint
CREATE INDEX `order_promotions_used` ON `order_promotions` (`promotion_id`,`used_at`) WHERE used_at is not null;--> statement-breakpoint
INSERT INTO `promotions` (`code`, `kind`, `amount_cents`, `first_order_only`, `members_only`, `minimum_cents`, `used_count`, `referrer_id`)
SELECT hex(randomblob(6)), 'amount', 2500, 1, 0, 0, 0, `id` FROM `users`;
