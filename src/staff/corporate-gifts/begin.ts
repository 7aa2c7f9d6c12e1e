import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type CorporateGift, corporateGifts, orders } from '#db/schema/index.ts'
import { bundlesOf } from '../../orders/bundles.ts'
import { itemsOf } from '../../orders/items.ts'
import { expireOpenOrder } from '../../orders/open-order.ts'
import type { Random } from '../../tokens.ts'
import { type By, type DraftRefused, openDraft, refused } from '../drafts/open-draft.ts'
import { giftOfPattern, recordGift } from './gifts.ts'

/** The draft ends as a draft of its own, and says from now on what is in each box. */
export function beginGift(
  tx: DurableTx,
  orderId: number,
  version: string,
  by: By & { random: Random },
): { ok: true; gift: CorporateGift } | DraftRefused {
  const begun = giftOfPattern(tx, orderId)
  if (begun) return { ok: true, gift: begun }
  const open = openDraft(tx, orderId, version, by)
  if (!open.ok) return open
  const { order } = open
  if (itemsOf(tx, orderId).length === 0)
    return refused(409, 'Please put the packs of one box in the draft first.')
  if (bundlesOf(tx, orderId).length > 0)
    return refused(
      409,
      'Boxes for many addresses are sold at our usual prices. Please take the prices of your own out.',
    )
  if (!order.deliveryPhone)
    return refused(
      409,
      'Please enter the customer’s phone number first: the carrier calls it if a recipient has none.',
    )
  expireOpenOrder(tx, order, by.now)
  tx.update(orders).set({ sessionHash: null }).where(eq(orders.id, orderId)).run()
  const gift = tx
    .insert(corporateGifts)
    .values({
      token: by.random.token(),
      patternId: orderId,
      createdById: by.user.id,
      createdAt: by.now,
    })
    .returning()
    .get()
  recordGift(tx, gift, by, { verb: 'corporate_gift.begun' })
  return { ok: true, gift }
}
