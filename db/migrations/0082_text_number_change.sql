ALTER TABLE `text_subscriptions` ADD `next_phone` text;--> statement-breakpoint
CREATE INDEX `text_subscriptions_by_next_phone` ON `text_subscriptions` (`next_phone`) WHERE next_phone is not null;