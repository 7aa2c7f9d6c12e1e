CREATE TABLE `survey_responses` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`answers` text NOT NULL,
	`answered_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
