ALTER TABLE `payments` ADD `held_until` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `capture_cents` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `release_refund_id` text;--> statement-breakpoint
CREATE INDEX `payments_held` ON `payments` (`held_until`) WHERE held_until is not null;