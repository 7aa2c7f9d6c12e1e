CREATE TABLE `weather_alerts` (
	`id` integer PRIMARY KEY NOT NULL,
	`fc_id` integer NOT NULL,
	`title` text NOT NULL,
	`states` text NOT NULL,
	`zip3s` text NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`cleared_at` integer,
	FOREIGN KEY (`fc_id`) REFERENCES `fulfillment_centers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "weather_alerts_dates" CHECK("weather_alerts"."ends_on" >= "weather_alerts"."starts_on")
) STRICT;
--> statement-breakpoint
CREATE INDEX `weather_alerts_of_center` ON `weather_alerts` (`fc_id`,`ends_on`);
--> statement-breakpoint
CREATE TABLE `weather_holds` (
	`id` integer PRIMARY KEY NOT NULL,
	`alert_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`ship_on` text NOT NULL,
	`arrival_on` text NOT NULL,
	`lock_at` integer NOT NULL,
	`charge_at` integer NOT NULL,
	`expedited` integer NOT NULL,
	`moved_to` text,
	`answer_by` integer,
	`answer` text,
	`answered_at` integer,
	`ship_anyway_at` integer,
	`ship_anyway_words` text,
	`held_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`alert_id`) REFERENCES `weather_alerts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `weather_holds_open` ON `weather_holds` (`order_id`) WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX `weather_holds_of_order` ON `weather_holds` (`order_id`);
--> statement-breakpoint
CREATE INDEX `weather_holds_of_alert` ON `weather_holds` (`alert_id`);
--> statement-breakpoint
CREATE TRIGGER `weather_alerts_added_in_shop` AFTER INSERT ON `weather_alerts` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `weather_alerts_changed_in_shop` AFTER UPDATE ON `weather_alerts` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `weather_alerts_removed_in_shop` AFTER DELETE ON `weather_alerts` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
