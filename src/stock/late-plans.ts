import type { Db, DurableTx } from '#db/client.ts'
import type { Lot } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { type BoxLine, dueUnits, lotProblemForBox, planUnits } from './lot-packing.ts'
import { takeFirstExpired } from './lots.ts'
import { unlottedUnits, unlottedUnitsOf } from './unlotted.ts'

type Line = BoxLine & { fcId: number }

/** Units that are in no lot; as many as you like of an offer without lots. */
export const looseUnits = (db: Db, place: { offerId: number; fcId: number }): number =>
  Math.max(0, unlottedUnitsOf(db, place) ?? Number.POSITIVE_INFINITY)

/** The same of several offers that are kept in lots. */
export const looseUnitsByOffer = (db: Db, places: { offerIds: number[]; fcId: number }) =>
  new Map(unlottedUnits(db, places).map(({ offerId, units }) => [offerId, Math.max(0, units)]))

/** Whether a lot may go into this line's box. */
const isGoodFor =
  (db: Db, { orderId }: Line, today: Day) =>
  ({ id }: Pick<Lot, 'id'>) =>
    !lotProblemForBox(db, id, orderId, today)

/** Plans units of a line that its wave gave no lot, from those it may have. @returns how many */
export const planToPack = (tx: DurableTx, line: Line, units: number, today: Day): number =>
  plan(tx, line, units, isGoodFor(tx, line, today))

/** The lots that the next units of a line could come from, the first to expire first. */
export const lotsToPack = (db: Db, line: Line, today: Day, units = Number.POSITIVE_INFINITY): number[] =>
  takeFirstExpired(db, line, units, isGoodFor(db, line, today)).map(({ lotId }) => lotId)

/** The lot that `planToPack` would take the next unit from. */
export const lotToPack = (db: Db, line: Line, today: Day): number | null =>
  lotsToPack(db, line, today, 1)[0] ?? null

/** What is lost without a plan is of no lot, as far as there is such; the others may be of any lot. */
export function planToLose(tx: DurableTx, line: Line, units: number) {
  const unplanned = units - dueUnits(tx, line) - looseUnits(tx, line)
  if (unplanned > 0) plan(tx, line, unplanned, () => true)
}

function plan(tx: DurableTx, line: Line, units: number, mayBe: (lot: Lot) => boolean): number {
  const taken = takeFirstExpired(tx, line, units, mayBe)
  for (const { lotId, units: ofLot } of taken) planUnits(tx, line, lotId, ofLot)
  return taken.reduce((sum, share) => sum + share.units, 0)
}
