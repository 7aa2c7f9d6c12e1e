DROP INDEX `packed_packages_of_lot`;--> statement-breakpoint
CREATE INDEX `packed_packages_of_lot` ON `packed_packages` (upper("lot"),`offer_id`) WHERE lot is not null;