import { and, eq, sql } from 'drizzle-orm'
import { type DurableTx, oncePerDatabase } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { NEXT_STATES } from './states.ts'

/** What a payment freezes and its completion keeps: the sums, the day and its moments. */
const PROMISE = [
  'itemsCents',
  'promotionsCents',
  'rewardsCents',
  'shippingCents',
  'taxCents',
  'giftCents',
  'totalCents',
  'fcId',
  'shipOn',
  'lockAt',
  'chargeAt',
  'expedited',
] as const
const MOVES = ['state', 'version', 'holdExpiresAt', 'placedAt', 'updatedAt'] as const

type Step = Pick<Order, 'state' | 'updatedAt'> &
  Partial<Pick<Order, (typeof PROMISE)[number] | 'holdExpiresAt' | 'placedAt'>>

/**
 * Takes an order one step on, with the promise it has then. Conditional on the state and version that were judged:
 * the loser of a race throws, and its transaction falls. So does a step that `NEXT_STATES` does not know.
 */
export function advanceOrder(tx: DurableTx, order: Order, step: Step): Order {
  const isKnown = step.state === order.state || NEXT_STATES[order.state].includes(step.state)
  if (!isKnown) throw new Error(`order ${order.id} cannot go from ${order.state} to ${step.state}`)
  const next: Order = { ...order, ...step, version: order.version + 1 }
  const judged = { id: order.id, judgedState: order.state, judgedVersion: order.version }
  const { changes } = advance(tx).run({ ...next, ...judged })
  if (changes !== 1) throw new Error(`order ${order.id} changed while it was being judged`)
  return next
}

const advance = oncePerDatabase((db) =>
  db
    .update(orders)
    .set(Object.fromEntries([...PROMISE, ...MOVES].map((name) => [name, given(name)])))
    .where(
      and(
        eq(orders.id, sql.placeholder('id')),
        eq(orders.state, sql.placeholder('judgedState')),
        eq(orders.version, sql.placeholder('judgedVersion')),
      ),
    )
    .prepare(),
)

const given = (name: (typeof PROMISE)[number] | (typeof MOVES)[number]) =>
  sql`${sql.param(sql.placeholder(name), orders[name])}`
