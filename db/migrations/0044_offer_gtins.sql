ALTER TABLE `offers` ADD `gtin` text;--> statement-breakpoint
CREATE INDEX `offers_by_gtin` ON `offers` (`gtin`) WHERE gtin is not null;