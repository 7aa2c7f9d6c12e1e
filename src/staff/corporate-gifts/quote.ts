import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { boughtGiftCards, type CorporateGift, type GiftBox, orders } from '#db/schema/index.ts'
import { formatDay } from '../../day.ts'
import { formatCents } from '../../money.ts'
import { expireOpenOrder, isPaymentInFlight } from '../../orders/open-order.ts'
import { placeWords } from '../../orders/order-address.ts'
import { orderById } from '../../orders/orders.ts'
import { MAX_TOTAL_CENTS } from '../../orders/readiness.ts'
import { isCanceled, isOpen } from '../../orders/states.ts'
import type { Random } from '../../tokens.ts'
import { sendDraft } from '../drafts/decide.ts'
import { type By, type DraftChange, recordDraft, refused } from '../drafts/open-draft.ts'
import { startDraft } from '../drafts/start.ts'
import { boxesOf, giftById, patternOf, recordGift, updateBox, updateGift } from './gifts.ts'
import { checkReadyBoxes } from './ready-boxes.ts'

type QuoteBy = By & { random: Random }

/** @param seenCents what the page showed that all boxes cost */
export function quoteGift(tx: DurableTx, giftId: number, seenCents: number, by: QuoteBy): DraftChange {
  const gift = giftById(tx, giftId)
  if (gift.state !== 'open') return { ok: true, message: SENT }
  const boxes = boxesOf(tx, giftId)
  const ready = boxes.filter(({ state }) => state === 'ready')
  const cents = quotedCents(ready)
  const problem = quoteProblem(boxes, ready, cents, seenCents)
  if (problem) return refused(409, problem)
  const checked = checkReadyBoxes(tx, giftId, by.now)
  if (!checked.ok) return refused(409, checked.message)
  const begun = beginPayer(tx, gift, by)
  if (!begun.ok) return begun
  const payer = begun.order
  for (const box of ready) buyCardFor(tx, box, payer.id, by)
  updateGift(tx, giftId, { state: 'quoted', payerId: payer.id })
  const sent = sendDraft(tx, payer.id, { version: String(payer.version), press: by.random.token() }, by)
  if (!sent.ok) throw new Error(`the quote of gift ${giftId} can't be sent: ${sent.message}`)
  recordGift(tx, gift, by, {
    verb: 'corporate_gift.quoted',
    detail: { boxes: ready.length, amount_cents: cents },
  })
  return { ok: true, message: SENT }
}

const SENT = 'The link to pay is on its way. The boxes are placed once it is paid.'

export const quotedCents = (boxes: Pick<GiftBox, 'quotedCents'>[]): number =>
  boxes.reduce((sum, box) => sum + (box.quotedCents ?? 0), 0)

function quoteProblem(boxes: GiftBox[], ready: GiftBox[], cents: number, seenCents: number): string | null {
  if (boxes.some(({ state }) => state === 'checking'))
    return 'Some addresses are still being checked. Please try again in a moment.'
  if (ready.length === 0) return 'No box can be sent yet. Please add addresses first.'
  if (cents !== seenCents)
    return `The boxes cost ${formatCents(cents)} now. Please look at them again before you send the link.`
  return cents > MAX_TOTAL_CENTS
    ? `One payment can be at most ${formatCents(MAX_TOTAL_CENTS)}. Please make two gifts of it.`
    : null
}

function beginPayer(tx: DurableTx, gift: CorporateGift, by: QuoteBy) {
  const pattern = patternOf(tx, gift)
  if (!pattern?.email) return refused(409, 'The draft of this gift is deleted. Please begin a new one.')
  const { email, deliveryName, deliveryPhone } = pattern
  return startDraft(
    tx,
    { customer: null, email, name: deliveryName ?? '', phone: deliveryPhone ?? '', press: by.random.token() },
    by,
  )
}

function buyCardFor(tx: DurableTx, box: GiftBox, payerId: number, { random, now }: QuoteBy) {
  if (box.orderId === null || box.quotedCents === null) throw new Error(`gift box ${box.id} has no price`)
  const order = orderById(tx, box.orderId)
  const { id: boughtId } = tx
    .insert(boughtGiftCards)
    .values({
      token: random.token(),
      orderId: payerId,
      amountCents: box.quotedCents,
      deliveryMethod: 'box',
      message: `${order.deliveryName}, ${placeWords(order)}${order.arrivalOn ? `, arriving ${formatDay(order.arrivalOn, 'short')}` : ''}`,
      addedAt: now,
    })
    .returning({ id: boughtGiftCards.id })
    .get()
  updateBox(tx, box.id, { boughtId })
}

/** Until it's paid: the link opens nothing anymore, and the addresses can be changed again. */
export function takeQuoteBack(tx: DurableTx, giftId: number, by: By): DraftChange {
  const gift = giftById(tx, giftId)
  if (gift.state === 'open') return { ok: true, message: TAKEN_BACK }
  const payer = gift.payerId === null ? null : orderById(tx, gift.payerId)
  if (gift.state === 'paid' || (payer && payer.placedAt !== null && !isCanceled(payer.state)))
    return refused(409, 'This gift is paid, so its boxes can only be changed one by one.')
  if (payer && isPaymentInFlight(payer, by.now))
    return refused(409, 'This gift is being paid right now. Please try again in a minute.')
  if (payer && isOpen(payer.state)) {
    expireOpenOrder(tx, payer, by.now)
    tx.update(orders).set({ sessionHash: null }).where(eq(orders.id, payer.id)).run()
    recordDraft(tx, payer, by, { verb: 'order.draft_ended' })
  }
  for (const { id } of boxesOf(tx, giftId)) updateBox(tx, id, { boughtId: null })
  updateGift(tx, giftId, { state: 'open', payerId: null })
  recordGift(tx, gift, by, { verb: 'corporate_gift.quote_taken_back' })
  return { ok: true, message: TAKEN_BACK }
}

const TAKEN_BACK = 'The link no longer works. You can change the addresses.'
