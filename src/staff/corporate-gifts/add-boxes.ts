import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type GiftBox, type GiftRecipient, giftBoxes } from '#db/schema/index.ts'
import { counted } from '../../counted.ts'
import { enqueue } from '../../jobs/queue.ts'
import { expireOpenOrder } from '../../orders/open-order.ts'
import { orderById } from '../../orders/orders.ts'
import { isOpen } from '../../orders/states.ts'
import { sha256 } from '../../tokens.ts'
import { type By, type DraftChange, refused } from '../drafts/open-draft.ts'
import { checkGiftBox } from './check-box.ts'
import { boxesOf, giftById, recordGift } from './gifts.ts'
import type { ReadLine } from './recipients-csv.ts'
import { MAX_RECIPIENTS } from './rules.ts'

const NOT_OPEN = 'The quote of this gift is out. Take it back to change the addresses.'

/** A line that is here already adds nothing. Those that couldn't be sent make room: the file has them corrected. */
export function addBoxes(tx: DurableTx, giftId: number, lines: ReadLine[], by: By): DraftChange {
  const gift = giftById(tx, giftId)
  if (gift.state !== 'open') return refused(409, NOT_OPEN)
  const kept = boxesOf(tx, giftId).filter(({ state }) => state !== 'refused')
  const known = new Set(kept.map(({ digest }) => digest))
  const added = new Map<string, ReadLine>()
  for (const read of lines) {
    const digest = digestOf(read.recipient)
    if (!known.has(digest) && !added.has(digest)) added.set(digest, read)
  }
  if (lines.length === 0) return refused(422, 'There is no line with an address.')
  if (kept.length + added.size > MAX_RECIPIENTS)
    return refused(422, `A gift goes to at most ${MAX_RECIPIENTS} addresses. Please begin a second one.`)
  removeWhere(tx, giftId, ({ state }) => state === 'refused', by)
  for (const [digest, { line, recipient }] of added) {
    const values = { giftId, line, typed: recipient, digest }
    const { id: boxId } = tx.insert(giftBoxes).values(values).returning({ id: giftBoxes.id }).get()
    enqueue(tx, checkGiftBox, { boxId }, { key: `check_gift_box:${boxId}`, now: by.now })
  }
  recordGift(tx, gift, by, { verb: 'corporate_gift.addressed', detail: { boxes: added.size } })
  const twice = lines.length - added.size
  const before = twice > 0 ? ` ${counted(twice, 'was', 'were')} already here.` : ''
  const checking = added.size > 0 ? ' We’re checking each address.' : ''
  return { ok: true, message: `${added.size} added.${before}${checking}` }
}

/** One box, or with `boxId` 0 all that can't be sent or whose check has given up. */
export function removeLines(tx: DurableTx, giftId: number, boxId: number, by: By): DraftChange {
  const gift = giftById(tx, giftId)
  if (gift.state !== 'open') return refused(409, NOT_OPEN)
  const boxes = removeWhere(tx, giftId, ({ id, state }) => (boxId ? id === boxId : state !== 'ready'), by)
  if (boxes > 0) recordGift(tx, gift, by, { verb: 'corporate_gift.lines_removed', detail: { boxes } })
  return { ok: true, message: boxes === 1 ? '1 line removed.' : `${boxes} lines removed.` }
}

/** @returns how many */
function removeWhere(tx: DurableTx, giftId: number, which: (box: GiftBox) => boolean, { now }: By): number {
  const boxes = boxesOf(tx, giftId).filter(which)
  for (const { id, orderId } of boxes) {
    const order = orderId === null ? null : orderById(tx, orderId)
    if (order && isOpen(order.state)) expireOpenOrder(tx, order, now)
    tx.delete(giftBoxes).where(eq(giftBoxes.id, id)).run()
  }
  return boxes.length
}

/** Two boxes may go to one person, on two days. */
const digestOf = ({ name, street1, street2, zip, deliverOn }: GiftRecipient) =>
  sha256(JSON.stringify([name, street1, street2, zip, deliverOn].map((part) => part.toLowerCase())))
