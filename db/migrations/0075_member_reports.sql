CREATE TABLE `report_member_changes` (
	`membership_id` integer PRIMARY KEY NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_members` (
	`membership_id` integer PRIMARY KEY NOT NULL,
	`parts` text NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO `report_member_changes` (`membership_id`) SELECT id FROM memberships;
--> statement-breakpoint
INSERT INTO `report_changes` (`order_id`) SELECT id FROM orders WHERE placed_at IS NOT NULL AND (id IN (SELECT order_id FROM claims) OR id IN (SELECT order_id FROM order_lines WHERE packed_grams IS NOT NULL)) ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE TRIGGER `members_added_in_reports` AFTER INSERT ON `memberships` BEGIN
  INSERT INTO report_member_changes (membership_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `members_changed_in_reports` AFTER UPDATE OF `state`, `canceled_at`, `created_at`, `renew_period_type` ON `memberships` BEGIN
  INSERT INTO report_member_changes (membership_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `member_boxes_added_in_reports` AFTER INSERT ON `membership_boxes` BEGIN
  INSERT INTO report_member_changes (membership_id) VALUES (new.membership_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `member_boxes_changed_in_reports` AFTER UPDATE OF `state`, `rhythm_on`, `tries`, `order_id` ON `membership_boxes` BEGIN
  INSERT INTO report_member_changes (membership_id) VALUES (new.membership_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `member_boxes_removed_in_reports` AFTER DELETE ON `membership_boxes` BEGIN
  INSERT INTO report_member_changes (membership_id) VALUES (old.membership_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `member_orders_changed_in_reports` AFTER UPDATE OF `total_cents`, `state` ON `orders` WHEN new.membership_id IS NOT NULL BEGIN
  INSERT INTO report_member_changes (membership_id) VALUES (new.membership_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `claims_changed_in_reports` AFTER UPDATE ON `claims` BEGIN
  INSERT INTO report_changes (order_id) VALUES (new.order_id) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `claim_lines_added_in_reports` AFTER INSERT ON `claim_lines` BEGIN
  INSERT INTO report_changes (order_id) SELECT order_id FROM claims WHERE id = new.claim_id ON CONFLICT DO NOTHING;
END;