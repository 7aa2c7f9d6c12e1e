CREATE TABLE `report_changes` (
	`order_id` integer PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`through` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_customers` (
	`first_order_id` integer NOT NULL,
	`month` integer NOT NULL,
	PRIMARY KEY(`first_order_id`, `month`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_orders` (
	`order_id` integer PRIMARY KEY NOT NULL,
	`cents` integer NOT NULL,
	`parts` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_sums` (
	`kind` text NOT NULL,
	`day` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	`units` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`kind`, `day`, `name`)
) STRICT;
--> statement-breakpoint
INSERT INTO `report_changes` (`order_id`) SELECT id FROM orders WHERE placed_at IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `orders_added_in_reports` AFTER INSERT ON `orders` WHEN new.placed_at IS NOT NULL BEGIN
  INSERT INTO report_changes (order_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `orders_changed_in_reports` AFTER UPDATE ON `orders` WHEN new.placed_at IS NOT NULL BEGIN
  INSERT INTO report_changes (order_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `lines_added_in_reports` AFTER INSERT ON `order_lines` BEGIN
  INSERT INTO report_changes (order_id) SELECT id FROM orders WHERE id = new.order_id AND placed_at IS NOT NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `lines_changed_in_reports` AFTER UPDATE ON `order_lines` BEGIN
  INSERT INTO report_changes (order_id) SELECT id FROM orders WHERE id = new.order_id AND placed_at IS NOT NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `lines_removed_in_reports` AFTER DELETE ON `order_lines` BEGIN
  INSERT INTO report_changes (order_id) SELECT id FROM orders WHERE id = old.order_id AND placed_at IS NOT NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `shipments_added_in_reports` AFTER INSERT ON `shipments` BEGIN
  INSERT INTO report_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `shipments_changed_in_reports` AFTER UPDATE ON `shipments` BEGIN
  INSERT INTO report_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `shipments_removed_in_reports` AFTER DELETE ON `shipments` BEGIN
  INSERT INTO report_changes (order_id) VALUES (old.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `notices_added_in_reports` AFTER INSERT ON `shipment_notices` BEGIN
  INSERT INTO report_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `claims_added_in_reports` AFTER INSERT ON `claims` BEGIN
  INSERT INTO report_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
