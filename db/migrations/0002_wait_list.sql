CREATE TABLE `wait_list_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`campaign_type` text NOT NULL,
	`offer_id` integer,
	`postal_code` text,
	`joined_at` integer NOT NULL,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "wait_list_entries_email_lower" CHECK("wait_list_entries"."email" = lower("wait_list_entries"."email"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `wait_list_entries_once_per_offer` ON `wait_list_entries` (`email`,`offer_id`) WHERE "wait_list_entries"."offer_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `wait_list_entries_once_per_campaign` ON `wait_list_entries` (`email`,`campaign_type`) WHERE "wait_list_entries"."offer_id" is null;--> statement-breakpoint
CREATE INDEX `wait_list_entries_of_offer` ON `wait_list_entries` (`offer_id`,`joined_at`);