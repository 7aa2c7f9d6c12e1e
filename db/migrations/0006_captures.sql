CREATE TABLE `consents` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`words` text NOT NULL,
	`given_at` integer NOT NULL,
	CONSTRAINT "consents_email_lower" CHECK("consents"."email" = lower("consents"."email"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `consents_once` ON `consents` (`kind`,`phone`,`email`,`words`);--> statement-breakpoint
CREATE TABLE `corporate_gifting_contacts` (
	`id` integer PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`company` text,
	`phone` text,
	`quantity` integer,
	`message` text NOT NULL,
	`asked_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `corporate_gifting_contacts_once` ON `corporate_gifting_contacts` (`digest`);--> statement-breakpoint
DROP INDEX `wait_list_entries_once_per_campaign`;--> statement-breakpoint
CREATE UNIQUE INDEX `wait_list_entries_once_per_place` ON `wait_list_entries` (`email`,`postal_code`) WHERE "wait_list_entries"."offer_id" is null and "wait_list_entries"."campaign_type" = 'postal_code';--> statement-breakpoint
CREATE UNIQUE INDEX `wait_list_entries_once_per_campaign` ON `wait_list_entries` (`email`,`campaign_type`) WHERE "wait_list_entries"."offer_id" is null and ("wait_list_entries"."campaign_type" <> 'postal_code' or "wait_list_entries"."postal_code" is null);