ALTER TABLE `payments` DROP COLUMN `declines`;--> statement-breakpoint
ALTER TABLE `payments` DROP COLUMN `last_decline_at`;