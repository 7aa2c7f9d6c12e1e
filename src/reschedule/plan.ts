import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { type Day, formatDay, type Instant } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { calendarDayFor, deliveryZone } from '../delivery/calendar-facts.ts'
import type { ClosedReason } from '../delivery/closed-days.ts'
import type { ServedZone } from '../delivery/postal-zones.ts'
import { dayIn } from '../delivery/zones.ts'
import { formatCents } from '../money.ts'
import { lockedSentence } from '../orders/delivery-lock.ts'
import { lotMoveSentences } from '../orders/moved-lots.ts'
import { isBeingCharged } from '../orders/open-order.ts'
import { type HeldPart, heldPartOf } from '../orders/paid-with.ts'
import { BEING_PAID_SENTENCE, MIN_CHARGE_CENTS } from '../orders/rules.ts'
import { returnRefusal, sharesOfReturn } from '../payments/lower-items.ts'
import { heldOfReturn } from '../payments/refunds.ts'
import { type PlacedPrice, paidCents, priceOnRoute } from '../pricing/placed-price.ts'
import { leavingReward, type MovedReward, returningReward } from './moved-reward.ts'
import { type Confirmation, confirmationOf } from './rules.ts'

export type MovePlan = {
  ok: true
  from: Day
  day: OpenDay
  transitDays: number
  confirmation: Confirmation
  /** Charged on top of what was paid; negative is refunded. */
  differenceCents: number
  /** The part of what goes back that banks are only holding, so it won't be charged. */
  heldCents: number
  held: HeldPart
  /** Null when the price stays the same. */
  price: PlacedPrice | null
  rewardsCents: number
  reward: MovedReward | null
}

export type MoveRefusal = {
  ok: false
  code: 'locked' | 'paying' | 'same_day' | 'not_offered' | 'below_card_minimum'
  /** Why the day is closed. */
  reason?: ClosedReason
  message: string
}

/** What moving a placed order to another day would change, or why it can't be moved there. Changes nothing. */
export function planMove(
  db: Db,
  order: Order,
  { date, isUndo = false }: { date: Day; isUndo?: boolean },
  now: Instant,
): MovePlan | MoveRefusal {
  const closed = closedRefusal(order, now)
  if (closed) return closed
  if (order.arrivalOn === null || order.arrivalOn === date) return sameDay(date)
  const zip = order.deliveryPostalCode ?? ''
  const zone = deliveryZone(db, zip)
  if (!zone.served || zone.fc.id !== order.fcId) return notOffered(OTHER_CENTER)
  const query = { zip, zone, now, exceptOrderId: order.id, bookedOn: order.shipOn, expedited: true }
  const day = calendarDayFor(db, { ...query, date })
  if (!day?.ok) return notOffered(day?.sentence ?? OTHER_CENTER, day?.reason)
  const lotSentence = lotMoveSentences(db, order, now)({ ...order, arrivalOn: date })
  if (lotSentence) return notOffered(`${lotSentence} Please choose an earlier day.`)

  const returning = isUndo ? returningReward(db, order, date, now) : null
  const reward = returning ?? leavingReward(db, order, date, now)
  const rewardsCents = reward ? reward.rewardsCents : (order.rewardsCents ?? 0)
  const price = withoutTrifle(priceOn(db, { ...order, rewardsCents }, order, zone, day), order)
  const differenceCents = price ? price.dueCents - paidCents(order) : 0
  const refusal = returnRefusal(db, order, -differenceCents, REFUNDED_IN_PART)
  if (refusal) return notOffered(refusal)
  if (differenceCents > 0 && differenceCents < MIN_CHARGE_CENTS) return belowCardMinimum(differenceCents)
  const rewardUntil = reward?.kind === 'leaves' ? reward.deliverBy : null
  const move = { date, chargeAt: day.chargeAt, differenceCents, rewardUntil }
  const confirmation = confirmationOf(move, dayIn(zone.fc.zone, now), now)
  const { transitDays } = zone
  const from = order.arrivalOn
  const { cardCents } = sharesOfReturn(db, order, Math.max(0, -differenceCents))
  return {
    ok: true,
    from,
    day,
    transitDays,
    confirmation,
    differenceCents,
    heldCents: heldOfReturn(db, order.id, cardCents),
    held: heldPartOf(db, order.id),
    price,
    rewardsCents,
    reward,
  }
}

const REFUNDED_IN_PART =
  'Part of this order was refunded, so it can’t move to a day that costs less. Please email us.'

/** Why the order's day can't change at all anymore. */
export function closedRefusal(order: Order, now: Instant): MoveRefusal | null {
  if (isBeingCharged(order, now)) return { ok: false, code: 'paying', message: BEING_PAID_SENTENCE }
  const locked = lockedSentence(order, now)
  return locked ? { ok: false, code: 'locked', message: locked } : null
}

/** Recomputes tax only if something it depends on changes, since the box may have been lowered meanwhile. */
function priceOn(db: Db, next: Order, order: Order, zone: ServedZone, day: OpenDay): PlacedPrice | null {
  const route = { transitDays: zone.transitDays, expedited: day.expedited, state: order.deliveryState ?? '' }
  const price = priceOnRoute(db, next, route)
  const isSame = price.shippingCents === order.shippingCents && next.rewardsCents === order.rewardsCents
  return isSame ? null : price
}

/** As in an edit, we waive an amount that is too small for a card. */
function withoutTrifle(price: PlacedPrice | null, order: Order): PlacedPrice | null {
  const cents = price ? price.dueCents - paidCents(order) : 0
  if (!price || cents <= 0 || cents >= MIN_CHARGE_CENTS || cents > price.shippingCents) return price
  return { ...price, shippingCents: price.shippingCents - cents, dueCents: price.dueCents - cents }
}

const sameDay = (date: Day): MoveRefusal => ({
  ok: false,
  code: 'same_day',
  message: `Your box already comes ${formatDay(date, 'long')}.`,
})

const belowCardMinimum = (cents: number): MoveRefusal => ({
  ok: false,
  code: 'below_card_minimum',
  message: `That day costs ${formatCents(cents)} more, and cards can't be charged less than ${formatCents(MIN_CHARGE_CENTS)}. Please pick another day.`,
})

const notOffered = (message: string, reason?: ClosedReason): MoveRefusal => ({
  ok: false,
  code: 'not_offered',
  ...(reason && { reason }),
  message,
})

const OTHER_CENTER =
  'Boxes to this address ship from another center now, so we have to move yours by hand. Please contact us.'
