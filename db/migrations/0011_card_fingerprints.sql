ALTER TABLE `card_setups` ADD `was_known` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `stored_cards` ADD `fingerprint` text;