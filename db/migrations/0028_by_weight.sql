ALTER TABLE `offers` ADD `pound_cents` integer;--> statement-breakpoint
ALTER TABLE `offers` ADD `max_grams` integer;--> statement-breakpoint
ALTER TABLE `offers` ADD `tare_grams` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_lines` ADD `pound_cents` integer;--> statement-breakpoint
ALTER TABLE `order_lines` ADD `packed_grams` integer;--> statement-breakpoint
ALTER TABLE `order_lines` ADD `packed_cents` integer;