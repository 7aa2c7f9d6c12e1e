ALTER TABLE `wave_exports` RENAME TO `wave_jobs`;--> statement-breakpoint
ALTER TABLE `wave_export_orders` RENAME TO `wave_job_orders`;--> statement-breakpoint
ALTER TABLE `wave_job_orders` RENAME COLUMN `export_id` TO `job_id`;--> statement-breakpoint
DROP INDEX `wave_exports_token`;--> statement-breakpoint
DROP INDEX `wave_exports_file`;--> statement-breakpoint
DROP INDEX `wave_exports_of_wave`;--> statement-breakpoint
DROP INDEX `wave_exports_finished`;--> statement-breakpoint
CREATE UNIQUE INDEX `wave_jobs_token` ON `wave_jobs` (`token`);--> statement-breakpoint
CREATE UNIQUE INDEX `wave_jobs_file` ON `wave_jobs` (`file_token`) WHERE file_token is not null;--> statement-breakpoint
CREATE INDEX `wave_jobs_of_wave` ON `wave_jobs` (`wave_id`);--> statement-breakpoint
CREATE INDEX `wave_jobs_finished` ON `wave_jobs` (`finished_at`) WHERE file_token is not null;
