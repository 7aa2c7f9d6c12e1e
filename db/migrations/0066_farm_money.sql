CREATE TABLE `farm_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`farm_id` integer NOT NULL,
	`period` text NOT NULL,
	`order_id` integer NOT NULL,
	`offer_id` integer,
	`claim_id` integer,
	`kind` text NOT NULL,
	`units` integer NOT NULL,
	`grams` integer NOT NULL,
	`goods_cents` integer NOT NULL,
	`sold_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`terms_id` integer,
	`adjusts` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`farm_id`) REFERENCES `farms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claim_id`) REFERENCES `claims`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`terms_id`) REFERENCES `farm_terms`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `farm_entries_of_period` ON `farm_entries` (`farm_id`,`period`);--> statement-breakpoint
CREATE INDEX `farm_entries_by_period` ON `farm_entries` (`period`,`farm_id`);--> statement-breakpoint
CREATE INDEX `farm_entries_of_order` ON `farm_entries` (`order_id`,`offer_id`);--> statement-breakpoint
CREATE INDEX `farm_entries_of_claim` ON `farm_entries` (`claim_id`) WHERE claim_id is not null;--> statement-breakpoint
CREATE INDEX `farm_entries_without_terms` ON `farm_entries` (`farm_id`) WHERE terms_id is null and kind <> 'claim';--> statement-breakpoint
CREATE TABLE `farm_payouts` (
	`id` integer PRIMARY KEY NOT NULL,
	`statement_id` integer NOT NULL,
	`cents` integer NOT NULL,
	`paid_on` text NOT NULL,
	`reference` text NOT NULL,
	`corrects_id` integer,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`statement_id`) REFERENCES `farm_statements`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "farm_payouts_cents" CHECK(("farm_payouts"."cents" > 0) = ("farm_payouts"."corrects_id" is null) and "farm_payouts"."cents" <> 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `farm_payouts_of_statement` ON `farm_payouts` (`statement_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `farm_payouts_key` ON `farm_payouts` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `farm_payouts_corrected_once` ON `farm_payouts` (`corrects_id`) WHERE corrects_id is not null;--> statement-breakpoint
CREATE TABLE `farm_statements` (
	`id` integer PRIMARY KEY NOT NULL,
	`farm_id` integer NOT NULL,
	`period` text NOT NULL,
	`sold_cents` integer NOT NULL,
	`refunded_cents` integer NOT NULL,
	`short_cents` integer NOT NULL,
	`weight_cents` integer NOT NULL,
	`given_cents` integer NOT NULL,
	`claim_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`carried_cents` integer NOT NULL,
	`owed_cents` integer NOT NULL,
	`closed_at` integer NOT NULL,
	FOREIGN KEY (`farm_id`) REFERENCES `farms`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `farm_statements_once` ON `farm_statements` (`farm_id`,`period`);--> statement-breakpoint
CREATE TABLE `farm_terms` (
	`id` integer PRIMARY KEY NOT NULL,
	`farm_id` integer NOT NULL,
	`offer_id` integer,
	`kind` text NOT NULL,
	`basis_points` integer,
	`cents` integer,
	`starts_on` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`farm_id`) REFERENCES `farms`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`offer_id`) REFERENCES `offers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "farm_terms_price" CHECK(iif("farm_terms"."kind" = 'commission', "farm_terms"."basis_points" between 0 and 10000 and "farm_terms"."cents" is null,
        "farm_terms"."cents" between 1 and 1000000 and "farm_terms"."basis_points" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `farm_terms_of_farm` ON `farm_terms` (`farm_id`,`starts_on`);--> statement-breakpoint
CREATE INDEX `farm_terms_of_offer` ON `farm_terms` (`offer_id`) WHERE offer_id is not null;--> statement-breakpoint
CREATE TABLE `shop_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`period` text NOT NULL,
	`order_id` integer NOT NULL,
	`account` text NOT NULL,
	`cents` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `shop_entries_of_order` ON `shop_entries` (`order_id`,`account`);--> statement-breakpoint
CREATE INDEX `shop_entries_by_period` ON `shop_entries` (`period`,`account`,`cents`);--> statement-breakpoint
CREATE TABLE `unposted_orders` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `unposted_orders_by_age` ON `unposted_orders` (`at`);
--> statement-breakpoint
INSERT INTO `unposted_orders` (`order_id`, `at`) SELECT `id`, `placed_at` FROM `orders` WHERE `placed_at` IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `unposted_order_placed` AFTER INSERT ON `orders` WHEN NEW.placed_at IS NOT NULL BEGIN
  INSERT INTO unposted_orders (order_id, at) VALUES (NEW.id, NEW.placed_at) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `unposted_order_changed` AFTER UPDATE OF `version` ON `orders` WHEN NEW.placed_at IS NOT NULL BEGIN
  INSERT INTO unposted_orders (order_id, at) VALUES (NEW.id, NEW.updated_at) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `unposted_refund_owed` AFTER INSERT ON `refunds` BEGIN
  INSERT INTO unposted_orders (order_id, at) VALUES (NEW.order_id, NEW.created_at) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `unposted_refund_changed` AFTER UPDATE OF `amount_cents`, `status`, `resolution` ON `refunds` BEGIN
  INSERT INTO unposted_orders (order_id, at) VALUES (NEW.order_id, NEW.updated_at) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `unposted_money_moved` AFTER INSERT ON `money_movements` BEGIN
  INSERT INTO unposted_orders (order_id, at) VALUES (NEW.order_id, NEW.at) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `unposted_balance_used` AFTER INSERT ON `gift_card_entries` WHEN NEW.order_id IS NOT NULL BEGIN
  INSERT INTO unposted_orders (order_id, at) VALUES (NEW.order_id, NEW.at) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `unposted_card_ended` AFTER UPDATE OF `kept_cents` ON `bought_gift_cards` BEGIN
  INSERT INTO unposted_orders (order_id, at) VALUES (NEW.order_id, coalesce(NEW.ended_at, NEW.added_at)) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `farm_terms_stay_as_written` BEFORE UPDATE ON `farm_terms` BEGIN
  SELECT RAISE(ABORT, 'terms are only added');
END;
--> statement-breakpoint
CREATE TRIGGER `farm_terms_stay` BEFORE DELETE ON `farm_terms` BEGIN
  SELECT RAISE(ABORT, 'terms are only added');
END;
--> statement-breakpoint
CREATE TRIGGER `farm_entries_join_open_periods` BEFORE INSERT ON `farm_entries`
WHEN EXISTS (SELECT 1 FROM farm_statements WHERE farm_id = NEW.farm_id AND period = NEW.period) BEGIN
  SELECT RAISE(ABORT, 'the statement of this period is closed');
END;
--> statement-breakpoint
CREATE TRIGGER `farm_entries_stay_as_written` BEFORE UPDATE ON `farm_entries` BEGIN
  SELECT RAISE(ABORT, 'the ledger of farms is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `farm_entries_stay` BEFORE DELETE ON `farm_entries` BEGIN
  SELECT RAISE(ABORT, 'the ledger of farms is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `shop_entries_stay_as_written` BEFORE UPDATE ON `shop_entries` BEGIN
  SELECT RAISE(ABORT, 'the ledger of farms is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `shop_entries_stay` BEFORE DELETE ON `shop_entries` BEGIN
  SELECT RAISE(ABORT, 'the ledger of farms is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `farm_statements_stay_as_written` BEFORE UPDATE ON `farm_statements` BEGIN
  SELECT RAISE(ABORT, 'a closed statement never changes');
END;
--> statement-breakpoint
CREATE TRIGGER `farm_statements_stay` BEFORE DELETE ON `farm_statements` BEGIN
  SELECT RAISE(ABORT, 'a closed statement never changes');
END;
--> statement-breakpoint
CREATE TRIGGER `farm_payouts_stay_as_written` BEFORE UPDATE ON `farm_payouts` BEGIN
  SELECT RAISE(ABORT, 'payouts are only added');
END;
--> statement-breakpoint
CREATE TRIGGER `farm_payouts_stay` BEFORE DELETE ON `farm_payouts` BEGIN
  SELECT RAISE(ABORT, 'payouts are only added');
END;
