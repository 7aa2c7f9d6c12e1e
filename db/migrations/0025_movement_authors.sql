ALTER TABLE `stock_movements` ADD `user_id` integer REFERENCES `users`(`id`) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE `stock_movements` ADD `scale_grams` integer;
--> statement-breakpoint
CREATE INDEX `stock_movements_of_user` ON `stock_movements` (`user_id`) WHERE user_id is not null;
