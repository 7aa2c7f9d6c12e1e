CREATE INDEX `mailed_links_of_user` ON `mailed_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_tries_by_age` ON `password_tries` (`last_at`);--> statement-breakpoint
CREATE INDEX `sessions_by_age` ON `sessions` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_of_customer` ON `users` (`provider_customer_id`) WHERE provider_customer_id is not null;--> statement-breakpoint
CREATE INDEX `jobs_done` ON `jobs` (`finished_at`) WHERE state = 'done';--> statement-breakpoint
CREATE INDEX `recurring_consents_of_user` ON `recurring_consents` (`user_id`);--> statement-breakpoint
CREATE INDEX `consents_by_email` ON `consents` (`email`);--> statement-breakpoint
CREATE INDEX `orders_of_session` ON `orders` (`session_hash`);--> statement-breakpoint
CREATE INDEX `orders_by_email` ON `orders` (lower("email"));--> statement-breakpoint
CREATE INDEX `orders_by_place` ON `orders` (`delivery_postal_code`,lower("delivery_street1")) WHERE placed_at is not null;--> statement-breakpoint
CREATE INDEX `orders_by_gift_recipient` ON `orders` (lower("gift_recipient_email")) WHERE gift_recipient_email is not null;--> statement-breakpoint
CREATE INDEX `partial_refunds_of_payment` ON `partial_refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `stored_cards_of_customer` ON `stored_cards` (`provider_customer_id`);--> statement-breakpoint
CREATE INDEX `webhook_events_by_age` ON `webhook_events` (`received_at`);--> statement-breakpoint
CREATE INDEX `corporate_gifting_contacts_by_email` ON `corporate_gifting_contacts` (`email`);--> statement-breakpoint
CREATE INDEX `wait_list_entries_by_email` ON `wait_list_entries` (`email`);