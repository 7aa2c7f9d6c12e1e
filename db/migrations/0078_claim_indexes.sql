CREATE INDEX `claims_by_age` ON `claims` (`created_at`);--> statement-breakpoint
CREATE INDEX `claims_by_answer` ON `claims` (`answered_at`) WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX `claims_of_gift_card` ON `claims` (`gift_card_id`) WHERE gift_card_id is not null;--> statement-breakpoint
CREATE INDEX `claims_of_reship` ON `claims` (`reship_order_id`) WHERE reship_order_id is not null;--> statement-breakpoint
CREATE INDEX `order_rewards_of_offer` ON `order_rewards` (`offer_id`) WHERE offer_id is not null;