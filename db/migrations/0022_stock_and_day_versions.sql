-- A sale moves its own versions, so that what the shop sells stays cached while it sells.
CREATE TABLE `stock_changes` (
	`offer_id` integer PRIMARY KEY NOT NULL,
	`number` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_changes_in_order` ON `stock_changes` (`number`);
--> statement-breakpoint
ALTER TABLE `shop_versions` ADD `days_version` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
DROP TRIGGER `stock_added_in_shop`;
--> statement-breakpoint
DROP TRIGGER `stock_changed_in_shop`;
--> statement-breakpoint
DROP TRIGGER `stock_removed_in_shop`;
--> statement-breakpoint
DROP TRIGGER `holds_added_in_shop`;
--> statement-breakpoint
DROP TRIGGER `holds_changed_in_shop`;
--> statement-breakpoint
DROP TRIGGER `holds_removed_in_shop`;
--> statement-breakpoint
DROP TRIGGER `day_holds_added_in_shop`;
--> statement-breakpoint
DROP TRIGGER `day_holds_changed_in_shop`;
--> statement-breakpoint
DROP TRIGGER `day_holds_removed_in_shop`;
--> statement-breakpoint
DROP TRIGGER `ship_days_added_in_shop`;
--> statement-breakpoint
DROP TRIGGER `ship_days_changed_in_shop`;
--> statement-breakpoint
DROP TRIGGER `ship_days_removed_in_shop`;
--> statement-breakpoint
CREATE TRIGGER `stock_added_by_offer` AFTER INSERT ON `stock` BEGIN
  INSERT INTO stock_changes (offer_id, number)
  VALUES (NEW.offer_id, (SELECT coalesce(max(number), 0) + 1 FROM stock_changes))
  ON CONFLICT (offer_id) DO UPDATE SET number = excluded.number;
END;
--> statement-breakpoint
CREATE TRIGGER `stock_changed_by_offer` AFTER UPDATE ON `stock` BEGIN
  INSERT INTO stock_changes (offer_id, number)
  VALUES (NEW.offer_id, (SELECT coalesce(max(number), 0) + 1 FROM stock_changes))
  ON CONFLICT (offer_id) DO UPDATE SET number = excluded.number;
END;
--> statement-breakpoint
CREATE TRIGGER `stock_removed_by_offer` AFTER DELETE ON `stock` BEGIN
  INSERT INTO stock_changes (offer_id, number)
  VALUES (OLD.offer_id, (SELECT coalesce(max(number), 0) + 1 FROM stock_changes))
  ON CONFLICT (offer_id) DO UPDATE SET number = excluded.number;
END;
--> statement-breakpoint
CREATE TRIGGER `holds_added_by_offer` AFTER INSERT ON `holds` BEGIN
  INSERT INTO stock_changes (offer_id, number)
  VALUES (NEW.offer_id, (SELECT coalesce(max(number), 0) + 1 FROM stock_changes))
  ON CONFLICT (offer_id) DO UPDATE SET number = excluded.number;
END;
--> statement-breakpoint
CREATE TRIGGER `holds_changed_by_offer` AFTER UPDATE ON `holds` BEGIN
  INSERT INTO stock_changes (offer_id, number)
  VALUES (NEW.offer_id, (SELECT coalesce(max(number), 0) + 1 FROM stock_changes))
  ON CONFLICT (offer_id) DO UPDATE SET number = excluded.number;
END;
--> statement-breakpoint
CREATE TRIGGER `holds_removed_by_offer` AFTER DELETE ON `holds` BEGIN
  INSERT INTO stock_changes (offer_id, number)
  VALUES (OLD.offer_id, (SELECT coalesce(max(number), 0) + 1 FROM stock_changes))
  ON CONFLICT (offer_id) DO UPDATE SET number = excluded.number;
END;
--> statement-breakpoint
CREATE TRIGGER `day_holds_added_in_days` AFTER INSERT ON `day_holds` BEGIN
  UPDATE shop_versions SET days_version = days_version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `day_holds_changed_in_days` AFTER UPDATE ON `day_holds` BEGIN
  UPDATE shop_versions SET days_version = days_version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `day_holds_removed_in_days` AFTER DELETE ON `day_holds` BEGIN
  UPDATE shop_versions SET days_version = days_version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ship_days_added_in_days` AFTER INSERT ON `ship_days` BEGIN
  UPDATE shop_versions SET days_version = days_version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ship_days_changed_in_days` AFTER UPDATE ON `ship_days` BEGIN
  UPDATE shop_versions SET days_version = days_version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ship_days_removed_in_days` AFTER DELETE ON `ship_days` BEGIN
  UPDATE shop_versions SET days_version = days_version + 1;
END;
