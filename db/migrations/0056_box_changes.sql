ALTER TABLE `membership_boxes` ADD `moved_from` text;--> statement-breakpoint
ALTER TABLE `membership_boxes` ADD `rhythm_from` text;--> statement-breakpoint
ALTER TABLE `membership_boxes` ADD `wanted` text;