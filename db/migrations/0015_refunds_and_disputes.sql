CREATE TABLE `disputes` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`payment_id` integer NOT NULL,
	`provider_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`evidence_due_at` integer,
	`withdrawn_cents` integer NOT NULL,
	`reinstated_cents` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `disputes_provider_id` ON `disputes` (`provider_id`);--> statement-breakpoint
CREATE INDEX `disputes_of_order` ON `disputes` (`order_id`);--> statement-breakpoint
CREATE INDEX `disputes_of_payment` ON `disputes` (`payment_id`);--> statement-breakpoint
CREATE INDEX `disputes_open` ON `disputes` (`evidence_due_at`) WHERE closed_at is null;--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`payment_id` integer NOT NULL,
	`cause` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`provider_id` text,
	`failure` text,
	`resolution` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_provider_id` ON `refunds` (`provider_id`);--> statement-breakpoint
CREATE INDEX `refunds_of_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_of_payment` ON `refunds` (`payment_id`);