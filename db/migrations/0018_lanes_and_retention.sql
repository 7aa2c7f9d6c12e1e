CREATE TABLE `scheduled_tasks` (
	`name` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`error` text
) STRICT;
--> statement-breakpoint
DROP INDEX `jobs_leased`;--> statement-breakpoint
DROP INDEX `jobs_due`;--> statement-breakpoint
ALTER TABLE `jobs` ADD `give_up_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `jobs` SET `give_up_at` = `run_at` + 259200000;--> statement-breakpoint
ALTER TABLE `jobs` ADD `beats` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `jobs` ADD `crashes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_running` ON `jobs` (`id`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `jobs_failed` ON `jobs` (`finished_at`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`kind`,`run_at`,`id`) WHERE state = 'queued';--> statement-breakpoint
ALTER TABLE `jobs` DROP COLUMN `lease_until`;--> statement-breakpoint
CREATE INDEX `analytics_events_by_age` ON `analytics_events` (`at`);--> statement-breakpoint
CREATE INDEX `recurring_consents_withdrawn` ON `recurring_consents` (`withdrawn_at`) WHERE withdrawn_at is not null;--> statement-breakpoint
CREATE INDEX `orders_unplaced_by_age` ON `orders` (`updated_at`) WHERE placed_at is null;--> statement-breakpoint
CREATE INDEX `orders_of_guests_by_age` ON `orders` (`placed_at`) WHERE user_id is null and email is not null;