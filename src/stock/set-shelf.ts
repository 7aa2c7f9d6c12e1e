import type { DurableTx } from '#db/client.ts'
import { stock } from '#db/schema/index.ts'

/** Where a center keeps an offer; null where it has no place of its own. Waves that are made keep theirs. */
export const setShelf = (
  tx: DurableTx,
  { offerId, fcId }: { offerId: number; fcId: number },
  shelf: string | null,
) =>
  void tx
    .insert(stock)
    .values({ offerId, fcId, onHand: 0, shelf })
    .onConflictDoUpdate({ target: [stock.offerId, stock.fcId], set: { shelf } })
    .run()
