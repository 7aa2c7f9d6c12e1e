CREATE TABLE `draft_orders` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`press` text NOT NULL,
	`created_by_id` integer,
	`created_at` integer NOT NULL,
	`price_cents` integer,
	`list_cents` integer NOT NULL,
	`reason` text,
	`link_number` integer DEFAULT 1 NOT NULL,
	`link_ends_at` integer NOT NULL,
	`mailed_at` integer,
	`consent_way` text,
	`consent_by_id` integer,
	`consent_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`consent_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "draft_orders_price" CHECK("draft_orders"."price_cents" is null or "draft_orders"."price_cents" between 1 and 10000000),
	CONSTRAINT "draft_orders_reason" CHECK("draft_orders"."price_cents" is null or "draft_orders"."reason" is not null)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `draft_orders_press` ON `draft_orders` (`press`);--> statement-breakpoint
CREATE INDEX `draft_orders_open` ON `draft_orders` (`link_ends_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `draft_orders_created_by` ON `draft_orders` (`created_by_id`) WHERE created_by_id is not null;--> statement-breakpoint
CREATE INDEX `draft_orders_consent_by` ON `draft_orders` (`consent_by_id`) WHERE consent_by_id is not null;--> statement-breakpoint
CREATE TABLE `order_mails` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_mails_of_order` ON `order_mails` (`order_id`,`at`);--> statement-breakpoint
CREATE TABLE `order_notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`user_id` integer,
	`text` text NOT NULL,
	`press` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `order_notes_press` ON `order_notes` (`order_id`,`press`);--> statement-breakpoint
CREATE INDEX `order_notes_of_user` ON `order_notes` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `staff_refunds` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`press` text NOT NULL,
	`asked_by_id` integer,
	`asked_at` integer NOT NULL,
	`decided_by_id` integer,
	`decided_at` integer,
	`card_cents` integer DEFAULT 0 NOT NULL,
	`gift_cents` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`asked_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "staff_refunds_amount" CHECK("staff_refunds"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_refunds_press` ON `staff_refunds` (`order_id`,`press`);--> statement-breakpoint
CREATE INDEX `staff_refunds_waiting` ON `staff_refunds` (`asked_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `staff_refunds_asked_by` ON `staff_refunds` (`asked_by_id`) WHERE asked_by_id is not null;--> statement-breakpoint
CREATE INDEX `staff_refunds_decided_by` ON `staff_refunds` (`decided_by_id`) WHERE decided_by_id is not null;--> statement-breakpoint
DROP INDEX `orders_one_guest_cart`;--> statement-breakpoint
ALTER TABLE `orders` ADD `drafted_at` integer;--> statement-breakpoint
CREATE INDEX `orders_by_placing` ON `orders` (`placed_at`) WHERE placed_at is not null;--> statement-breakpoint
CREATE INDEX `orders_by_state` ON `orders` (`state`,`placed_at`) WHERE placed_at is not null;--> statement-breakpoint
CREATE INDEX `orders_drafted` ON `orders` (`drafted_at`) WHERE drafted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_guest_cart` ON `orders` (`session_hash`) WHERE state in ('cart', 'addressed', 'payment_pending') and user_id is null and drafted_at is null;--> statement-breakpoint
CREATE TABLE `__new_order_bundles` (
	`id` integer PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`order_id` integer NOT NULL,
	`bundle_id` integer,
	`name` text NOT NULL,
	`price_cents` integer NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`bundle_id`) REFERENCES `bundles`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_order_bundles`("id", "token", "order_id", "bundle_id", "name", "price_cents", "added_at") SELECT "id", "token", "order_id", "bundle_id", "name", "price_cents", "added_at" FROM `order_bundles`;--> statement-breakpoint
DROP TABLE `order_bundles`;--> statement-breakpoint
ALTER TABLE `__new_order_bundles` RENAME TO `order_bundles`;--> statement-breakpoint
CREATE UNIQUE INDEX `order_bundles_token` ON `order_bundles` (`token`);--> statement-breakpoint
CREATE INDEX `order_bundles_of_order` ON `order_bundles` (`order_id`);--> statement-breakpoint
CREATE INDEX `payments_by_last4` ON `payments` (`card_last4`) WHERE card_last4 is not null;--> statement-breakpoint
-- Whom orders are for, by any word of the name, so that a caller is found by their last name.
CREATE VIRTUAL TABLE `order_names` USING fts5(`buyer`, `recipient`, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
-- An erased name leaves no trace in the index.
INSERT INTO `order_names` (`order_names`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `order_names` (`rowid`, `buyer`, `recipient`)
SELECT id, coalesce(delivery_name, ''), coalesce(gift_recipient_name, '') FROM `orders` WHERE placed_at IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `order_names_added` AFTER INSERT ON `orders`
WHEN new.placed_at IS NOT NULL OR new.drafted_at IS NOT NULL BEGIN
  INSERT INTO order_names (rowid, buyer, recipient)
  VALUES (new.id, coalesce(new.delivery_name, ''), coalesce(new.gift_recipient_name, ''));
END;
--> statement-breakpoint
CREATE TRIGGER `order_names_changed` AFTER UPDATE OF `delivery_name`, `gift_recipient_name`, `placed_at`, `drafted_at` ON `orders`
WHEN (new.placed_at IS NOT NULL OR new.drafted_at IS NOT NULL) AND (
  new.delivery_name IS NOT old.delivery_name OR new.gift_recipient_name IS NOT old.gift_recipient_name
  OR (old.placed_at IS NULL AND old.drafted_at IS NULL)) BEGIN
  DELETE FROM order_names WHERE rowid = old.id;
  INSERT INTO order_names (rowid, buyer, recipient)
  VALUES (new.id, coalesce(new.delivery_name, ''), coalesce(new.gift_recipient_name, ''));
END;
--> statement-breakpoint
CREATE TRIGGER `order_names_removed` AFTER DELETE ON `orders`
WHEN old.placed_at IS NOT NULL OR old.drafted_at IS NOT NULL BEGIN
  DELETE FROM order_names WHERE rowid = old.id;
END;
--> statement-breakpoint
-- Jobs are kept for 90 days, an order's history for good. A job that was forgotten has an error.
CREATE TRIGGER `order_mails_sent` AFTER UPDATE OF `state` ON `jobs`
WHEN new.state = 'done' AND old.state <> 'done' AND new.error IS NULL AND substr(new.kind, 1, 5) = 'mail_' BEGIN
  INSERT INTO order_mails (order_id, kind, at)
  SELECT orders.id, new.kind, new.finished_at FROM orders WHERE orders.id = CASE new.kind
    WHEN 'mail_shipment' THEN (SELECT order_id FROM shipment_notices WHERE id = new.payload ->> '$.noticeId')
    WHEN 'mail_refund_made' THEN (SELECT order_id FROM refunds WHERE id = new.payload ->> '$.refundId')
    WHEN 'mail_refund_failed' THEN (SELECT order_id FROM refunds WHERE id = new.payload ->> '$.refundId')
    WHEN 'mail_refund_replaced' THEN (SELECT order_id FROM refunds WHERE id = new.payload ->> '$.refundId')
    WHEN 'mail_part_refunded' THEN (SELECT order_id FROM staff_refunds WHERE id = new.payload ->> '$.staffRefundId')
    WHEN 'mail_claim_answered' THEN (SELECT order_id FROM claims WHERE id = new.payload ->> '$.claimId')
    WHEN 'mail_weather_hold' THEN (SELECT order_id FROM weather_holds WHERE id = new.payload ->> '$.holdId')
    WHEN 'mail_short' THEN (SELECT order_id FROM box_shorts WHERE id = new.payload ->> '$.shortId')
    WHEN 'mail_gift_card' THEN (SELECT order_id FROM bought_gift_cards WHERE id = new.payload ->> '$.boughtId')
    WHEN 'mail_card_returned' THEN (SELECT order_id FROM bought_gift_cards WHERE id = new.payload ->> '$.boughtId')
    WHEN 'mail_money_returned' THEN (SELECT order_id FROM payments WHERE id = new.payload ->> '$.paymentId')
    WHEN 'mail_membership_box' THEN (SELECT order_id FROM membership_boxes WHERE id = new.payload ->> '$.boxId')
    ELSE new.payload ->> '$.orderId' END;
END;
