ALTER TABLE `sessions` ADD `held_roles` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `moved_at` integer;