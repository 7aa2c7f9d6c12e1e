import type { DurableTx } from '#db/client.ts'
import type { Day } from '../day.ts'
import { planToPack } from '../stock/late-plans.ts'
import { packLoose } from '../stock/lot-packing.ts'
import { unplannedUnits, withoutLoose } from './lot-gaps.ts'
import type { Wave } from './waves.ts'

/**
 * For boxes that are packed without scanning. What their wave gave no lot is in none, and where that is not enough,
 * it is planned from a lot.
 * @returns the orders for which even that is not enough
 */
export function packUnplanned(tx: DurableTx, wave: Wave, orderIds: number[], today: Day): Set<number> {
  const place = { waveId: wave.id, fcId: wave.fcId }
  const gaps = unplannedUnits(tx, wave, orderIds)
  const short = withoutLoose(tx, wave.fcId, gaps)
  for (const gap of short) planToPack(tx, { ...place, ...gap }, gap.units, today)
  const loose = short.length > 0 ? unplannedUnits(tx, wave, orderIds) : gaps
  const absent = short.length > 0 ? withoutLoose(tx, wave.fcId, loose) : []
  if (absent.length === 0) for (const line of loose) packLoose(tx, { ...place, ...line }, line.units)
  return new Set(absent.map(({ orderId }) => orderId))
}
