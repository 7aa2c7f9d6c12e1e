-- Counts the changes of what pages show of the shop, so that a process knows when what it remembers is old.
CREATE TABLE `shop_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	CONSTRAINT "shop_versions_one_row" CHECK("shop_versions"."id" = 1)
) STRICT;
--> statement-breakpoint
INSERT INTO `shop_versions` (`id`, `version`) VALUES (1, 1);
--> statement-breakpoint
CREATE TRIGGER `varieties_added_in_shop` AFTER INSERT ON `varieties` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `varieties_changed_in_shop` AFTER UPDATE ON `varieties` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `varieties_removed_in_shop` AFTER DELETE ON `varieties` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `offers_added_in_shop` AFTER INSERT ON `offers` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `offers_changed_in_shop` AFTER UPDATE ON `offers` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `offers_removed_in_shop` AFTER DELETE ON `offers` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `farms_added_in_shop` AFTER INSERT ON `farms` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `farms_changed_in_shop` AFTER UPDATE ON `farms` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `farms_removed_in_shop` AFTER DELETE ON `farms` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `stock_added_in_shop` AFTER INSERT ON `stock` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `stock_changed_in_shop` AFTER UPDATE ON `stock` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `stock_removed_in_shop` AFTER DELETE ON `stock` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `holds_added_in_shop` AFTER INSERT ON `holds` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `holds_changed_in_shop` AFTER UPDATE ON `holds` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `holds_removed_in_shop` AFTER DELETE ON `holds` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `fulfillment_centers_added_in_shop` AFTER INSERT ON `fulfillment_centers` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `fulfillment_centers_changed_in_shop` AFTER UPDATE ON `fulfillment_centers` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `fulfillment_centers_removed_in_shop` AFTER DELETE ON `fulfillment_centers` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ship_days_added_in_shop` AFTER INSERT ON `ship_days` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ship_days_changed_in_shop` AFTER UPDATE ON `ship_days` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `ship_days_removed_in_shop` AFTER DELETE ON `ship_days` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `day_holds_added_in_shop` AFTER INSERT ON `day_holds` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `day_holds_changed_in_shop` AFTER UPDATE ON `day_holds` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `day_holds_removed_in_shop` AFTER DELETE ON `day_holds` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `carrier_holidays_added_in_shop` AFTER INSERT ON `carrier_holidays` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `carrier_holidays_changed_in_shop` AFTER UPDATE ON `carrier_holidays` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `carrier_holidays_removed_in_shop` AFTER DELETE ON `carrier_holidays` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `delivery_blocks_added_in_shop` AFTER INSERT ON `delivery_blocks` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `delivery_blocks_changed_in_shop` AFTER UPDATE ON `delivery_blocks` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `delivery_blocks_removed_in_shop` AFTER DELETE ON `delivery_blocks` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `postal_zones_added_in_shop` AFTER INSERT ON `postal_zones` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `postal_zones_changed_in_shop` AFTER UPDATE ON `postal_zones` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `postal_zones_removed_in_shop` AFTER DELETE ON `postal_zones` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `zip_codes_added_in_shop` AFTER INSERT ON `zip_codes` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `zip_codes_changed_in_shop` AFTER UPDATE ON `zip_codes` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `zip_codes_removed_in_shop` AFTER DELETE ON `zip_codes` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
-- What is found equally well stands in the order of the shelves.
CREATE TRIGGER `variety_moved_in_search` AFTER UPDATE OF `featured_rank` ON `varieties` BEGIN
  UPDATE search_versions SET version = version + 1;
END;
