import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { boughtGiftCards, type GiftBox, giftBoxes, giftCards } from '#db/schema/index.ts'
import { lowerByCards } from '../../gift-cards/return-card.ts'
import { enqueue } from '../../jobs/queue.ts'
import { formatCents } from '../../money.ts'
import { expireOpenOrder, isBeingCharged } from '../../orders/open-order.ts'
import { orderById } from '../../orders/orders.ts'
import { isOpen } from '../../orders/states.ts'
import { orderShares } from '../../payments/refund-order.ts'
import { isHeldByOrder, issuedCardsOf, takeUnspent } from '../../pricing/bought-cards.ts'
import { type By, type DraftChange, refused } from '../drafts/open-draft.ts'
import { giftById, recordGift, updateBox } from './gifts.ts'
import { mailGiftReturned } from './mails.tsx'
import { placeSoon } from './place-boxes.ts'

/** Cents that no box needs: of those that couldn't be placed, and of what was given back of the others. */
export const restCents = (db: Db, giftId: number): number =>
  restOf(db, giftId).reduce((sum, { cents }) => sum + cents, 0)

const restOf = (db: Db, giftId: number) =>
  db
    .select({
      box: giftBoxes,
      cents: sql<number>`min(${giftCards.balanceCents}, ${boughtGiftCards.keptCents})`,
    })
    .from(giftBoxes)
    .innerJoin(boughtGiftCards, eq(boughtGiftCards.id, giftBoxes.boughtId))
    .innerJoin(giftCards, eq(giftCards.id, boughtGiftCards.giftCardId))
    .where(
      and(
        eq(giftBoxes.giftId, giftId),
        sql`${giftBoxes.state} in ('failed', 'placed', 'returned')`,
        isNotNull(boughtGiftCards.giftCardId),
        gt(sql`min(${giftCards.balanceCents}, ${boughtGiftCards.keptCents})`, 0),
      ),
    )
    .all()

/** Goes back to the payer's card, and the boxes that couldn't be placed end. @param seenCents what the page showed */
export function returnRest(tx: DurableTx, giftId: number, seenCents: number, by: By): DraftChange {
  const gift = giftById(tx, giftId)
  const rest = restOf(tx, giftId)
  if (gift.payerId === null || rest.length === 0)
    return { ok: true, message: 'Nothing is left to give back.' }
  const payer = orderById(tx, gift.payerId)
  const cards = issuedCardsOf(tx, payer.id)
  const cardOf = ({ boughtId }: GiftBox) => cards.find(({ bought }) => bought.id === boughtId)
  const taken = rest.flatMap(({ box }) => cardOf(box) ?? [])
  const isUndecided = payer.state === 'review' || !orderShares(tx, payer.id).isDecided
  if (isUndecided || taken.some(({ frozenAt }) => frozenAt !== null))
    return refused(409, 'The bank is looking into this payment, so we have to wait for its decision.')
  if (
    isBeingCharged(payer, by.now) ||
    taken.some(({ bought }) => isHeldByOrder(tx, bought.giftCardId ?? 0, by.now))
  )
    return refused(409, 'A box is being placed with this money right now. Please try again in a few minutes.')
  const cents = rest.reduce((sum, one) => sum + one.cents, 0)
  if (cents !== seenCents) return refused(409, `${formatCents(cents)} can go back now. Please look again.`)
  for (const card of taken) takeUnspent(tx, card, by.now)
  for (const { box } of rest) if (box.state === 'failed') endBox(tx, box, by)
  const lowered = lowerByCards(tx, payer, cents, by.now)
  const key = `mail_gift_returned:${payer.token}:${lowered.version}`
  enqueue(tx, mailGiftReturned, { giftId, cents, version: lowered.version }, { key, now: by.now })
  recordGift(tx, gift, by, {
    verb: 'corporate_gift.rest_returned',
    detail: { boxes: rest.length, amount_cents: cents },
  })
  return { ok: true, message: `${formatCents(cents)} is on its way back to the card that paid.` }
}

function endBox(tx: DurableTx, { id, orderId }: GiftBox, { now }: By) {
  const order = orderId === null ? null : orderById(tx, orderId)
  if (order && isOpen(order.state)) expireOpenOrder(tx, order, now)
  updateBox(tx, id, { state: 'returned' })
}

/** Those that failed, as when a day was full or a pack sold out. */
export function tryAgain(tx: DurableTx, giftId: number, press: string, by: By): DraftChange {
  const gift = giftById(tx, giftId)
  const failed = tx
    .select()
    .from(giftBoxes)
    .where(and(eq(giftBoxes.giftId, giftId), eq(giftBoxes.state, 'failed')))
    .all()
  for (const box of failed) placeSoon(tx, box, by.now, press)
  if (failed.length > 0)
    recordGift(tx, gift, by, { verb: 'corporate_gift.tried_again', detail: { boxes: failed.length } })
  return { ok: true, message: 'We’re trying again.' }
}
