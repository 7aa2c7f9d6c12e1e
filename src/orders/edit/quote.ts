import type { Db } from '#db/client.ts'
import type { BoxLine, EditedBox, EditedTotals, EditWish, Order } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { formatCents } from '../../money.ts'
import { extrasOf } from '../../pricing/extras.ts'
import { shippingCentsFor } from '../../pricing/facts.ts'
import { isPricedAsMember } from '../../pricing/members.ts'
import { isSentFree, paidCents, shippedFree, taxOfPlaced } from '../../pricing/placed-price.ts'
import { orderTermsFor } from '../../pricing/promised-terms.ts'
import { freeItemOf, termsOf } from '../../pricing/promotions.ts'
import { belowMinimumSentence, promotionSentence } from '../../pricing/sentences.ts'
import {
  discountedGoods,
  isFree,
  type PriceFacts,
  salesTax,
  shipsFree,
  sumItems,
} from '../../pricing/total.ts'
import { shortagesOf } from '../../stock/stock.ts'
import { buyerOf, MAX_TOTAL_CENTS, type RefusalCode, shortageRefusal, TOO_LARGE } from '../readiness.ts'
import { MIN_CHARGE_CENTS, withdrawnSentence } from '../rules.ts'
import { changedLines, unitsOf } from './box-lines.ts'
import { type EditLine, editedLines } from './lines.ts'
import { editLock } from './lock.ts'

export type EditRefusal = {
  code: RefusalCode | 'locked' | 'unknown_item' | 'quantity' | 'all_removed'
  message: string
}

export type EditQuote = {
  lines: EditLine[]
  box: EditedBox
  /** Charged on top; negative when money goes back. */
  differenceCents: number
  /** Less than a card can be charged, so it's on us: a part of the discounts. */
  waivedCents: number
}

export type EditAnswer = { ok: true; quote: EditQuote } | { ok: false; refusal: EditRefusal }

/** What the box would cost, or the first rule it breaks: those of `readiness`, for what changes. Only reads. */
export function quoteEdit(db: Db, order: Order, wish: EditWish, now: Instant): EditAnswer {
  const locked = editLock(order, now)
  if (locked) return refuse('locked', locked)
  const lines = editedLines(db, order.id, wish.items)
  if (!lines) return refuse('unknown_item', "We don't sell one of these items anymore. Please remove it.")
  const refusal =
    lineRefusal(order, lines, orderTermsFor(db, order, now).minimumCents) ??
    promotionProblem(db, order, lines, now) ??
    stockRefusal(db, order, lines, now)
  if (refusal) return { ok: false, refusal }
  const price = priceAfter(db, order, lines, now)
  const dearerCents = price.dueCents - paidCents(order)
  const waivedCents = dearerCents > 0 && dearerCents < MIN_CHARGE_CENTS ? dearerCents : 0
  const box = { lines: lines.map(boxLine), ...lowered(price, waivedCents) }
  return { ok: true, quote: { lines, box, differenceCents: dearerCents - waivedCents, waivedCents } }
}

const MAX_LINES = 100

const refuse = (code: EditRefusal['code'], message: string): EditAnswer => ({
  ok: false,
  refusal: { code, message },
})

const boxLine = (line: EditLine): BoxLine => {
  const { offerId, name, label, priceCents, poundCents, bundledQuantity, bundledCents, from, to } = line
  return { offerId, name, label, priceCents, poundCents, bundledQuantity, bundledCents, from, to }
}

/** What stays as it was breaks no rule, even if the rules have changed since. */
function lineRefusal(order: Order, lines: EditLine[], minimumCents: number): EditRefusal | null {
  const changed = changedLines(lines)
  if (changed.length === 0) return null
  const left = lines.filter(({ to }) => to > 0)
  if (left.length === 0) return { code: 'all_removed', message: emptySentence(order) }
  if (lines.some(({ packedGrams }) => packedGrams !== null))
    return {
      code: 'locked',
      message: "We've weighed this box already, so its items can't be changed. Please email us.",
    }
  const bundled = changed.find(({ to, bundledQuantity }) => to < bundledQuantity)
  if (bundled) return { code: 'quantity', message: bundledSentence(bundled) }
  const free = changed.find((line) => line.to > line.from && isFree(line))
  if (free) return { code: 'quantity', message: freeSentence(free) }
  const outside = changed.find(
    ({ to, minQuantity, maxQuantity }) => to > 0 && (to < minQuantity || to > maxQuantity),
  )
  if (outside) return { code: 'quantity', message: quantitySentence(outside) }
  const withdrawn = changed.find(({ hidden, from, to }) => hidden && to > from)
  if (withdrawn) return { code: 'sold_out', message: withdrawnSentence(withdrawn.name) }
  // A line has one price, and what was paid for one unit is no option on more.
  const dearer = changed.find(({ from, to, priceCents, todayCents }) => to > from && todayCents > priceCents)
  if (dearer) return { code: 'price_changed', message: dearerSentence(dearer) }
  const itemsCents = sumItems(left.map(pricedItem))
  const staysFree = isSentFree(order) && itemsCents === 0
  if (itemsCents < minimumCents && !staysFree)
    return { code: 'below_minimum', message: belowMinimumSentence(itemsCents, minimumCents) }
  return left.length > MAX_LINES || itemsCents > MAX_TOTAL_CENTS ? TOO_LARGE : null
}

