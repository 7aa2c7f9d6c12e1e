import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import {
  boughtGiftCards,
  type CorporateGift,
  type GiftBox,
  giftBoxes,
  giftCards,
  type Order,
} from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { closeFlag } from '../../flags/flags.ts'
import { lowerByCards } from '../../gift-cards/return-card.ts'
import { enqueue } from '../../jobs/queue.ts'
import { formatCents } from '../../money.ts'
import { isOwnOrder, OWN_ORDER } from '../../orders/is-own-order.ts'
import { expireOpenOrder, isBeingCharged } from '../../orders/open-order.ts'
import { orderById } from '../../orders/orders.ts'
import { isOpen } from '../../orders/states.ts'
import { orderShares } from '../../payments/refund-order.ts'
import { isHeldByOrder, issuedCardsOf, takeUnspent } from '../../pricing/bought-cards.ts'
import type { Services } from '../../services.ts'
import { type By, type DraftChange, refused } from '../drafts/open-draft.ts'
import { attemptGift } from './attempt-gift.ts'
import { giftById, recordGift, updateBox } from './gifts.ts'
import { mailGiftReturned } from './mails.tsx'
import { failedKey } from './place-boxes.ts'

/**
 * Cents that no box needs: of those that couldn't be placed, and of what was given back of the others. Less if the
 * provider has sent money back before.
 */
export const restCents = (db: Db, { id, payerId }: CorporateGift): number =>
  payerId === null ? 0 : Math.min(sumOf(restOf(db, id)), orderShares(db, payerId).leftCents)

type Rest = { box: GiftBox; cents: number }

const sumOf = (rest: Rest[]) => rest.reduce((sum, { cents }) => sum + cents, 0)

const hasRest = gt(sql`min(${giftCards.balanceCents}, ${boughtGiftCards.keptCents})`, 0)

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
        hasRest,
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
  if (isOwnOrder(payer, by.user)) return refused(409, OWN_ORDER)
  const cents = restCents(tx, gift)
  if (cents !== seenCents) return refused(409, `${formatCents(cents)} can go back now. Please look again.`)
  const problem = giveBack(tx, gift, payer, rest, by.now)
  if (problem) return refused(409, problem)
  closeFlag(tx, failedKey(gift), 'The money went back.', by.now)
  recordGift(tx, gift, by, {
    verb: 'corporate_gift.rest_returned',
    detail: { boxes: rest.length, amount_cents: cents },
  })
  return { ok: true, message: `${formatCents(cents)} is on its way back to the card that paid.` }
}

/** By itself, what was given back of placed boxes. Whether one that failed is tried again is for staff to say. */
export async function returnRests(services: Pick<Services, 'db' | 'clock' | 'log'>) {
  const { db, clock } = services
  const gifts = db
    .selectDistinct({ id: giftBoxes.giftId })
    .from(giftBoxes)
    .innerJoin(boughtGiftCards, eq(boughtGiftCards.id, giftBoxes.boughtId))
    .innerJoin(giftCards, eq(giftCards.id, boughtGiftCards.giftCardId))
    .where(and(eq(giftBoxes.state, 'placed'), hasRest))
    .all()
  const giveBackOf = (tx: DurableTx, id: number) => {
    const gift = giftById(tx, id)
    const rest = restOf(tx, id).filter(({ box }) => box.state === 'placed')
    if (gift.payerId === null || rest.length === 0) return
    giveBack(tx, gift, orderById(tx, gift.payerId), rest, clock.now()) // or later, once the bank has decided
  }
  for (const { id } of gifts) await attemptGift(services, id, () => durably(db, (tx) => giveBackOf(tx, id)))
}

/** @returns why it can't go back now */
function giveBack(
  tx: DurableTx,
  gift: CorporateGift,
  payer: Order,
  rest: Rest[],
  now: Instant,
): string | null {
  const cards = issuedCardsOf(tx, payer.id)
  const cardOf = ({ boughtId }: GiftBox) => cards.find(({ bought }) => bought.id === boughtId)
  const taken = rest.flatMap(({ box }) => cardOf(box) ?? [])
  if (payer.state === 'review' || !orderShares(tx, payer.id).isDecided) return BANK_LOOKS
  if (
    isBeingCharged(payer, now) ||
    taken.some(({ bought }) => isHeldByOrder(tx, bought.giftCardId ?? 0, now))
  )
    return BEING_PLACED
  for (const card of taken) takeUnspent(tx, card, now)
  for (const { box } of rest) if (box.state === 'failed') endBox(tx, box, now)
  const { order, owedCents: cents } = lowerByCards(tx, payer, sumOf(rest), now)
  const { version } = order
  const key = `mail_gift_returned:${payer.token}:${version}`
  if (cents > 0) enqueue(tx, mailGiftReturned, { giftId: gift.id, cents, version }, { key, now })
  return null
}

const BANK_LOOKS = 'The bank is looking into this payment, so we have to wait for its decision.'
const BEING_PLACED = 'A box is being placed with this money right now. Please try again in a few minutes.'

function endBox(tx: DurableTx, { id, orderId }: GiftBox, now: Instant) {
  const order = orderId === null ? null : orderById(tx, orderId)
  if (order && isOpen(order.state)) expireOpenOrder(tx, order, now)
  updateBox(tx, id, { state: 'returned' })
}
