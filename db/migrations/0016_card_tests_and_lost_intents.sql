CREATE TABLE `declined_charges` (
	`reference` text PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`session_hash` text,
	`network` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `declined_charges_of_order` ON `declined_charges` (`order_id`,`at`);--> statement-breakpoint
CREATE INDEX `declined_charges_of_session` ON `declined_charges` (`session_hash`,`at`);--> statement-breakpoint
CREATE INDEX `declined_charges_of_network` ON `declined_charges` (`network`,`at`);--> statement-breakpoint
CREATE INDEX `declined_charges_by_age` ON `declined_charges` (`at`);--> statement-breakpoint
DROP INDEX `payments_unsettled`;--> statement-breakpoint
ALTER TABLE `payments` ADD `provider_account` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `livemode` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `network` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `asked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `unanswered` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `heard_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_unsettled` ON `payments` (`asked_at`) WHERE status = 'open' and intent_id is not null;--> statement-breakpoint
ALTER TABLE `orders` ADD `charge_asked_at` integer;