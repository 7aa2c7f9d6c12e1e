import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { inWindow, type Window, windowsOf } from '#db/windows.ts'
import { unlottedUnits } from './unlotted.ts'

/**
 * - What lots have is at most what is unsold, or sold and not packed.
 * - A lot's units are what came and went by its movements, less what was packed; what was withdrawn is in them too.
 * - Its planned units are what its boxes still have to get.
 */
export function* lotProblems(db: Db): Generator<string[]> {
  yield unlottedProblems(db)
  for (const window of windowsOf(db, sql`lots`, LOTS_AT_ONCE)) yield unitProblems(db, window)
}

const LOTS_AT_ONCE = 500

const unlottedProblems = (db: Db): string[] =>
  unlottedUnits(db)
    .filter(({ units }) => units < 0)
    .map(({ offerId, fcId, units }) => `offer ${offerId} in center ${fcId}: its lots have ${-units} too many`)

type Row = {
  code: string
  offerId: number
  unitsLeft: number
  moved: number
  withdrawn: number
  taken: number
  planned: number
  due: number
}

function unitProblems(db: Db, window: Window): string[] {
  const ofLots = inWindow(sql`lot_id`, window)
  const rows = db.all<Row>(sql`
    with moved as (
      select lot_id, sum(iif(reason in ('expired', 'recalled'), 0, delta)) as units,
        -sum(iif(reason in ('expired', 'recalled'), delta, 0)) as withdrawn
      from stock_movements where lot_id is not null and ${ofLots} group by lot_id
    ), boxed as (
      select lot_id, sum(packed) as packed, sum(due) as due from box_lots
      where lot_id is not null and ${ofLots} group by lot_id
    ), counted as (
      select lots.code, lots.offer_id as offerId, lots.units_left as unitsLeft,
        coalesce(moved.units, 0) - coalesce(boxed.packed, 0) as moved,
        lots.withdrawn, coalesce(moved.withdrawn, 0) as taken, lots.planned, coalesce(boxed.due, 0) as due
      from lots left join moved on moved.lot_id = lots.id left join boxed on boxed.lot_id = lots.id
      where ${inWindow(sql`lots.id`, window)}
    )
    select * from counted where unitsLeft <> moved or withdrawn <> taken or planned <> due`)
  return rows.map(
    ({ code, offerId, unitsLeft, moved, withdrawn, taken, planned, due }) =>
      `lot ${code} of offer ${offerId}: ${unitsLeft} left, ${withdrawn} withdrawn and ${planned} planned, but ${moved}, ${taken} and ${due} in the ledger`,
  )
}
