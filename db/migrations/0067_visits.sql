CREATE TABLE `offer_event_days` (
	`day` text NOT NULL,
	`offer_token` text NOT NULL,
	`event` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `event`, `offer_token`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `visits` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`visitor` text NOT NULL,
	`user_id` integer,
	`platform` text DEFAULT '' NOT NULL,
	`browser` text DEFAULT '' NOT NULL,
	`landing_page` text,
	`referrer` text,
	`campaign` text,
	`screen_width` integer,
	`screen_height` integer,
	`started_at` integer NOT NULL,
	`added_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `visits_token` ON `visits` (`token`);--> statement-breakpoint
CREATE INDEX `visits_by_age` ON `visits` (`started_at`);--> statement-breakpoint
CREATE INDEX `visits_of_user` ON `visits` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
ALTER TABLE `analytics_events` ADD `visit_id` integer;