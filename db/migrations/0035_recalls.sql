CREATE TABLE `recall_contacts` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`name` text,
	`email` text,
	`phone` text,
	`recipient_name` text,
	`recipient_email` text,
	`placed_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `recall_contacts_by_age` ON `recall_contacts` (`placed_at`);
--> statement-breakpoint
CREATE TABLE `recall_lots` (
	`recall_id` integer NOT NULL,
	`lot_id` integer NOT NULL,
	PRIMARY KEY(`recall_id`, `lot_id`),
	FOREIGN KEY (`recall_id`) REFERENCES `recalls`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`lot_id`) REFERENCES `lots`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `recall_lots_of_lot` ON `recall_lots` (`lot_id`);
--> statement-breakpoint
CREATE TABLE `recall_orders` (
	`recall_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`box` text NOT NULL,
	`units` text NOT NULL,
	PRIMARY KEY(`recall_id`, `order_id`),
	FOREIGN KEY (`recall_id`) REFERENCES `recalls`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `recall_orders_of_order` ON `recall_orders` (`order_id`);
--> statement-breakpoint
CREATE TABLE `recall_people` (
	`id` integer PRIMARY KEY NOT NULL,
	`recall_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`role` text NOT NULL,
	`name` text,
	`email` text,
	`phone` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`recall_id`) REFERENCES `recalls`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `recall_people_once` ON `recall_people` (`recall_id`,`order_id`,`role`);
--> statement-breakpoint
CREATE INDEX `recall_people_of_order` ON `recall_people` (`order_id`);
--> statement-breakpoint
CREATE INDEX `recall_people_by_age` ON `recall_people` (`created_at`);
--> statement-breakpoint
CREATE TABLE `recalls` (
	`id` integer PRIMARY KEY NOT NULL,
	`fc_id` integer NOT NULL,
	`reason` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE INDEX `recalls_of_center` ON `recalls` (`fc_id`,`id`);
--> statement-breakpoint
CREATE INDEX `recalls_of_user` ON `recalls` (`user_id`) WHERE user_id is not null;
