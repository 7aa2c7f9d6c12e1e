CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`verb` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_token` text NOT NULL,
	`subject_label` text NOT NULL,
	`detail` text NOT NULL,
	`reason` text,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_entries_by_subject` ON `audit_entries` (`subject_kind`,`subject_token`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_actor` ON `audit_entries` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_verb` ON `audit_entries` (`verb`,`id`);--> statement-breakpoint
CREATE TRIGGER `audit_entries_stay_as_written` BEFORE UPDATE ON `audit_entries` BEGIN
  SELECT RAISE(ABORT, 'the audit trail is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_stay` BEFORE DELETE ON `audit_entries` BEGIN
  SELECT RAISE(ABORT, 'the audit trail is append-only');
END;
