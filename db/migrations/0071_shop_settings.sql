CREATE TABLE `setting_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`version` integer NOT NULL,
	`value` text NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by_id` integer,
	`saved_by_name` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`restores` integer,
	CONSTRAINT "setting_versions_version" CHECK("setting_versions"."version" >= 1)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `setting_versions_of_group` ON `setting_versions` (`group_id`,`version`);--> statement-breakpoint
ALTER TABLE `orders` ADD `terms_promised_at` integer;
--> statement-breakpoint
CREATE TRIGGER `setting_versions_stay_as_written` BEFORE UPDATE ON `setting_versions` BEGIN
  SELECT RAISE(ABORT, 'a saved setting never changes');
END;
--> statement-breakpoint
CREATE TRIGGER `setting_versions_stay` BEFORE DELETE ON `setting_versions` BEGIN
  SELECT RAISE(ABORT, 'a saved setting never changes');
END;
--> statement-breakpoint
-- Every page shows them: see the migration `shop_version`.
CREATE TRIGGER `shop_version_setting_saved` AFTER INSERT ON `setting_versions` BEGIN
  UPDATE shop_versions SET version = version + 1;
END;
