import type { DurableTx } from '#db/client.ts'
import { stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

type WriteOff = {
  orderId: number
  fcId: number
  offerId: number
  units: number
  note: string
  userId: number
}

/** Units sold to an order that aren't there: the order gives them back, and they are gone. What is on hand stays. */
export function writeOffSold(
  tx: DurableTx,
  { orderId, units, note, userId, ...place }: WriteOff,
  at: Instant,
) {
  tx.insert(stockMovements)
    .values([
      { ...place, orderId, delta: units, reason: 'returned', at },
      { ...place, delta: -units, reason: 'adjusted', note, userId, at },
    ])
    .run()
}
