CREATE TABLE `roles` (
	`user_id` integer NOT NULL,
	`role` text NOT NULL,
	`subject_id` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `roles_by_user` ON `roles` (`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`postal_code` text,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`first_name` text,
	`last_name` text,
	`phone` text,
	`provider_customer_id` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_email_lower" CHECK("users"."email" = lower("users"."email"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_token` ON `users` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `analytics_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`properties` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `analytics_events_key` ON `analytics_events` (`key`);--> statement-breakpoint
CREATE INDEX `analytics_events_by_name` ON `analytics_events` (`name`,`at`);--> statement-breakpoint
CREATE TABLE `offers` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`variety_id` integer NOT NULL,
	`label` text NOT NULL,
	`serves` text NOT NULL,
	`weight_grams` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`min_quantity` integer DEFAULT 1 NOT NULL,
	`max_quantity` integer DEFAULT 100 NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`variety_id`) REFERENCES `varieties`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "offers_price" CHECK("offers"."price_cents" between 1 and 1000000),
	CONSTRAINT "offers_weight" CHECK("offers"."weight_grams" > 0),
	CONSTRAINT "offers_quantity" CHECK("offers"."min_quantity" >= 1 and "offers"."max_quantity" >= "offers"."min_quantity")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `offers_token` ON `offers` (`token`);--> statement-breakpoint
CREATE INDEX `offers_by_variety` ON `offers` (`variety_id`,`position`);--> statement-breakpoint
CREATE TABLE `varieties` (
	`id` integer PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`family` text NOT NULL,
	`farm_id` integer NOT NULL,
	`name` text NOT NULL,
	`animal` text NOT NULL,
	`cut` text NOT NULL,
	`summary` text NOT NULL,
	`story` text NOT NULL,
	`cooking` text NOT NULL,
	`nutrition` text NOT NULL,
	`raised` text NOT NULL,
	`badges` text NOT NULL,
	`pictures` text NOT NULL,
	`featured_rank` integer NOT NULL,
	`added_on` text NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`farm_id`) REFERENCES `farms`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `varieties_slug` ON `varieties` (`slug`);--> statement-breakpoint
CREATE INDEX `varieties_by_rank` ON `varieties` (`hidden`,`featured_rank`);--> statement-breakpoint
CREATE INDEX `varieties_by_family` ON `varieties` (`family`);--> statement-breakpoint
CREATE INDEX `varieties_by_animal` ON `varieties` (`hidden`,`animal`,`featured_rank`);--> statement-breakpoint
CREATE TABLE `carrier_holidays` (
	`carrier` text DEFAULT 'ground' NOT NULL,
	`day` text NOT NULL,
	`name` text NOT NULL,
	`observed` integer NOT NULL,
	PRIMARY KEY(`carrier`, `day`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `day_holds` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`fc_id` integer NOT NULL,
	`ship_on` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `day_holds_of_ship_day` ON `day_holds` (`fc_id`,`ship_on`,`expires_at`);--> statement-breakpoint
CREATE TABLE `delivery_blocks` (
	`id` integer PRIMARY KEY NOT NULL,
	`zip_prefix` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`reason` text NOT NULL,
	`sentence` text NOT NULL,
	CONSTRAINT "delivery_blocks_area" CHECK(length("delivery_blocks"."zip_prefix") between 1 and 5),
	CONSTRAINT "delivery_blocks_dates" CHECK("delivery_blocks"."ends_on" is null or "delivery_blocks"."ends_on" >= "delivery_blocks"."starts_on")
) STRICT;
--> statement-breakpoint
CREATE TABLE `fulfillment_centers` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`zone` text NOT NULL,
	`lock_hour` integer DEFAULT 14 NOT NULL,
	`ship_weekdays` text NOT NULL,
	`daily_capacity` integer NOT NULL,
	`carrier` text DEFAULT 'ground' NOT NULL,
	CONSTRAINT "fulfillment_centers_lock_hour" CHECK("fulfillment_centers"."lock_hour" between 0 and 23),
	CONSTRAINT "fulfillment_centers_capacity" CHECK("fulfillment_centers"."daily_capacity" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `postal_zones` (
	`prefix` text PRIMARY KEY NOT NULL,
	`fc_id` integer,
	`transit_days` integer,
	`service` text DEFAULT 'standard' NOT NULL,
	`not_served` text,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "postal_zones_prefix" CHECK("postal_zones"."prefix" glob '[0-9][0-9][0-9]' or "postal_zones"."prefix" glob '[0-9][0-9][0-9][0-9][0-9]'),
	CONSTRAINT "postal_zones_transit" CHECK("postal_zones"."transit_days" between 1 and 3),
	CONSTRAINT "postal_zones_served_or_not" CHECK(("postal_zones"."not_served" is null) = ("postal_zones"."fc_id" is not null) and ("postal_zones"."fc_id" is null) = ("postal_zones"."transit_days" is null))
) STRICT;
--> statement-breakpoint
CREATE TABLE `ship_days` (
	`fc_id` integer NOT NULL,
	`ship_on` text NOT NULL,
	`booked` integer DEFAULT 0 NOT NULL,
	`capacity` integer,
	PRIMARY KEY(`fc_id`, `ship_on`),
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ship_days_booked" CHECK("ship_days"."booked" >= 0),
	CONSTRAINT "ship_days_capacity" CHECK("ship_days"."capacity" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `zip_codes` (
	`zip` text PRIMARY KEY NOT NULL,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`delay_sentence` text,
	CONSTRAINT "zip_codes_five_digits" CHECK("zip_codes"."zip" glob '[0-9][0-9][0-9][0-9][0-9]')
) STRICT;
--> statement-breakpoint
CREATE TABLE `farms` (
	`id` integer PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`town` text NOT NULL,
	`state` text NOT NULL,
	`region` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`founded` integer,
	`story` text NOT NULL,
	`practices` text NOT NULL,
	`badges` text NOT NULL,
	`picture` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `farms_slug` ON `farms` (`slug`);--> statement-breakpoint
CREATE TABLE `packing_wave_orders` (
	`wave_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `packing_wave_orders_once` ON `packing_wave_orders` (`order_id`);--> statement-breakpoint
CREATE INDEX `packing_wave_orders_of` ON `packing_wave_orders` (`wave_id`);--> statement-breakpoint
CREATE TABLE `packing_waves` (
	`id` integer PRIMARY KEY NOT NULL,
	`fc_id` integer NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`payload` text NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`run_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_at`,`id`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `jobs_leased` ON `jobs` (`lease_until`) WHERE state = 'running';--> statement-breakpoint
CREATE TABLE `outbox_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_messages_key` ON `outbox_messages` (`key`);--> statement-breakpoint
CREATE INDEX `outbox_messages_newest` ON `outbox_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `order_lines` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_lines_quantity" CHECK("order_lines"."quantity" between 1 and 100)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `order_lines_once_per_offer` ON `order_lines` (`order_id`,`offer_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`identifier` text NOT NULL,
	`state` text DEFAULT 'cart' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`session_hash` text,
	`user_id` integer,
	`email` text,
	`provider_customer_id` text,
	`recurring` integer DEFAULT false NOT NULL,
	`renew_period_type` text,
	`terms_accepted_at` integer,
	`delivery_name` text,
	`delivery_street1` text,
	`delivery_street2` text,
	`delivery_city` text,
	`delivery_state` text,
	`delivery_postal_code` text,
	`delivery_phone` text,
	`address_verified_at` integer,
	`address_status` text,
	`postal_code_delay_accepted` integer DEFAULT false NOT NULL,
	`fc_id` integer,
	`transit_days` integer,
	`expedited` integer DEFAULT false NOT NULL,
	`arrival_on` text,
	`ship_on` text,
	`lock_at` integer,
	`charge_at` integer,
	`items_cents` integer,
	`promotions_cents` integer,
	`rewards_cents` integer,
	`shipping_cents` integer,
	`tax_cents` integer,
	`gift_cents` integer,
	`total_cents` integer,
	`hold_expires_at` integer,
	`placed_at` integer,
	`conversion_logged_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`id_hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_total" CHECK("orders"."total_cents" is null or "orders"."total_cents" between 0 and 10000000),
	CONSTRAINT "orders_placed" CHECK("orders"."placed_at" is null or "orders"."total_cents" is not null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_token` ON `orders` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_identifier` ON `orders` (`identifier`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_guest_cart` ON `orders` (`session_hash`) WHERE state in ('cart', 'addressed', 'payment_pending') and user_id is null;--> statement-breakpoint
CREATE INDEX `orders_of_user` ON `orders` (`user_id`,`placed_at`);--> statement-breakpoint
CREATE INDEX `orders_by_ship_day` ON `orders` (`fc_id`,`ship_on`,`state`);--> statement-breakpoint
CREATE INDEX `orders_waiting_for_payment` ON `orders` (`hold_expires_at`) WHERE state = 'payment_pending';--> statement-breakpoint
CREATE TABLE `money_movements` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reference` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "money_movements_amount" CHECK("money_movements"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `money_movements_reference` ON `money_movements` (`reference`);--> statement-breakpoint
CREATE INDEX `money_movements_of_order` ON `money_movements` (`order_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`attempt` integer NOT NULL,
	`flow` text NOT NULL,
	`intent_id` text,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`failure` text,
	`declined_at` integer,
	`declines` integer DEFAULT 0 NOT NULL,
	`last_decline_at` integer,
	`card_brand` text,
	`card_last4` text,
	`received_cents` integer DEFAULT 0 NOT NULL,
	`news_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_amount" CHECK("payments"."amount_cents" >= 0 and "payments"."received_cents" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_attempt` ON `payments` (`order_id`,`attempt`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_intent` ON `payments` (`intent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_open` ON `payments` (`order_id`) WHERE status = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_succeeded` ON `payments` (`order_id`) WHERE status = 'succeeded';--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`news_at`) WHERE status = 'open' and intent_id is not null;--> statement-breakpoint
CREATE TABLE `staff_flags` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`order_id` integer,
	`reason` text NOT NULL,
	`detail` text NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_flags_key` ON `staff_flags` (`key`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `gift_cards` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`balance_cents` integer NOT NULL,
	`initial_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "gift_cards_balance" CHECK("gift_cards"."balance_cents" between 0 and "gift_cards"."initial_cents")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `gift_cards_code` ON `gift_cards` (`code_hash`);--> statement-breakpoint
CREATE TABLE `order_gift_cards` (
	`order_id` integer NOT NULL,
	`gift_card_id` integer NOT NULL,
	`held_cents` integer DEFAULT 0 NOT NULL,
	`held_until` integer,
	`spent_cents` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`order_id`, `gift_card_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`gift_card_id`) REFERENCES `gift_cards`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_gift_cards_of_card` ON `order_gift_cards` (`gift_card_id`,`held_until`);--> statement-breakpoint
CREATE TABLE `order_promotions` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`promotion_id` integer NOT NULL,
	`held_until` integer,
	`used_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`promotion_id`) REFERENCES `promotions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_promotions_of_promotion` ON `order_promotions` (`promotion_id`,`held_until`);--> statement-breakpoint
CREATE TABLE `promotions` (
	`id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`kind` text NOT NULL,
	`percent` real,
	`amount_cents` integer,
	`offer_id` integer,
	`first_order_only` integer DEFAULT false NOT NULL,
	`members_only` integer DEFAULT false NOT NULL,
	`minimum_cents` integer DEFAULT 0 NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`use_limit` integer,
	`used_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "promotions_within_limit" CHECK("promotions"."use_limit" is null or "promotions"."used_count" <= "promotions"."use_limit")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `promotions_code` ON `promotions` (`code`);--> statement-breakpoint
CREATE TABLE `sales_tax_rates` (
	`state` text PRIMARY KEY NOT NULL,
	`grocery_rate_ppm` integer NOT NULL,
	`taxes_shipping` integer NOT NULL,
	`source` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `shipping_rates` (
	`transit_days` integer PRIMARY KEY NOT NULL,
	`standard_cents` integer NOT NULL,
	`expedited_extra_cents` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`session_hash` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer,
	`body` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`session_hash`, `key`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `shop_facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `holds` (
	`order_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`fc_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`order_id`, `offer_id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "holds_quantity" CHECK("holds"."quantity" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `holds_on_offer` ON `holds` (`offer_id`,`fc_id`,`expires_at`,`quantity`);--> statement-breakpoint
CREATE INDEX `holds_by_expiry` ON `holds` (`expires_at`);--> statement-breakpoint
CREATE TABLE `stock` (
	`offer_id` integer NOT NULL,
	`fc_id` integer NOT NULL,
	`on_hand` integer NOT NULL,
	PRIMARY KEY(`offer_id`, `fc_id`),
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_never_negative" CHECK("stock"."on_hand" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `stock_movements` (
	`id` integer PRIMARY KEY NOT NULL,
	`offer_id` integer NOT NULL,
	`fc_id` integer NOT NULL,
	`delta` integer NOT NULL,
	`reason` text NOT NULL,
	`order_id` integer,
	`note` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `stock_movements_of_offer` ON `stock_movements` (`offer_id`,`fc_id`);--> statement-breakpoint
CREATE INDEX `stock_movements_of_order` ON `stock_movements` (`order_id`);