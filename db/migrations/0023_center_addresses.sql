ALTER TABLE `fulfillment_centers` ADD `slug` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `fulfillment_centers` SET `slug` = lower(replace(trim(`name`), ' ', '-'));
--> statement-breakpoint
CREATE UNIQUE INDEX `fulfillment_centers_slug` ON `fulfillment_centers` (`slug`);
