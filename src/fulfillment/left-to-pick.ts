import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/client.ts'
import { type PickTotal, PickTotals } from './pick-totals.ts'
import { waveBoxesByOrder } from './wave-boxes.ts'
import { ordersInState, waveStates } from './wave-states.ts'

const BOXES_PER_BATCH = 50

/** What to fetch for the boxes of a wave that nobody has packed yet, read between requests. */
export async function leftToPickOf(db: Db, waveId: number): Promise<PickTotal[]> {
  const totals = new PickTotals()
  const orderIds = ordersInState(db, waveStates(db, waveId), 'to_pack')
  for (let first = 0; first < orderIds.length; first += BOXES_PER_BATCH) {
    const rows = waveBoxesByOrder(db, waveId, orderIds.slice(first, first + BOXES_PER_BATCH))
    for (const { lines } of rows) totals.addBox(lines)
    await setImmediate()
  }
  return totals.inPickOrder()
}
