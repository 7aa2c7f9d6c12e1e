import { type SQL, sql } from 'drizzle-orm'
import type { Lot } from '#db/schema/index.ts'
import { addDays, type Day, daysBetween } from '../day.ts'

/** What decides whether a box may have units of a lot. */
export type LotFacts = Pick<Lot, 'state' | 'bestBy' | 'inspection' | 'originState'> & {
  minDaysAtHome: number
}
export type LotBox = { arrivalOn: Day | null; deliveryState: string | null }

/** `expired`: it would arrive less than its offer's days at home before its best-by day. */
export type LotProblem = 'recalled' | 'expired' | 'other_state'

/**
 * Asked when a unit is planned, packed and shipped; `unsellableUnits` is the same rule for a sale. State-inspected
 * meat may not leave its state (21 U.S.C. 661).
 */
export function lotProblem(lot: LotFacts, box: LotBox): LotProblem | null {
  if (lot.state === 'recalled') return 'recalled'
  if (box.arrivalOn !== null && lot.bestBy < addDays(box.arrivalOn, lot.minDaysAtHome)) return 'expired'
  if (box.deliveryState !== null && lot.inspection === 'state' && lot.originState !== box.deliveryState)
    return 'other_state'
  return null
}

/** A box that leaves late also arrives late. */
export const arrivalIfShipped = (
  { arrivalOn, shipOn }: { arrivalOn: Day | null; shipOn: Day | null },
  today: Day,
): Day | null =>
  arrivalOn !== null && shipOn !== null && shipOn < today
    ? addDays(arrivalOn, daysBetween(shipOn, today))
    : arrivalOn

/**
 * Unsold units of an offer in a center that a box may not have. Units sold and not yet in a wave may come from any
 * lot, so this counts a lot as unsold until its units are planned: it never sells too much.
 */
export const unsellableUnits = (offerId: SQL, fcId: SQL, arrivalOn: SQL, deliveryState: SQL) => sql<number>`
  coalesce((
    select sum(lots.units_left - lots.planned - lots.withdrawn) from lots
    where lots.offer_id = ${offerId} and lots.fc_id = ${fcId} and lots.units_left > 0
      and (lots.state = 'recalled'
        or lots.best_by < date(${arrivalOn}, '+' ||
          (select min_days_at_home from offers where offers.id = lots.offer_id) || ' days')
        or (lots.inspection = 'state' and lots.origin_state <> ${deliveryState}))), 0)`

const LOT_PROBLEM_WORDS: Record<LotProblem, string> = {
  recalled: 'was recalled',
  expired: 'would reach its best-by day too soon after arrival',
  other_state: 'was inspected by its state and may not leave it',
}

/** Follows the lot's code. */
export const lotProblemWords = (problem: LotProblem): string => LOT_PROBLEM_WORDS[problem]
