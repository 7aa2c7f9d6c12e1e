import { and, eq, sql } from 'drizzle-orm'
import { type DurableTx, oncePerDatabase } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { NEXT_STATES } from './states.ts'

/** Frozen by PREPARE, and kept when the payment completes. */
const FROZEN_COLUMNS = [
  'itemsCents',
  'promotionsCents',
  'rewardsCents',
  'shippingCents',
  'taxCents',
  'giftCents',
  'creditCents',
  'boughtCardsCents',
  'totalCents',
  'fcId',
  'shipOn',
  'lockAt',
  'chargeAt',
  'expedited',
] as const
const STATE_COLUMNS = [
  'state',
  'version',
  'holdExpiresAt',
  'paymentInFlightAt',
  'chargeAskedAt',
  'placedAt',
  'updatedAt',
] as const

type Step = Pick<Order, 'state' | 'updatedAt'> &
  Partial<Pick<Order, (typeof FROZEN_COLUMNS)[number] | Exclude<(typeof STATE_COLUMNS)[number], 'version'>>>

/** The update requires the state and version that were checked, so the loser of a race throws and rolls back. */
export function advanceOrder(tx: DurableTx, order: Order, step: Step): Order {
  const isAllowed = step.state === order.state || NEXT_STATES[order.state].includes(step.state)
  if (!isAllowed) throw new Error(`order ${order.id} cannot go from ${order.state} to ${step.state}`)
  const next: Order = { ...order, ...step, version: order.version + 1 }
  const expected = { id: order.id, expectedState: order.state, expectedVersion: order.version }
  const { changes } = advanceStatement(tx).run({ ...next, ...expected })
  if (changes !== 1) throw new Error(`order ${order.id} changed while it was being checked`)
  return next
}

const advanceStatement = oncePerDatabase((db) =>
  db
    .update(orders)
    .set(
      Object.fromEntries([...FROZEN_COLUMNS, ...STATE_COLUMNS].map((name) => [name, placeholderFor(name)])),
    )
    .where(
      and(
        eq(orders.id, sql.placeholder('id')),
        eq(orders.state, sql.placeholder('expectedState')),
        eq(orders.version, sql.placeholder('expectedVersion')),
      ),
    )
    .prepare(),
)

const placeholderFor = (name: (typeof FROZEN_COLUMNS)[number] | (typeof STATE_COLUMNS)[number]) =>
  sql`${sql.param(sql.placeholder(name), orders[name])}`
