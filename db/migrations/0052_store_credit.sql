CREATE TABLE `gift_card_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`gift_card_id` integer NOT NULL,
	`cause` text NOT NULL,
	`cents` integer NOT NULL,
	`order_id` integer,
	`reference` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`gift_card_id`) REFERENCES `gift_cards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "gift_card_entries_cents" CHECK("gift_card_entries"."cents" <> 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_card_entries_reference` ON `gift_card_entries` (`reference`);--> statement-breakpoint
CREATE INDEX `gift_card_entries_of_card` ON `gift_card_entries` (`gift_card_id`,`id`);--> statement-breakpoint
CREATE INDEX `gift_card_entries_of_order` ON `gift_card_entries` (`order_id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `credit_cents` integer;--> statement-breakpoint
ALTER TABLE `gift_cards` ADD `user_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE UNIQUE INDEX `gift_cards_of_user` ON `gift_cards` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
INSERT INTO `gift_card_entries` (`gift_card_id`, `cause`, `cents`, `reference`, `at`)
SELECT `id`, 'issued', `initial_cents`, 'opening:' || `id`, `created_at` FROM `gift_cards` WHERE `initial_cents` > 0;--> statement-breakpoint
INSERT INTO `gift_card_entries` (`gift_card_id`, `cause`, `cents`, `order_id`, `reference`, `at`)
SELECT `s`.`gift_card_id`, 'spent', -`s`.`spent_cents`, `s`.`order_id`, 'opening:' || `s`.`gift_card_id` || ':' || `s`.`order_id`,
	coalesce(`o`.`placed_at`, `o`.`created_at`)
FROM `order_gift_cards` `s` JOIN `orders` `o` ON `o`.`id` = `s`.`order_id` WHERE `s`.`spent_cents` > 0;
