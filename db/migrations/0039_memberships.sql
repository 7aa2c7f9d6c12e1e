CREATE TABLE `memberships` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text DEFAULT (hex(randomblob(11))) NOT NULL,
	`user_id` integer,
	`first_order_id` integer NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`renew_period_type` text NOT NULL,
	`when_gone` text DEFAULT 'swap' NOT NULL,
	`cancel_reason` text,
	`canceled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`first_order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "memberships_canceled" CHECK(("memberships"."state" = 'canceled') = ("memberships"."canceled_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `memberships_token` ON `memberships` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `memberships_first_order` ON `memberships` (`first_order_id`);--> statement-breakpoint
CREATE INDEX `memberships_of_user` ON `memberships` (`user_id`,`state`);--> statement-breakpoint
INSERT INTO `memberships` (`user_id`, `first_order_id`, `state`, `renew_period_type`, `canceled_at`, `created_at`, `updated_at`)
SELECT o.`user_id`, o.`id`, iif(c.`withdrawn_at` IS NULL AND o.`state` NOT IN ('canceled', 'refunded'), 'active', 'canceled'),
	c.`renew_period_type`, iif(c.`withdrawn_at` IS NULL AND o.`state` NOT IN ('canceled', 'refunded'), NULL, coalesce(c.`withdrawn_at`, o.`updated_at`)),
	o.`placed_at`, coalesce(c.`withdrawn_at`, o.`updated_at`)
FROM `orders` o
JOIN `recurring_consents` c ON c.`id` = (SELECT max(n.`id`) FROM `recurring_consents` n WHERE n.`order_id` = o.`id`)
WHERE o.`placed_at` IS NOT NULL AND o.`recurring` = 1;
