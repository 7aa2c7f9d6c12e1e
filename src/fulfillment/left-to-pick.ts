import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { packingWaveOrders } from '#db/schema/index.ts'
import { withLots } from './box-lots.ts'
import { type PickTotal, PickTotals } from './pick-totals.ts'
import { isOfWave, linesOfBoxes } from './wave-boxes.ts'
import { ordersInState, waveStates } from './wave-states.ts'

const BOXES_PER_BATCH = 100

/** What to fetch for the boxes of a wave that nobody has packed yet, read between requests. */
export async function leftToPickOf(db: Db, waveId: number): Promise<PickTotal[]> {
  const totals = new PickTotals()
  const orderIds = ordersInState(db, waveStates(db, waveId), 'to_pack')
  for (let first = 0; first < orderIds.length; first += BOXES_PER_BATCH) {
    const ids = JSON.stringify(orderIds.slice(first, first + BOXES_PER_BATCH))
    const rows = withLots(db, waveId, boxes(db).all({ waveId, ids }))
    for (const lines of linesOfBoxes(db, waveId, rows).values()) totals.addBox(lines)
    await setImmediate()
  }
  return totals.inPickOrder()
}

/** Without their orders' state, which is known by then. */
const boxes = oncePerDatabase((db) =>
  db
    .select({ orderId: packingWaveOrders.orderId, box: packingWaveOrders.box })
    .from(packingWaveOrders)
    .where(
      isOfWave(
        sql.placeholder('waveId'),
        sql`${packingWaveOrders.orderId} in (select value from json_each(${sql.placeholder('ids')}))`,
      ),
    )
    .orderBy(packingWaveOrders.position)
    .prepare(),
)
