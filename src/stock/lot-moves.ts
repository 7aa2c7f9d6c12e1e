import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lots, offers } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { type LotBox, type LotProblem, lotProblem } from './lot-rules.ts'

export type LotShortage = { offerId: number; problem: LotProblem }

type Placed = LotBox & { id: number; fcId: number | null }

/**
 * For a placed order that isn't in a wave: which of its units no lot may go for on another day or in another state.
 * As for a sale, what others bought may come from any lot. Lots that are as good there as before refuse nothing.
 */
export function lotMoves(db: Db, order: Placed, now: Instant): (to: LotBox) => LotShortage[] {
  const { id, fcId } = order
  if (fcId === null) return () => []
  const units = soldUnits(db, { id, fcId }, now)
  const unplanned = unplannedLots(db, { id, fcId })
  return (to) =>
    units.flatMap(({ offerId, free }) => {
      const ofOffer = unplanned.filter((lot) => lot.offerId === offerId)
      const bad = ofOffer.filter((lot) => lotProblem(lot, to) !== null)
      const worse = bad.find((lot) => lotProblem(lot, order) === null)
      const problem = worse ? lotProblem(worse, to) : null
      // What is free counts none of the order's own units, so less than nothing is too little for them.
      return problem && free < bad.reduce((sum, lot) => sum + lot.units, 0) ? [{ offerId, problem }] : []
    })
}

/** The offers whose units the order has, gifts too, and what is free of each. */
const soldUnits = (db: Db, { id, fcId }: { id: number; fcId: number }, now: Instant) =>
  db.all<{ offerId: number; free: number }>(sql`
    select sold.offer_id as offerId,
      coalesce((select on_hand from stock where offer_id = sold.offer_id and fc_id = ${fcId}), 0)
        - coalesce((select sum(quantity) from holds where offer_id = sold.offer_id and fc_id = ${fcId}
          and expires_at > ${now} and order_id <> ${id}), 0) as free
    from stock_movements as sold
    where sold.order_id = ${id} and sold.fc_id = ${fcId}
    group by sold.offer_id having sum(sold.delta) < 0`)

/** Lots with units that no wave has planned, of what the order has. */
const unplannedLots = (db: Db, { id, fcId }: { id: number; fcId: number }) =>
  db
    .select({
      offerId: lots.offerId,
      state: lots.state,
      bestBy: lots.bestBy,
      inspection: lots.inspection,
      originState: lots.originState,
      minDaysAtHome: offers.minDaysAtHome,
      units: sql<number>`${lots.unitsLeft} - ${lots.planned} - ${lots.withdrawn}`,
    })
    .from(lots)
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .where(
      and(
        eq(lots.fcId, fcId),
        sql`${lots.unitsLeft} > ${lots.planned} + ${lots.withdrawn}`,
        sql`${lots.offerId} in (select offer_id from stock_movements where order_id = ${id})`,
      ),
    )
    .all()