const emptySentence = (order: Order) =>
  isSentFree(order)
    ? "That would leave your box empty. If you don't want it, please cancel the order instead."
    : 'That would leave your box empty. To get all of your money back, please cancel the order instead.'

const freeSentence = ({ name, label }: EditLine) =>
  `${name}, ${label} is free in this box, so it can't be more of it. To buy some, please place a new order.`

/** Its price is for all of it. */
const bundledSentence = ({ name, label, bundledQuantity }: EditLine) =>
  `${bundledQuantity} × ${name}, ${label} came with a box at one price, so ${bundledQuantity === 1 ? 'it stays' : 'they stay'}. To change that, please email us.`

const dearerSentence = ({ name, label, todayCents }: EditLine) =>
  `The price of ${name}, ${label} is ${formatCents(todayCents)} now, so you can't add more at the price you paid. Please place a new order for more.`

const quantitySentence = ({ name, label, minQuantity, maxQuantity, to }: EditLine) =>
  to < minQuantity
    ? `The minimum for ${name}, ${label} is ${minQuantity}.`
    : `The maximum for ${name}, ${label} is ${maxQuantity}.`

const pricedItem = ({ offerId, to, priceCents, bundledQuantity, bundledCents }: EditLine) => ({
  offerId,
  quantity: to,
  priceCents,
  bundledQuantity,
  bundledCents,
})

/** A code that was used stays used; only what it asks of the box is asked again. */
function promotionProblem(db: Db, order: Order, lines: EditLine[], now: Instant): EditRefusal | null {
  const { promotion } = extrasOf(db, order.id, now)
  if (!promotion || changedLines(lines).length === 0) return null
  const left = lines.filter(({ to }) => to > 0)
  const isBelow = sumItems(left.map(pricedItem)) < promotion.minimumCents
  const isMissing =
    promotion.kind === 'free_item' && !left.some(({ offerId }) => offerId === promotion.offerId)
  if (!isBelow && !isMissing) return null
  const reason = isBelow ? ('promotion_below_minimum' as const) : ('promotion_item_missing' as const)
  return { code: 'promotion', message: promotionSentence(reason, promotion.code, freeItemOf(db, promotion)) }
}

/** Asks only for what comes on top: the box keeps the units that it has. */
function stockRefusal(db: Db, order: Order, lines: EditLine[], now: Instant): EditRefusal | null {
  const { more } = unitsOf(lines)
  if (more.length === 0 || order.fcId === null) return null
  const shortages = shortagesOf(db, buyerOf(order, order.fcId), more, now)
  if (shortages.length === 0) return null
  return { ...shortageRefusal({ draftedAt: null }, lines, shortages), code: 'sold_out' }
}

/** As `priceOrder` would price it today, but delivery that stays free, or stays paid, costs what it did. */
function priceAfter(db: Db, order: Order, lines: EditLine[], now: Instant): Omit<EditedBox, 'lines'> {
  if (changedLines(lines).length === 0) return asPaid(order)
  const { promotion, reward } = extrasOf(db, order.id, now)
  const rules = { promotion: termsOf(promotion), terms: orderTermsFor(db, order, now) }
  const facts = {
    ...rules,
    items: lines.filter(({ to }) => to > 0).map(pricedItem),
    rewardsCents: reward?.reward.amountCents ?? 0,
    member: isPricedAsMember(db, order) || wasPricedAsMember(db, order, lines, rules),
  }
  const { goodsCents, ...goods } = discountedGoods(facts)
  const shippingCents = shippingAfter(db, order, shipsFree(facts), now)
  const taxCents = salesTax(taxOfPlaced(db, order), goodsCents, shippingCents)
  const totals: EditedTotals = { ...goods, shippingCents, taxCents }
  return { totals, dueCents: goodsCents + shippingCents + taxCents }
}

/** A membership that ended since ends its benefits with the next order: only its threshold made this delivery free. */
function wasPricedAsMember(
  db: Db,
  order: Order,
  lines: EditLine[],
  rules: Pick<PriceFacts, 'promotion' | 'terms'>,
): boolean {
  const items = lines.filter(({ from }) => from > 0).map((line) => pricedItem({ ...line, to: line.from }))
  return shippedFree(db, order) && !shipsFree({ ...rules, items, member: false })
}

/** What was paid stays the measure of the next edit, so what is waived can't add up. */
const lowered = ({ totals, dueCents }: Omit<EditedBox, 'lines'>, cents: number) => ({
  totals: { ...totals, promotionsCents: totals.promotionsCents + cents },
  dueCents: dueCents - cents,
})

function shippingAfter(db: Db, order: Order, isFree: boolean, now: Instant): number {
  const { shippingCents, transitDays, expedited } = order
  if (transitDays === null || isFree === shippedFree(db, order)) return shippingCents ?? 0
  return shippingCentsFor(db, order, { transitDays, expedited }, isFree, now)
}

const asPaid = (order: Order): Omit<EditedBox, 'lines'> => ({
  totals: {
    itemsCents: order.itemsCents ?? 0,
    promotionsCents: order.promotionsCents ?? 0,
    rewardsCents: order.rewardsCents ?? 0,
    shippingCents: order.shippingCents ?? 0,
    taxCents: order.taxCents ?? 0,
  },
  dueCents: paidCents(order),
})
