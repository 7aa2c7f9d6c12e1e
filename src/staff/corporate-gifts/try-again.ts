import type { DurableTx } from '#db/client.ts'
import { chooseArrivalIn } from '../../checkout/arrival-date.ts'
import { type Day, formatDay } from '../../day.ts'
import { orderById } from '../../orders/orders.ts'
import type { Random } from '../../tokens.ts'
import { type By, type DraftChange, refused } from '../drafts/open-draft.ts'
import { boxesOf, giftBoxById, giftById, recordGift } from './gifts.ts'
import { placeSoon } from './place-boxes.ts'

type TryBy = By & { random: Random }

/** Those that failed, as when a day was full or a pack sold out, or whose job has given up. */
export function tryAgain(tx: DurableTx, giftId: number, by: TryBy): DraftChange {
  const gift = giftById(tx, giftId)
  const failed = boxesOf(tx, giftId).filter(({ state }) => state === 'failed' || state === 'placing')
  const attempt = by.random.token()
  for (const box of failed) placeSoon(tx, box, attempt, by.now)
  if (failed.length > 0)
    recordGift(tx, gift, by, { verb: 'corporate_gift.tried_again', detail: { boxes: failed.length } })
  return { ok: true, message: 'We’re trying again.' }
}

/** For a box whose own day is full or over. */
export function tryOnAnotherDay(
  tx: DurableTx,
  giftId: number,
  { boxId, day }: { boxId: number; day: Day },
  by: TryBy,
): DraftChange {
  const box = giftBoxById(tx, boxId)
  if (box?.giftId !== giftId || box.state !== 'failed' || box.orderId === null)
    return refused(409, 'This box isn’t waiting for another day. The list shows how it is now.')
  const chosen = chooseArrivalIn(tx, orderById(tx, box.orderId), day, by.now)
  if (!chosen.ok) return refused(422, 'message' in chosen ? chosen.message : 'This box is placed.')
  placeSoon(tx, box, by.random.token(), by.now)
  recordGift(tx, giftById(tx, giftId), by, { verb: 'corporate_gift.box_moved', detail: { day } })
  return { ok: true, message: `We’re trying again, to arrive ${formatDay(day, 'long')}.` }
}
