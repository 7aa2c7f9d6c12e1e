ALTER TABLE `users` ADD `merged_into_id` integer REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE `users` ADD `merged_at` integer;--> statement-breakpoint
CREATE INDEX `users_merged_into` ON `users` (`merged_into_id`) WHERE merged_into_id is not null;