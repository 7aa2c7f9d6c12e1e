CREATE TABLE `early_access` (
	`variety_id` integer PRIMARY KEY NOT NULL,
	`opens_at` integer NOT NULL,
	FOREIGN KEY (`variety_id`) REFERENCES `varieties`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `free_items` (
	`offer_id` integer PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_order_rewards` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`reward_id` integer,
	`offer_id` integer,
	`held_until` integer,
	`used_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reward_id`) REFERENCES `rewards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_rewards_gives" CHECK(reward_id is not null or offer_id is not null)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_order_rewards`("order_id", "reward_id", "offer_id", "held_until", "used_at") SELECT "order_id", "reward_id", "offer_id", "held_until", "used_at" FROM `order_rewards`;--> statement-breakpoint
DROP TABLE `order_rewards`;--> statement-breakpoint
ALTER TABLE `__new_order_rewards` RENAME TO `order_rewards`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `order_rewards_of_reward` ON `order_rewards` (`reward_id`);--> statement-breakpoint
ALTER TABLE `membership_boxes` ADD `card_warned_at` integer;--> statement-breakpoint
ALTER TABLE `memberships` ADD `free_item_id` integer REFERENCES offers(id);