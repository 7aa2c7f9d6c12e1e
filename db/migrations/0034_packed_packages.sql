CREATE TABLE `box_shorts` (
	`id` integer PRIMARY KEY NOT NULL,
	`wave_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`reason` text NOT NULL,
	`items_cents` integer NOT NULL,
	`card_cents` integer NOT NULL,
	`gift_cents` integer NOT NULL,
	`user_id` integer,
	`at` integer NOT NULL,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "box_shorts_quantity" CHECK("box_shorts"."quantity" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `box_shorts_of_box` ON `box_shorts` (`wave_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `box_shorts_of_order` ON `box_shorts` (`order_id`);--> statement-breakpoint
CREATE INDEX `box_shorts_of_user` ON `box_shorts` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `packed_packages` (
	`id` integer PRIMARY KEY NOT NULL,
	`wave_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`offer_id` integer NOT NULL,
	`package_id` text NOT NULL,
	`is_serial` integer NOT NULL,
	`lot` text,
	`gross_grams` integer,
	`tare_grams` integer,
	`net_grams` integer,
	`user_id` integer,
	`packed_at` integer NOT NULL,
	FOREIGN KEY (`wave_id`) REFERENCES `packing_waves`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "packed_packages_net" CHECK("packed_packages"."net_grams" is null or "packed_packages"."net_grams" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `packed_packages_once` ON `packed_packages` (`wave_id`,`order_id`,`offer_id`,`package_id`);--> statement-breakpoint
CREATE INDEX `packed_packages_by_serial` ON `packed_packages` (`offer_id`,`package_id`) WHERE is_serial = 1;--> statement-breakpoint
CREATE INDEX `packed_packages_of_order` ON `packed_packages` (`order_id`);--> statement-breakpoint
CREATE INDEX `packed_packages_of_user` ON `packed_packages` (`user_id`) WHERE user_id is not null;