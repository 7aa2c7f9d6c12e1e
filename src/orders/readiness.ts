import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { type Order, orderLines } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { calendarDayFor, deliveryZone } from '../delivery/calendar-facts.ts'
import { closedSentence } from '../delivery/closed-sentence.ts'
import type { DeliveryZone } from '../delivery/postal-zones.ts'
import { isPoBox, PO_BOX_SENTENCE } from '../delivery/rules.ts'
import { type Extras, withoutBox } from '../pricing/extras.ts'
import { promotedOrder } from '../pricing/facts.ts'
import { withGift } from '../pricing/gifts.ts'
import { freeItemOf, promotionRefusal } from '../pricing/promotions.ts'
import { carriedRewardProblem } from '../pricing/reward-problem.ts'
import { belowMinimumSentence, promotionSentence } from '../pricing/sentences.ts'
import type { Totals } from '../pricing/total.ts'
import { type Shortage, shortagesOf, type UnitRequest } from '../stock/stock.ts'
import { boughtCardsRefusal, cardsPersonRefusal } from './cards-readiness.ts'
import { draftRefusal } from './drafts.ts'
import { namesOf, type OrderItem } from './items.ts'
import { membersOnlyItems } from './members-only.ts'
import { hasAddress } from './order-address.ts'
import { hasNewPrice, shownPrices } from './price-change.ts'
import { type PricedOrder, pricedOrder } from './priced-order.ts'
import { activeConsent } from './recurring.ts'
import {
  lacksTerms,
  membersOnlySentence,
  removeSentence,
  STAFF_CHANGE_IT,
  shortageSentence,
  TERMS_MISSING_SENTENCE,
  withdrawnSentence,
} from './rules.ts'

export type Refusal = {
  code: RefusalCode
  message: string
  /** The message without what it asks the shopper to do, for those who can't do it. */
  fact?: string
}

/** For people who can't change the box themselves. */
export const factOf = ({ fact, message }: Refusal): string => fact ?? message

export const askingTo = (code: RefusalCode, fact: string, wayOut: string): Refusal => ({
  code,
  message: `${fact} ${wayOut}`,
  fact,
})

export type RefusalCode =
  | 'order_placed'
  | 'order_joined'
  | 'empty'
  | 'below_minimum'
  | 'too_large'
  | 'email_missing'
  | 'address_missing'
  | 'address_changed'
  | 'po_box'
  | 'not_served'
  | 'terms_required'
  | 'consent_missing'
  | 'date_missing'
  | 'date_unavailable'
  | 'date_changed'
  | 'recurring_changed'
  | 'price_changed'
  | 'sold_out'
  | 'promotion'
  | 'reward'
  | 'too_many_declines'
  | 'payment_required'
  | 'card_unusable'
  | 'not_completable'
  | 'draft'

export type Readiness =
  | {
      ok: true
      totals: Totals
      items: OrderItem[]
      extras: Extras
      wanted: UnitRequest[]
      /** Null when the order sends no box, only gift cards. */
      delivery: { fcId: number; day: OpenDay } | null
    }
  | { ok: false; refusal: Refusal }

export const MAX_TOTAL_CENTS = 10_000_000

/** Returns the first problem found. Only reads; the caller writes in the same transaction. */
export function readiness(db: Db, order: Order, now: Instant): Readiness {
  const priced = pricedOrder(db, order, now)
  const { items, extras, totals } = priced
  const refusal = goodsRefusal(priced) ?? boughtCardsRefusal(db, order, extras.boughtCards, now)
  if (refusal) return { ok: false, refusal }
  if (items.length > 0) return draftReadiness(db, order, boxReadiness(db, priced, now), now)
  const personal = cardsPersonRefusal(order, extras.boughtCards)
  if (personal) return { ok: false, refusal: personal }
  const ready = { totals, items, extras: withoutBox(extras), wanted: [], delivery: null }
  return draftReadiness(db, order, { ok: true, ...ready }, now)
}

/** Last, so that staff see what else a draft lacks before anyone can pay for it. */
function draftReadiness(db: Db, order: Order, ready: Readiness, now: Instant): Readiness {
  const refusal = ready.ok && order.draftedAt !== null ? draftRefusal(db, order.id, now) : null
  return refusal ? { ok: false, refusal } : ready
}

function boxReadiness(db: Db, priced: PricedOrder, now: Instant): Readiness {
  const { order, items, extras, totals } = priced
  const zone = deliveryZone(db, order.deliveryPostalCode ?? '')
  const refusal =
    earlyRefusal(db, order, items) ??
    personRefusal(db, order, zone) ??
    promotionProblem(db, priced, now) ??
    priceRefusal(items)
  if (refusal) return { ok: false, refusal }

  const day = openDay(db, order, zone, now)
  if (!zone.served || 'code' in day) return { ok: false, refusal: 'code' in day ? day : NOT_SERVED }

  const shortages = shortagesOf(db, buyerOf(order, zone.fc.id), items, now)
  if (shortages.length > 0) return { ok: false, refusal: shortageRefusal(order, items, shortages) }
  const rewardRefusal = rewardProblem(db, { ...order, fcId: zone.fc.id }, priced, now)
  if (rewardRefusal) return { ok: false, refusal: rewardRefusal }
  const wanted = withGift(items, extras.gift)
  return { ok: true, totals, items, extras, wanted, delivery: { fcId: zone.fc.id, day } }
}

/** What decides which lots an order's units may come from. */
export const buyerOf = ({ id, arrivalOn, deliveryState }: Order, fcId: number) => ({
  id,
  fcId,
  arrivalOn,
  deliveryState,
})

