CREATE TABLE `shipment_notices` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`word` text NOT NULL,
	`promised_on` text,
	`expected_on` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `shipment_notices_of_order` ON `shipment_notices` (`order_id`,`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `shipment_notices_once` ON `shipment_notices` (`order_id`,`word`) WHERE word <> 'delayed';--> statement-breakpoint
CREATE UNIQUE INDEX `shipment_notices_delay` ON `shipment_notices` (`order_id`,`promised_on`) WHERE word = 'delayed';--> statement-breakpoint
ALTER TABLE `shipping_labels` ADD `expected_as_of` integer;--> statement-breakpoint
ALTER TABLE `shipping_labels` ADD `polled_at` integer;