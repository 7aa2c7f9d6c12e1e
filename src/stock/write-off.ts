import type { DurableTx } from '#db/client.ts'
import { stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

type WriteOff = {
  orderId: number
  fcId: number
  offerId: number
  /** By lot: what was planned for the box. */
  shares: { lotId: number | null; units: number }[]
  note: string
  userId: number
}

/** Units sold to an order that aren't there: the order gives them back, and they are gone. What is on hand stays. */
export function writeOffSold(
  tx: DurableTx,
  { orderId, shares, note, userId, ...place }: WriteOff,
  at: Instant,
) {
  const units = shares.reduce((sum, share) => sum + share.units, 0)
  const gone = shares.map((share) => ({ lotId: share.lotId, delta: -share.units }))
  tx.insert(stockMovements)
    .values([
      { ...place, orderId, delta: units, reason: 'returned', at },
      ...gone.map((share) => ({ ...place, ...share, reason: 'adjusted' as const, note, userId, at })),
    ])
    .run()
}
