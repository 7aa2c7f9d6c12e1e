DROP INDEX `shipment_notices_delay`;--> statement-breakpoint
CREATE UNIQUE INDEX `shipment_notices_delay` ON `shipment_notices` (`order_id`,`promised_on`,(expected_on is null)) WHERE word = 'delayed';