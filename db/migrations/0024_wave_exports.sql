CREATE TABLE `wave_export_orders` (
	`export_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`lines` text,
	`order_version` integer,
	PRIMARY KEY(`export_id`, `order_id`),
	FOREIGN KEY (`export_id`) REFERENCES `wave_exports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `wave_exports` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`fc_id` integer NOT NULL,
	`user_id` integer,
	`wave_id` integer,
	`state` text DEFAULT 'queued' NOT NULL,
	`box_count` integer NOT NULL,
	`boxes_written` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`error_message` text,
	`warnings` text DEFAULT '[]' NOT NULL,
	`file_token` text,
	`file_bytes` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `wave_exports_token` ON `wave_exports` (`token`);
--> statement-breakpoint
CREATE UNIQUE INDEX `wave_exports_file` ON `wave_exports` (`file_token`) WHERE file_token is not null;
--> statement-breakpoint
CREATE INDEX `wave_exports_of_wave` ON `wave_exports` (`wave_id`);
--> statement-breakpoint
CREATE INDEX `wave_exports_finished` ON `wave_exports` (`finished_at`) WHERE file_token is not null;
--> statement-breakpoint
DROP INDEX `packing_wave_orders_once`;
--> statement-breakpoint
DROP INDEX `packing_wave_orders_of`;
--> statement-breakpoint
ALTER TABLE `packing_wave_orders` ADD `position` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `packing_wave_orders` ADD `box` text;
--> statement-breakpoint
ALTER TABLE `packing_wave_orders` ADD `ended_at` integer;
--> statement-breakpoint
CREATE UNIQUE INDEX `packing_wave_orders_once` ON `packing_wave_orders` (`order_id`) WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX `packing_wave_orders_of` ON `packing_wave_orders` (`wave_id`,`position`);
--> statement-breakpoint
CREATE INDEX `packing_wave_orders_of_order` ON `packing_wave_orders` (`order_id`);
--> statement-breakpoint
UPDATE packing_wave_orders SET
  position = (SELECT count(*) FROM packing_wave_orders AS earlier
    WHERE earlier.wave_id = packing_wave_orders.wave_id AND earlier.order_id <= packing_wave_orders.order_id),
  box = (SELECT json_object(
    'order_token', orders.token, 'identifier', orders.identifier,
    'ship_on', orders.ship_on, 'arrival_date', orders.arrival_on,
    'delivery_name', coalesce(orders.delivery_name, ''),
    'delivery_street_address_1', coalesce(orders.delivery_street1, ''),
    'delivery_street_address_2', coalesce(orders.delivery_street2, ''),
    'delivery_city', coalesce(orders.delivery_city, ''), 'delivery_state', coalesce(orders.delivery_state, ''),
    'delivery_postal_code', coalesce(orders.delivery_postal_code, ''),
    'delivery_phone_number', coalesce(orders.delivery_phone, ''),
    'address_status', coalesce(orders.address_status, ''), 'expedited', json(iif(orders.expedited, 'true', 'false')),
    'gift_order', json(iif(orders.gift_order, 'true', 'false')),
    'gift_recipient_name', coalesce(orders.gift_recipient_name, ''),
    'gift_message', coalesce(orders.gift_message, ''),
    'items_cents', coalesce(orders.items_cents, 0), 'promotions_cents', coalesce(orders.promotions_cents, 0),
    'rewards_cents', coalesce(orders.rewards_cents, 0), 'shipping_cents', coalesce(orders.shipping_cents, 0),
    'tax_cents', coalesce(orders.tax_cents, 0), 'gift_cents', coalesce(orders.gift_cents, 0),
    'total_cents', coalesce(orders.total_cents, 0), 'lines', (
    select json_group_array(json_object(
      'bid_item_token', token, 'name', name, 'label', label, 'farm', farm,
      'quantity', quantity, 'unit_grams', unit_grams, 'line_cents', line_cents))
    from (
      select offers.token, varieties.name, offers.label, farms.name as farm, -sum(stock_movements.delta) as quantity,
        offers.weight_grams as unit_grams,
        coalesce((select order_lines.quantity * order_lines.price_cents from order_lines
          where order_lines.order_id = orders.id and order_lines.offer_id = offers.id), 0) as line_cents
      from stock_movements
      inner join offers on offers.id = stock_movements.offer_id
      inner join varieties on varieties.id = offers.variety_id
      inner join farms on farms.id = varieties.farm_id
      where stock_movements.order_id = orders.id
      group by offers.id having quantity > 0
      order by varieties.animal, varieties.name, offers.position, offers.id)))
  FROM orders WHERE orders.id = packing_wave_orders.order_id);
