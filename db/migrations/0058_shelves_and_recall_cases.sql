ALTER TABLE `recall_people` ADD `told_by` text;--> statement-breakpoint
ALTER TABLE `recalls` ADD `recall_class` text;--> statement-breakpoint
ALTER TABLE `recalls` ADD `case_number` text;--> statement-breakpoint
ALTER TABLE `stock` ADD `shelf` text;