/** What staff filled, only they can change. */
const waysOut = ({ draftedAt }: Pick<Order, 'draftedAt'>, own: string): string =>
  draftedAt === null ? own : STAFF_CHANGE_IT

function removalRefusal(
  order: Pick<Order, 'draftedAt'>,
  items: OrderItem[],
  sentence: (name: string) => string,
): Refusal | null {
  if (items.length === 0) return null
  const facts = namesOf(items).map(sentence).join(' ')
  return askingTo('sold_out', facts, waysOut(order, removeSentence(items.length)))
}

export function shortageRefusal(
  order: Pick<Order, 'draftedAt'>,
  items: Pick<OrderItem, 'offerId' | 'name' | 'label'>[],
  shortages: Shortage[],
): Refusal {
  const sentences = shortages.map(({ offerId, available }) => {
    const item = items.find((line) => line.offerId === offerId)
    const name = item ? `${item.name}, ${item.label}` : 'An item'
    return shortageSentence(name, available)
  })
  const wayOut = waysOut(order, 'Please update your box and try again.')
  return askingTo('sold_out', sentences.join(' '), wayOut)
}

export const EMPTY: Refusal = { code: 'empty', message: 'Your box is empty.' }

export const TOO_LARGE: Refusal = {
  code: 'too_large',
  message: "That's more than we can send at once. Please email us about large orders.",
}

const NOT_SERVED: Refusal = { code: 'not_served', message: "Sorry, we don't deliver to that postal code." }

const CONSENT_MISSING: Refusal = {
  code: 'consent_missing',
  message: 'Please check “Make it a recurring box” again, or switch to a one-time box.',
}

function goodsRefusal({ order, items, extras, facts, totals }: PricedOrder): Refusal | null {
  const { itemsCents, totalCents } = totals
  const minimumCents = order.draftedAt === null ? facts.terms.minimumCents : 0 // staff may fill any box
  if (items.length === 0 && extras.boughtCards.length === 0) return EMPTY
  const withdrawn = items.filter(({ hidden }) => hidden)
  if (withdrawn.length > 0) return removalRefusal(order, withdrawn, withdrawnSentence)
  if (items.length > 0 && itemsCents < minimumCents)
    return { code: 'below_minimum', message: belowMinimumSentence(itemsCents, minimumCents) }
  return itemsCents > MAX_TOTAL_CENTS || totalCents > MAX_TOTAL_CENTS ? TOO_LARGE : null
}

const earlyRefusal = (db: Db, order: Order, items: OrderItem[]): Refusal | null =>
  removalRefusal(order, membersOnlyItems(db, order, items), membersOnlySentence)

function personRefusal(db: Db, order: Order, zone: DeliveryZone): Refusal | null {
  if (!order.email) return { code: 'email_missing', message: 'Please enter your email address.' }
  if (!hasAddress(order)) return { code: 'address_missing', message: 'Please enter your delivery address.' }
  if (isPoBox(`${order.deliveryStreet1} ${order.deliveryStreet2 ?? ''}`))
    return { code: 'po_box', message: PO_BOX_SENTENCE }
  if (!zone.served) return NOT_SERVED
  if (lacksTerms(order)) return { code: 'terms_required', message: TERMS_MISSING_SENTENCE }
  if (order.recurring && !activeConsent(db, order)) return CONSENT_MISSING
  return null
}

function promotionProblem(db: Db, { order, items, extras }: PricedOrder, now: Instant): Refusal | null {
  const { promotion } = extras
  if (!promotion) return null
  const reason = promotionRefusal(db, promotion, promotedOrder(db, order, items), now)
  if (!reason) return null
  return { code: 'promotion', message: promotionSentence(reason, promotion.code, freeItemOf(db, promotion)) }
}

const CHECK_TOTAL = 'Please check the new total before you pay.'

/** `prepareOrder` removes a reward that no longer applies, so the shopper reviews the new total once. */
function rewardProblem(db: Db, order: Order, { items, extras }: PricedOrder, now: Instant): Refusal | null {
  const why = carriedRewardProblem(db, order, items, extras, now)
  return why ? askingTo('reward', `${why} We removed it from this box.`, CHECK_TOTAL) : null
}

export function priceRefusal(items: OrderItem[]): Refusal | null {
  const changed = items.find(hasNewPrice)
  if (!changed) return null
  const [from, to] = shownPrices(changed)
  const fact = `The price of ${changed.name}, ${changed.label} changed from ${from} to ${to}.`
  return askingTo('price_changed', fact, CHECK_TOTAL)
}

export function openDay(db: Db, order: Order, zone: DeliveryZone, now: Instant): OpenDay | Refusal {
  if (!order.arrivalOn) return { code: 'date_missing', message: 'Please choose a delivery date.' }
  const { id: exceptOrderId, expedited } = order
  const request = { zip: order.deliveryPostalCode ?? '', zone, now, exceptOrderId, expedited }
  const day = calendarDayFor(db, { ...request, date: order.arrivalOn })
  if (day?.ok) return day
  const why = day ? closedSentence(db, request, day) : NOT_SERVED.message
  return askingTo('date_unavailable', why, 'Please choose another delivery date.')
}

/** The refusal asked the shopper to check the new total, so the next attempt may charge today's prices. */
export function acceptPrices(tx: Tx, items: OrderItem[]) {
  for (const item of items.filter(hasNewPrice)) {
    const { priceCents, poundCents } = item
    tx.update(orderLines).set({ priceCents, poundCents }).where(eq(orderLines.id, item.id)).run()
  }
}
