CREATE TABLE `search_marks` (
	`week_at` integer NOT NULL,
	`phrase` text NOT NULL,
	`region` text NOT NULL,
	`visitor` text NOT NULL,
	`found` integer NOT NULL,
	PRIMARY KEY(`week_at`, `phrase`, `region`, `visitor`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `farm_follows` (
	`user_id` integer NOT NULL,
	`farm_id` integer NOT NULL,
	`followed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `farm_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`farm_id`) REFERENCES `farms`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `farm_follows_of_farm` ON `farm_follows` (`farm_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `farm_news` (
	`offer_id` integer PRIMARY KEY NOT NULL,
	`noticed_at` integer NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `farm_news_by_age` ON `farm_news` (`noticed_at`);--> statement-breakpoint
CREATE TABLE `follow_mails` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `videos` (
	`id` integer PRIMARY KEY NOT NULL,
	`uri` text NOT NULL,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`seconds` integer NOT NULL,
	`file` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`poster` text NOT NULL,
	`transcript` text NOT NULL,
	`farm_id` integer,
	`position` integer NOT NULL,
	FOREIGN KEY (`farm_id`) REFERENCES `farms`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `videos_uri` ON `videos` (`uri`);--> statement-breakpoint
CREATE INDEX `videos_of_farm` ON `videos` (`farm_id`);--> statement-breakpoint
ALTER TABLE `farms` ADD `quote` text;--> statement-breakpoint
ALTER TABLE `farms` ADD `badge_proofs` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `farms` ADD `shows_place` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- What is for sale before there are followers is news to nobody.
INSERT INTO `farm_news` (`offer_id`, `noticed_at`)
SELECT offers.id, 0 FROM offers JOIN varieties ON varieties.id = offers.variety_id WHERE NOT varieties.hidden;
