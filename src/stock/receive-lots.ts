import type { DurableTx } from '#db/client.ts'
import { type Lot, stockMovements } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { withdraw } from './lot-withdrawal.ts'
import { addToLot, lotById } from './lots.ts'
import { putOnShelf } from './stock.ts'

type Receiver = { note: string; userId: number | null; now: Instant }

/** Makes stock of units that arrived. Those of a lot that has ended stay out of the stock. */
export function receiveIntoLot(tx: DurableTx, lot: Lot, quantity: number, { note, userId, now }: Receiver) {
  const { id: lotId, offerId, fcId } = lot
  putOnShelf(tx, fcId, [{ offerId, quantity }])
  addToLot(tx, lotId, quantity)
  tx.insert(stockMovements)
    .values({ offerId, fcId, delta: quantity, reason: 'received', note, at: now, userId, lotId })
    .run()
  const received = lotById(tx, lotId)
  if (received && received.state !== 'open') withdraw(tx, received, now)
}
