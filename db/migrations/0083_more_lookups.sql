CREATE INDEX `box_lots_of_order` ON `box_lots` (`order_id`);--> statement-breakpoint
CREATE INDEX `membership_boxes_in_trouble` ON `membership_boxes` (`membership_id`) WHERE trouble is not null;--> statement-breakpoint
CREATE INDEX `memberships_by_state` ON `memberships` (`state`,`skips_in_row`);--> statement-breakpoint
CREATE INDEX `memberships_of_card` ON `memberships` (`card_id`) WHERE card_id is not null;--> statement-breakpoint
CREATE INDEX `shipping_labels_of_order` ON `shipping_labels` (`order_id`,`state`);