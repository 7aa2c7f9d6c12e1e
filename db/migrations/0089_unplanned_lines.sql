CREATE TABLE `unplanned_lines` (
	`wave_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	PRIMARY KEY(`wave_id`, `order_id`, `offer_id`),
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `unplanned_lines_of_order` ON `unplanned_lines` (`order_id`);--> statement-breakpoint
CREATE INDEX `box_lots_lost` ON `box_lots` (`wave_id`,`order_id`) WHERE planned > due + packed;--> statement-breakpoint
INSERT INTO `unplanned_lines`
SELECT DISTINCT boxes.wave_id, boxes.order_id, offers.id
FROM `packing_wave_orders` boxes, json_each(boxes.box, '$.lines') line
INNER JOIN `offers` ON offers.token = line.value ->> 'bid_item_token'
WHERE boxes.ended_at IS NULL AND boxes.packed_at IS NULL
	AND line.value ->> 'quantity' > coalesce((SELECT sum(planned) FROM `box_lots`
		WHERE box_lots.wave_id = boxes.wave_id AND box_lots.order_id = boxes.order_id AND box_lots.offer_id = offers.id), 0);
