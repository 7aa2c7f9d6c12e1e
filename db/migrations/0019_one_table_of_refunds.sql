INSERT INTO `refunds`("order_id", "payment_id", "cause", "amount_cents", "status", "provider_id", "created_at", "updated_at")
WITH `parts` AS (
  SELECT *, row_number() OVER (PARTITION BY `order_id`, `amount_cents`, `sent_at` IS NULL ORDER BY `id`) AS `place` FROM `partial_refunds`
), `moved` AS (
  SELECT *, row_number() OVER (PARTITION BY `order_id`, `amount_cents` ORDER BY `id`) AS `place` FROM `money_movements` WHERE `kind` = 'refund'
)
SELECT p.`order_id`, p.`payment_id`, 'price_lowered', p.`amount_cents`, iif(p.`sent_at` IS NULL, 'asked', 'succeeded'),
  m.`reference`, p.`created_at`, coalesce(p.`sent_at`, p.`created_at`)
FROM `parts` p LEFT JOIN `moved` m ON p.`sent_at` IS NOT NULL AND m.`order_id` = p.`order_id`
  AND m.`amount_cents` = p.`amount_cents` AND m.`place` = p.`place`;--> statement-breakpoint
INSERT INTO `refunds`("order_id", "payment_id", "cause", "amount_cents", "status", "provider_id", "created_at", "updated_at")
WITH `returned` AS (
  SELECT *, row_number() OVER (PARTITION BY `order_id`, `received_cents`, `status` ORDER BY `id`) AS `place`
  FROM `payments` WHERE `status` IN ('refunding', 'refunded') AND `received_cents` > 0
), `moved` AS (
  SELECT *, row_number() OVER (PARTITION BY `order_id`, `amount_cents` ORDER BY `id`) AS `place` FROM `money_movements`
  WHERE `kind` = 'refund' AND `reference` NOT IN (SELECT `provider_id` FROM `refunds` WHERE `provider_id` IS NOT NULL)
)
SELECT p.`order_id`, p.`id`, iif(o.`state` IN ('canceled', 'refunded'), 'dashboard', 'payment_refused'), p.`received_cents`,
  iif(p.`status` = 'refunding', 'asked', 'succeeded'), m.`reference`, p.`created_at`, coalesce(m.`at`, p.`created_at`)
FROM `returned` p JOIN `orders` o ON o.`id` = p.`order_id`
  LEFT JOIN `moved` m ON p.`status` = 'refunded' AND m.`order_id` = p.`order_id`
    AND m.`amount_cents` = p.`received_cents` AND m.`place` = p.`place`;--> statement-breakpoint
UPDATE `payments` SET `status` = 'refunded' WHERE `status` = 'refunding';--> statement-breakpoint
DELETE FROM `jobs` WHERE `kind` IN ('refund_payment', 'refund_part') AND `state` <> 'done';--> statement-breakpoint
INSERT INTO `jobs`("kind", "key", "payload", "run_at", "give_up_at", "created_at")
SELECT 'send_refund', 'send_refund:' || `id`, json_object('refundId', `id`), `created_at`, `created_at` + 259200000, `created_at`
FROM `refunds` WHERE `status` = 'asked';--> statement-breakpoint
DROP TABLE `partial_refunds`;
