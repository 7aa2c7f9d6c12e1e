import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type ExtraCharge, extraCharges, type Order, type PaidChange, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** A dearer change that waits for its money. Until then, the order is as it was. */
export type UnpaidChange = {
  change: PaidChange
  amountCents: number
  /** When it ends unpaid. */
  expiresAt: Instant
}

/** Whether the money could still make the change. */
export const canStillBeMade = (
  { expiresAt, orderVersion }: Pick<ExtraCharge, 'expiresAt' | 'orderVersion'>,
  { state, version }: Order,
  now: Instant,
): boolean => expiresAt > now && state === 'paid' && version === orderVersion

export function unpaidChangeOf(db: Db, order: Order, now: Instant): UnpaidChange | null {
  const found = statement(db).get({ orderId: order.id })
  if (!found || !canStillBeMade(found, order, now)) return null
  const { change, amountCents, expiresAt } = found
  return { change, amountCents, expiresAt }
}

const statement = oncePerDatabase((db) =>
  db
    .select({
      change: extraCharges.change,
      orderVersion: extraCharges.orderVersion,
      expiresAt: extraCharges.expiresAt,
      amountCents: payments.amountCents,
    })
    .from(extraCharges)
    .innerJoin(payments, eq(payments.id, extraCharges.paymentId))
    .where(and(eq(extraCharges.orderId, sql.placeholder('orderId')), sql`${payments.status} = 'open'`))
    .prepare(),
)
