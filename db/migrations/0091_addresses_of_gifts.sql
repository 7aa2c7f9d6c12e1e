ALTER TABLE `saved_addresses` ADD `only_gifts` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `saved_addresses` SET `only_gifts` = 1
WHERE is_default = 0
	AND EXISTS (SELECT 1 FROM `orders` WHERE orders.user_id = saved_addresses.user_id AND gift_order = 1
		AND delivery_name = name AND delivery_street1 = street1 AND delivery_postal_code = zip)
	AND NOT EXISTS (SELECT 1 FROM `orders` WHERE orders.user_id = saved_addresses.user_id AND gift_order = 0
		AND delivery_name = name AND delivery_street1 = street1 AND delivery_postal_code = zip);
