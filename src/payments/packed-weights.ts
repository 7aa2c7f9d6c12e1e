import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Order, type OrderLine, orderLines } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { weighedCents } from '../money.ts'
import { mailFinalWeights } from '../orders/mails.tsx'
import { type Lowered, lowerItems } from './lower-items.ts'

/** The net grams of each package, by offer. */
export type PackedWeights = ReadonlyMap<number, readonly number[]>

/**
 * Prices what is sold by weight by what was packed (CWT-1), returns what that costs less, and sends the receipt again.
 * A line never costs more than before: what weighs more is a gift. Doing it again with the same weights changes nothing.
 */
export function settleWeights(tx: DurableTx, order: Order, weights: PackedWeights, now: Instant): Lowered {
  const changed = linesByWeight(tx, order.id).flatMap((line) => {
    const packed = packedLine(line, weights.get(line.offerId) ?? [])
    return packed === null || packed.grams === line.packedGrams ? [] : [{ line, ...packed }]
  })
  if (changed.length === 0) return { order, cardCents: 0, heldCents: 0, giftCents: 0 }
  for (const { line, grams, cents } of changed)
    tx.update(orderLines)
      .set({ packedGrams: grams, packedCents: cents })
      .where(eq(orderLines.id, line.id))
      .run()
  const lowered = lowerItems(
    tx,
    order,
    changed.reduce((sum, { fromCents, cents }) => sum + fromCents - cents, 0),
    now,
  )
  const key = `final_weights:${order.token}:${lowered.order.version}`
  enqueue(tx, mailFinalWeights, { orderId: order.id, version: lowered.order.version }, { key, now })
  return lowered
}

/** Null if none of it was packed. */
function packedLine({ priceCents, poundCents, packedCents }: OrderLine, packages: readonly number[]) {
  if (poundCents === null || packages.length === 0) return null
  const fromCents = packedCents ?? priceCents * packages.length
  const weighed = packages.reduce((sum, grams) => sum + weighedCents(poundCents, grams), 0)
  const grams = packages.reduce((sum, net) => sum + net, 0)
  return { grams, fromCents, cents: Math.min(fromCents, weighed) }
}

const linesByWeight = (db: Db, orderId: number): OrderLine[] =>
  db
    .select()
    .from(orderLines)
    .where(
      and(
        eq(orderLines.orderId, orderId),
        isNotNull(orderLines.poundCents),
        eq(orderLines.bundledQuantity, 0), // a bundle's price is fixed, even if its cuts are sold by weight by now
      ),
    )
    .orderBy(orderLines.id)
    .all()
