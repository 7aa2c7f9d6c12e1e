import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { boxLots, lots, type Order } from '#db/schema/index.ts'
import type { LineLotFacts } from '#views/orders/placed-order.ts'

/** The lots of what was packed for an order, by offer. An order that is in no wave has none. */
export function packedLots(db: Db, { id, state }: Order): Map<number, LineLotFacts[]> {
  const byOffer = new Map<number, LineLotFacts[]>()
  if (state !== 'in_wave' && state !== 'shipped' && state !== 'delivered') return byOffer
  for (const { offerId, ...lot } of statement(db).all({ orderId: id }))
    byOffer.set(offerId, [...(byOffer.get(offerId) ?? []), lot])
  return byOffer
}

const statement = oncePerDatabase((db) =>
  db
    .select({
      offerId: boxLots.offerId,
      code: lots.code,
      packedOn: lots.packedOn,
      harvestedOn: lots.harvestedOn,
    })
    .from(boxLots)
    .innerJoin(lots, eq(lots.id, boxLots.lotId))
    .where(and(eq(boxLots.orderId, sql.placeholder('orderId')), gt(boxLots.packed, 0)))
    .orderBy(asc(lots.bestBy))
    .prepare(),
)
