PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_draft_orders` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`press` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`created_by_id` integer,
	`created_at` integer NOT NULL,
	`filled_at` integer,
	`price_cents` integer,
	`list_cents` integer DEFAULT 0 NOT NULL,
	`reason` text,
	`priced_by_id` integer,
	`needs_approval` integer DEFAULT false NOT NULL,
	`approved_by_id` integer,
	`link_number` integer DEFAULT 1 NOT NULL,
	`link_ends_at` integer,
	`mailed_at` integer,
	`consent_way` text,
	`consent_words` text,
	`consent_cents` integer,
	`consent_by_id` integer,
	`consent_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`priced_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`approved_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`consent_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "draft_orders_price" CHECK("__new_draft_orders"."price_cents" is null or "__new_draft_orders"."price_cents" between 0 and 10000000),
	CONSTRAINT "draft_orders_reason" CHECK("__new_draft_orders"."price_cents" is null or "__new_draft_orders"."reason" is not null),
	CONSTRAINT "draft_orders_consent" CHECK("__new_draft_orders"."consent_at" is null or ("__new_draft_orders"."consent_way" is not null and "__new_draft_orders"."consent_cents" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_draft_orders`("order_id", "press", "created_by_id", "created_at", "price_cents", "list_cents", "reason", "link_number", "ended_at") SELECT "order_id", "press", "created_by_id", "created_at", "price_cents", "list_cents", "reason", "link_number", "ended_at" FROM `draft_orders`;--> statement-breakpoint
DROP TABLE `draft_orders`;--> statement-breakpoint
ALTER TABLE `__new_draft_orders` RENAME TO `draft_orders`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `draft_orders_press` ON `draft_orders` (`press`);--> statement-breakpoint
CREATE INDEX `draft_orders_by_state` ON `draft_orders` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `draft_orders_by_age` ON `draft_orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `draft_orders_waiting` ON `draft_orders` (`created_at`) WHERE needs_approval;--> statement-breakpoint
CREATE INDEX `draft_orders_created_by` ON `draft_orders` (`created_by_id`) WHERE created_by_id is not null;--> statement-breakpoint
CREATE INDEX `draft_orders_priced_by` ON `draft_orders` (`priced_by_id`) WHERE priced_by_id is not null;--> statement-breakpoint
CREATE INDEX `draft_orders_approved_by` ON `draft_orders` (`approved_by_id`) WHERE approved_by_id is not null;--> statement-breakpoint
CREATE INDEX `draft_orders_consent_by` ON `draft_orders` (`consent_by_id`) WHERE consent_by_id is not null;--> statement-breakpoint
-- Whoever pays for the order, or ends it, ends the draft.
CREATE TRIGGER `draft_paid` AFTER UPDATE OF `placed_at` ON `orders`
WHEN new.placed_at IS NOT NULL AND old.placed_at IS NULL AND new.drafted_at IS NOT NULL BEGIN
  UPDATE draft_orders SET state = 'paid', ended_at = new.placed_at WHERE order_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `draft_dropped` AFTER UPDATE OF `state` ON `orders`
WHEN new.state = 'expired' AND old.state <> 'expired' AND new.drafted_at IS NOT NULL BEGIN
  UPDATE draft_orders SET state = 'dropped', ended_at = new.updated_at WHERE order_id = new.id;
END;
