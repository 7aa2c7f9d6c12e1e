import { sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { addToLot, takeFirstExpired } from './lots.ts'
import { unlottedUnits } from './unlotted.ts'

export type Count = { offerId: number; fcId: number; units: number }

/** Records the differences in the ledger. The caller checks, in the same transaction, that holds stay covered. */
export function countStock(tx: DurableTx, counts: Count[], now: Instant, note: string) {
  if (counts.length === 0) return
  const counted = sql`(
    select value ->> 'offerId' as offer_id, value ->> 'fcId' as fc_id, value ->> 'units' as units
    from json_each(${JSON.stringify(counts)})) as counted`
  tx.run(sql`
    insert into stock_movements (offer_id, fc_id, delta, reason, note, at)
    select counted.offer_id, counted.fc_id, counted.units - coalesce(stock.on_hand, 0),
      case when counted.units > coalesce(stock.on_hand, 0) then 'received' else 'adjusted' end, ${note}, ${now}
    from ${counted}
    left join stock on stock.offer_id = counted.offer_id and stock.fc_id = counted.fc_id
    where counted.units <> coalesce(stock.on_hand, 0)`)
  tx.run(sql`
    insert into stock (offer_id, fc_id, on_hand)
    select offer_id, fc_id, units from ${counted} where true
    on conflict (offer_id, fc_id) do update set on_hand = excluded.on_hand`)
  for (const { offerId, fcId, units } of unlottedUnits(tx))
    if (units < 0) takeFromLots(tx, { offerId, fcId, units: -units }, now, note)
}

/** The count is lower than what lots have: those that expire first have less. The units on hand stay as counted. */
function takeFromLots(tx: DurableTx, { offerId, fcId, units }: Count, now: Instant, note: string) {
  const taken = takeFirstExpired(tx, { offerId, fcId }, units)
  const total = taken.reduce((sum, share) => sum + share.units, 0)
  if (total === 0) return
  for (const { lotId, units: ofLot } of taken) addToLot(tx, lotId, -ofLot)
  const rows = [
    { lotId: null, delta: total },
    ...taken.map((one) => ({ lotId: one.lotId, delta: -one.units })),
  ]
  const same = { offerId, fcId, reason: 'adjusted' as const, note, at: now }
  tx.insert(stockMovements)
    .values(rows.map((row) => ({ ...same, ...row })))
    .run()
}
