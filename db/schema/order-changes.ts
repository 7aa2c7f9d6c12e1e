import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { orders } from './orders.ts'

/** As the provider names it: 'visa'. */
export type PaidCard = { brand: string; last4: string }

export type EditedLine = { name: string; label: string; from: number; to: number }

/** A reward that the new day was too late for; enough to put it back. */
export type MovedOffReward = {
  id: number
  name: string
  offerId: number | null
  cents: number
  isLost: boolean
}

/**
 * What happened to a placed order, by kind. It stays for the books, so it names no person and no street. `card`: of a
 * change that cost more.
 */
export type OrderChangeDetail = {
  moved: { from: Day; to: Day; reward?: MovedOffReward; card?: PaidCard }
  delivery: { isNewPlace: boolean; from?: Day; to?: Day }
  edited: { lines: EditedLine[]; card?: PaidCard }
  /** `heldCents`: the part of `cardCents` that banks only held. */
  canceled: { cardCents: number; giftCents: number; heldCents?: number }
}

/** Changes to placed orders, one per version. Rows are only added. */
export const orderChanges = sqliteTable(
  'order_changes',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    version: integer().notNull(), // of the order, after the change
    kind: text({ enum: ['moved', 'delivery', 'edited', 'canceled'] }).notNull(),
    by: text({ enum: ['shopper', 'staff', 'shop'] }).notNull(),
    /** What the order costs more (charged) or less (refunded) than before. */
    differenceCents: integer().notNull(),
    detail: text({ mode: 'json' }).$type<OrderChangeDetail[keyof OrderChangeDetail]>().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex('order_changes_version').on(t.orderId, t.version),
    index('order_changes_of_order').on(t.orderId, t.at),
  ],
)

export type OrderChangeRow = typeof orderChanges.$inferSelect
