CREATE TABLE `staff_exports` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`center` text,
	`farm` text,
	`state` text DEFAULT 'queued' NOT NULL,
	`row_count` integer NOT NULL,
	`rows_written` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`file_bytes` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_exports_token` ON `staff_exports` (`token`);--> statement-breakpoint
CREATE INDEX `staff_exports_of_user` ON `staff_exports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `staff_exports_by_age` ON `staff_exports` (`created_at`);--> statement-breakpoint
CREATE INDEX `staff_exports_under_way` ON `staff_exports` (`user_id`) WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE TABLE `provider_payouts` (
	`id` integer PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`arrival_on` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_automatic` integer NOT NULL,
	`is_read` integer DEFAULT false NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_payouts_provider_id` ON `provider_payouts` (`provider_id`);--> statement-breakpoint
CREATE INDEX `provider_payouts_by_day` ON `provider_payouts` (`arrival_on`);--> statement-breakpoint
CREATE INDEX `provider_payouts_unread` ON `provider_payouts` (`id`) WHERE is_read = 0;--> statement-breakpoint
CREATE TABLE `provider_transactions` (
	`id` integer PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`kind` text NOT NULL,
	`source` text,
	`intent_id` text,
	`order_id` integer,
	`amount_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`at` integer NOT NULL,
	`payout_id` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payout_id`) REFERENCES `provider_payouts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_transactions_provider_id` ON `provider_transactions` (`provider_id`);--> statement-breakpoint
CREATE INDEX `provider_transactions_of_order` ON `provider_transactions` (`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `provider_transactions_by_age` ON `provider_transactions` (`at`);--> statement-breakpoint
CREATE INDEX `provider_transactions_of_payout` ON `provider_transactions` (`payout_id`) WHERE payout_id is not null;--> statement-breakpoint
CREATE INDEX `provider_transactions_unmatched` ON `provider_transactions` (`intent_id`) WHERE order_id is null and intent_id is not null;--> statement-breakpoint
CREATE INDEX `analytics_events_of_visit` ON `analytics_events` (`visit_id`) WHERE visit_id is not null;--> statement-breakpoint
CREATE INDEX `money_movements_fees` ON `money_movements` (`at`) WHERE kind in ('fee', 'fee_returned');--> statement-breakpoint
DROP TRIGGER `unposted_money_moved`;
--> statement-breakpoint
CREATE TRIGGER `unposted_money_moved` AFTER INSERT ON `money_movements` WHEN NEW.kind NOT IN ('fee', 'fee_returned') BEGIN
  INSERT INTO unposted_orders (order_id, at) VALUES (NEW.order_id, NEW.at) ON CONFLICT DO NOTHING;
END;
