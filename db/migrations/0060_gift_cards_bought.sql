CREATE TABLE `bought_gift_cards` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`order_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`delivery_method` text NOT NULL,
	`recipient_email` text,
	`sender_name` text,
	`sender_email` text,
	`message` text DEFAULT '' NOT NULL,
	`send_on` text,
	`buyer_state` text,
	`gift_card_id` integer,
	`send_at` integer,
	`sent_at` integer,
	`kept_cents` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`gift_card_id`) REFERENCES `gift_cards`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bought_gift_cards_amount" CHECK("bought_gift_cards"."amount_cents" between 2500 and 50000),
	CONSTRAINT "bought_gift_cards_kept" CHECK("bought_gift_cards"."kept_cents" between 0 and "bought_gift_cards"."amount_cents")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bought_gift_cards_token` ON `bought_gift_cards` (`token`);--> statement-breakpoint
CREATE INDEX `bought_gift_cards_of_order` ON `bought_gift_cards` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `bought_gift_cards_issued` ON `bought_gift_cards` (`gift_card_id`) WHERE gift_card_id is not null;--> statement-breakpoint
CREATE INDEX `bought_gift_cards_by_recipient` ON `bought_gift_cards` (lower("recipient_email")) WHERE recipient_email is not null;--> statement-breakpoint
ALTER TABLE `orders` ADD `bought_cards_cents` integer;--> statement-breakpoint
ALTER TABLE `gift_cards` ADD `frozen_at` integer;