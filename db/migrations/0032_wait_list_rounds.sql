ALTER TABLE `wait_list_entries` ADD `told_at` integer;
--> statement-breakpoint
CREATE INDEX `wait_list_entries_by_age` ON `wait_list_entries` (`joined_at`);
