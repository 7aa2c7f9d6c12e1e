ALTER TABLE `staff_flags` ADD `subject_id` integer;--> statement-breakpoint
ALTER TABLE `staff_flags` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `staff_flags` ADD `owner_id` integer REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `staff_flags` ADD `action` text;--> statement-breakpoint
ALTER TABLE `staff_flags` ADD `resolution` text;--> statement-breakpoint
ALTER TABLE `staff_flags` ADD `resolved_by_id` integer REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `staff_flags_of_order` ON `staff_flags` (`order_id`);--> statement-breakpoint
CREATE INDEX `staff_flags_open` ON `staff_flags` (`created_at`) WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX `staff_flags_resolved` ON `staff_flags` (`resolved_at`) WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX `staff_flags_owned` ON `staff_flags` (`owner_id`) WHERE owner_id is not null;--> statement-breakpoint
CREATE INDEX `staff_flags_resolved_by` ON `staff_flags` (`resolved_by_id`) WHERE resolved_by_id is not null;