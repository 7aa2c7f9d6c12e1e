CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`at`,`id`);
--> statement-breakpoint
-- What staff can search the trail by: one row an entry, added with it and never changed.
CREATE VIRTUAL TABLE `audit_words` USING fts5(
  `words`,
  content='', detail=column, prefix='3',
  tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
INSERT INTO `audit_words` (`rowid`, `words`)
  SELECT id, actor_name || ' ' || replace(verb, '.', ' ') || ' ' || subject_label || ' ' || detail || ' ' || coalesce(reason, '')
  FROM `audit_entries`;
--> statement-breakpoint
CREATE TRIGGER `audit_entry_added_to_search` AFTER INSERT ON `audit_entries` BEGIN
  INSERT INTO audit_words (rowid, words)
    VALUES (NEW.id, NEW.actor_name || ' ' || replace(NEW.verb, '.', ' ') || ' ' || NEW.subject_label || ' ' || NEW.detail || ' ' || coalesce(NEW.reason, ''));
END;
