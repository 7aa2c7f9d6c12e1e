-- What people search in: one row a shown variety, kept in step by the triggers below, whoever writes.
CREATE VIRTUAL TABLE `variety_search` USING fts5(
  `name`, `cut`, `farm`, `badges`, `notes`,
  content='', contentless_delete=1, prefix='2 3',
  tokenize='porter unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- The same words as they are written, to find the one that was meant.
CREATE VIRTUAL TABLE `variety_words` USING fts5(
  `title`, `notes`,
  content='', contentless_delete=1, detail=column,
  tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_vocabulary` USING fts5vocab(`variety_words`, `col`);
--> statement-breakpoint
-- Counts the changes of what can be searched, so that a process knows when what it remembers is old.
CREATE TABLE `search_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	CONSTRAINT "search_versions_one_row" CHECK("search_versions"."id" = 1)
) STRICT;
--> statement-breakpoint
INSERT INTO `search_versions` (`id`, `version`) VALUES (1, 1);
--> statement-breakpoint
CREATE VIEW `variety_texts` AS
SELECT
  varieties.id AS id,
  varieties.name AS name,
  replace(varieties.cut || ' ' || varieties.family, '-', ' ') || ' ' || varieties.animal AS cut,
  farms.name || ' ' || farms.town || ' ' || farms.state || ' ' || farms.region AS farm,
  (SELECT group_concat(value, ' ') FROM json_each(varieties.badges)) AS badges,
  varieties.summary || ' ' || varieties.story || ' ' || varieties.raised || ' '
    || coalesce((SELECT group_concat(value, ' ') FROM json_each(varieties.cooking)), '') AS notes
FROM varieties JOIN farms ON farms.id = varieties.farm_id
WHERE varieties.hidden = 0;
--> statement-breakpoint
CREATE TRIGGER `variety_added_to_search` AFTER INSERT ON `varieties` BEGIN
  INSERT INTO variety_search (rowid, name, cut, farm, badges, notes)
    SELECT id, name, cut, farm, badges, notes FROM variety_texts WHERE id = NEW.id;
  INSERT INTO variety_words (rowid, title, notes)
    SELECT id, concat_ws(' ', name, cut, farm, badges), notes FROM variety_texts WHERE id = NEW.id;
  UPDATE search_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `variety_changed_in_search`
AFTER UPDATE OF `name`, `cut`, `family`, `animal`, `farm_id`, `badges`, `summary`, `story`, `raised`, `cooking`, `hidden` ON `varieties`
BEGIN
  DELETE FROM variety_search WHERE rowid = OLD.id;
  DELETE FROM variety_words WHERE rowid = OLD.id;
  INSERT INTO variety_search (rowid, name, cut, farm, badges, notes)
    SELECT id, name, cut, farm, badges, notes FROM variety_texts WHERE id = NEW.id;
  INSERT INTO variety_words (rowid, title, notes)
    SELECT id, concat_ws(' ', name, cut, farm, badges), notes FROM variety_texts WHERE id = NEW.id;
  UPDATE search_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `variety_taken_from_search` AFTER DELETE ON `varieties` BEGIN
  DELETE FROM variety_search WHERE rowid = OLD.id;
  DELETE FROM variety_words WHERE rowid = OLD.id;
  UPDATE search_versions SET version = version + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `farm_changed_in_search` AFTER UPDATE OF `name`, `town`, `state`, `region` ON `farms` BEGIN
  DELETE FROM variety_search WHERE rowid IN (SELECT id FROM varieties WHERE farm_id = NEW.id);
  DELETE FROM variety_words WHERE rowid IN (SELECT id FROM varieties WHERE farm_id = NEW.id);
  INSERT INTO variety_search (rowid, name, cut, farm, badges, notes)
    SELECT id, name, cut, farm, badges, notes FROM variety_texts WHERE id IN (SELECT id FROM varieties WHERE farm_id = NEW.id);
  INSERT INTO variety_words (rowid, title, notes)
    SELECT id, concat_ws(' ', name, cut, farm, badges), notes FROM variety_texts WHERE id IN (SELECT id FROM varieties WHERE farm_id = NEW.id);
  UPDATE search_versions SET version = version + 1;
END;
--> statement-breakpoint
-- A shop that is older than its search.
INSERT INTO variety_search (rowid, name, cut, farm, badges, notes)
  SELECT id, name, cut, farm, badges, notes FROM variety_texts;
--> statement-breakpoint
INSERT INTO variety_words (rowid, title, notes)
  SELECT id, concat_ws(' ', name, cut, farm, badges), notes FROM variety_texts;
