import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type Inspection, type Lot, lots } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'

export type NewLot = {
  token: string
  offerId: number
  fcId: number
  code: string
  harvestedOn: Day | null
  packedOn: Day | null
  frozenOn: Day | null
  bestBy: Day
  inspection: Inspection
  establishment: string | null
  originState: string
}

export const MAX_LOT_LENGTH = 40

/** Capitals without spaces around them, so that one lot has one code. */
export const lotCode = (typed: string): string => typed.trim().replace(/\s+/g, ' ').toUpperCase()

export const lotOf = (db: Db, fcId: number, offerId: number, code: string): Lot | null =>
  db
    .select()
    .from(lots)
    .where(and(eq(lots.fcId, fcId), eq(lots.offerId, offerId), eq(lots.code, lotCode(code))))
    .get() ?? null

/** Whether another cut of its farm was recalled by this code here: a code is the farm's, whatever was cut of it. */
export const isRecalledCode = (db: Db, fcId: number, offerId: number, code: string): boolean =>
  db.get(sql`
    select 1 from lots inner join offers cut on cut.id = lots.offer_id
      inner join varieties on varieties.id = cut.variety_id
    where lots.fc_id = ${fcId} and lots.code = ${lotCode(code)} and lots.state = 'recalled' and varieties.farm_id = (
      select farm_id from varieties where id = (select variety_id from offers where id = ${offerId}))`) !==
  undefined

export const lotById = (db: Db, id: number): Lot | null =>
  db.select().from(lots).where(eq(lots.id, id)).get() ?? null

/** Without units: `addToLot` brings them, beside a movement of as many. */
export const createLot = (tx: DurableTx, lot: NewLot, now: Instant): Lot =>
  tx
    .insert(lots)
    .values({ ...lot, code: lotCode(lot.code), unitsLeft: 0, createdAt: now })
    .returning()
    .get()

/** Dates that its earlier packs came without. */
export const addDates = (
  tx: DurableTx,
  lotId: number,
  { harvestedOn, packedOn, frozenOn }: Pick<NewLot, 'harvestedOn' | 'packedOn' | 'frozenOn'>,
) =>
  void tx
    .update(lots)
    .set({
      harvestedOn: sql`coalesce(${lots.harvestedOn}, ${harvestedOn})`,
      packedOn: sql`coalesce(${lots.packedOn}, ${packedOn})`,
      frozenOn: sql`coalesce(${lots.frozenOn}, ${frozenOn})`,
    })
    .where(eq(lots.id, lotId))
    .run()

export const addToLot = (tx: Tx, lotId: number, units: number) =>
  void tx
    .update(lots)
    .set({ unitsLeft: sql`${lots.unitsLeft} + ${units}` })
    .where(eq(lots.id, lotId))
    .run()

/** Units that could go into a box which is not planned yet. */
export const freeUnitsOf = ({ unitsLeft, planned, withdrawn }: Lot): number => unitsLeft - planned - withdrawn

/** Which free units of an offer's lots to take, as far as there are any; of all its lots, or of those that may be. */
export function takeFirstExpired(
  db: Db,
  place: { offerId: number; fcId: number },
  wanted: number,
  mayBe: (lot: Lot) => boolean = () => true,
) {
  const left = db
    .select()
    .from(lots)
    .where(and(eq(lots.offerId, place.offerId), eq(lots.fcId, place.fcId), gt(lots.unitsLeft, 0)))
    .orderBy(asc(lots.bestBy), asc(lots.id))
    .all()
  let missing = wanted
  return left.filter(mayBe).flatMap((lot) => {
    const units = Math.max(0, Math.min(missing, freeUnitsOf(lot)))
    missing -= units
    return units > 0 ? [{ lotId: lot.id, units }] : []
  })
}
