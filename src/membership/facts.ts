import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  type Membership,
  type MembershipBox,
  membershipBoxes,
  memberships,
  type Order,
  orders,
  type RecurringConsent,
  type StoredCard,
} from '#db/schema/index.ts'
import { boxDays } from '../checkout/arrival-date.ts'
import type { Day, Instant } from '../day.ts'
import { agreementOf } from '../orders/agreement.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { orderById } from '../orders/orders.ts'
import { zoneOf } from '../orders/placed.ts'
import { RENEW_PERIODS, type RenewPeriod } from '../orders/recurring-rules.ts'
import { chargedCents } from '../orders/returned-money.ts'
import { cardsOf } from '../payments/cards.ts'
import { type Gift, giftOn } from '../pricing/gifts.ts'
import { orderTermsFor } from '../pricing/promised-terms.ts'
import type { GiftChoice } from '../pricing/reward-wallet.ts'
import { chargeOf } from './box-moments.ts'
import { judgeFor, plannedBox } from './boxes.ts'
import { canUndoCancel } from './changes.ts'
import { cardOf } from './charge.ts'
import { freeItemChoices } from './free-item.ts'
import { movedDay } from './frequency.ts'
import { type OfferToAdd, offersToAdd } from './offers-to-add.ts'
import { problemOf } from './refusals.ts'
import { firstOpenFrom, nextPeriod } from './rhythm.ts'
import { shortOfMinimum } from './short-of-minimum.ts'
import { canUnskip } from './skip.ts'
import { totalOf } from './totals.ts'

export type NextBox = {
  orderToken: string
  number: number
  arrivalOn: Day
  lockAt: Instant
  chargeAt: Instant
  totalCents: number
  items: OrderItem[]
  freeItem: Gift | null
  freeItems: GiftChoice[]
  trouble: MembershipBox['trouble']
  /** When the declined card is tried again. Null if it isn't before the lock. */
  againAt: Instant | null
  plannedAt: Instant
  isLocked: boolean
  /** What its items are short of the minimum, below which it'd be skipped. */
  shortCents: number
  offers: OfferToAdd[]
  place: { name: string; street: string; city: string }
  /** The days it can move to. */
  days: Day[]
  /** The day it can be put back to. */
  movedFrom: Day | null
}

export type Card = Pick<StoredCard, 'id' | 'brand' | 'last4' | 'keptAt'>

/** A field of the page, by its id, whose form was refused. */
export type RefusedField = { id: string; typed: string; message: string }

export type MembershipFacts = {
  membership: Membership
  agreement: RecurringConsent | null
  firstOrder: { token: string; identifier: string }
  card: Card | null
  cards: Card[]
  next: NextBox | null
  skipped: { orderToken: string; arrivalOn: Day } | null
  /** After the next one, as they'll come unless something changes. */
  later: Day[]
  /** By frequency, when the box after the next one comes, and when the next one would if it moved too. */
  byPeriod: { period: RenewPeriod; day: Day; moved: Day | null }[]
  history: { token: string; identifier: string; arrivalOn: Day; totalCents: number; isComing: boolean }[]
  canUndoCancel: boolean
  zone: string
  now: Instant
  refused?: RefusedField | undefined
}

/** The ones that still send boxes come first. */
export const membershipsOf = (db: Db, userId: number): Membership[] =>
  db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(sql`${memberships.state} = 'canceled'`, desc(memberships.id))
    .all()

export function membershipFacts(db: Db, membership: Membership, now: Instant): MembershipFacts {
  const first = orderById(db, membership.firstOrderId)
  const box = membership.state === 'active' ? plannedBox(db, membership.id) : null
  const order = box?.orderId ? orderById(db, box.orderId) : null
  return {
    membership,
    agreement: agreementOf(db, first),
    firstOrder: { token: first.token, identifier: first.identifier },
    card: cardOf(db, membership),
    cards: membership.userId === null ? [] : cardsOf(db, membership.userId),
    next: box && order ? nextBox(db, box, order, now) : null,
    skipped: skippedBox(db, membership, now),
    later: box && order ? laterDays(db, membership, box, order, now) : [],
    byPeriod: box && order ? daysByPeriod(db, box, order, now) : [],
    history: historyOf(db, membership),
    canUndoCancel: canUndoCancel(db, membership, now),
    zone: zoneOf(db, (order ?? first).fcId ?? 0),
    now,
  }
}

function nextBox(db: Db, box: MembershipBox, order: Order, now: Instant): NextBox | null {
  if (order.arrivalOn === null || order.lockAt === null) return null
  const items = itemsOf(db, order.id)
  const days = boxDays(db, order, now)
  return {
    orderToken: order.token,
    number: box.number,
    arrivalOn: order.arrivalOn,
    lockAt: order.lockAt,
    chargeAt: chargeOf(order),
    totalCents: totalOf(db, order.id, now),
    items,
    shortCents: shortOfMinimum(items, orderTermsFor(db, order, now).minimumCents),
    offers: offersToAdd(db, order, items, now),
    place: {
      name: order.deliveryName ?? '',
      street: order.deliveryStreet1 ?? '',
      city: order.deliveryCity ?? '',
    },
    freeItem: giftOn(db, order.id),
    freeItems: freeItemChoices(db, order, now),
    trouble: box.trouble,
    againAt: againAt(box, order, now),
    plannedAt: box.createdAt,
    isLocked: problemOf(db, box, now) === 'locked',
    days,
    movedFrom: days.find((day) => day === box.movedFrom) ?? null,
  }
}

/** A box that moved for its card hasn't been tried on its new day yet. */
function againAt({ trouble, tries, waitUntil }: MembershipBox, order: Order, now: Instant): Instant | null {
  const at = tries === 0 ? chargeOf(order) : waitUntil
  return trouble === 'declined' && at > now && at < (order.lockAt ?? 0) ? at : null
}

/** The newest one that can come back. */
function skippedBox(db: Db, membership: Membership, now: Instant): MembershipFacts['skipped'] {
  const newest = db
    .select()
    .from(membershipBoxes)
    .where(and(eq(membershipBoxes.membershipId, membership.id), sql`${membershipBoxes.state} = 'skipped'`))
    .orderBy(desc(membershipBoxes.number))
    .limit(1)
    .get()
  if (!newest?.orderId || !canUnskip(db, membership, newest, now)) return null
  const { token, arrivalOn } = orderById(db, newest.orderId)
  return arrivalOn && { orderToken: token, arrivalOn }
}

const LATER_BOXES = 3

function laterDays(
  db: Db,
  { renewPeriodType }: Membership,
  { rhythmOn }: MembershipBox,
  order: Order,
  now: Instant,
): Day[] {
  const judge = judgeFor(db, order, now)
  const days: Day[] = []
  let from = rhythmOn
  for (let count = 0; count < LATER_BOXES; count++) {
    from = nextPeriod(from, renewPeriodType)
    const day = firstOpenFrom(from, judge)
    if (day) days.push(day.date)
  }
  return days
}

/** From the rhythm's day, like the boxes that are planned: the box itself may have moved for its card. */
const daysByPeriod = (db: Db, box: MembershipBox, order: Order, now: Instant) =>
  RENEW_PERIODS.flatMap((period) => {
    const day = firstOpenFrom(nextPeriod(box.rhythmOn, period), judgeFor(db, order, now))
    const moved = movedDay(db, box, order, period, now)?.day.date ?? null
    return day ? [{ period, day: day.date, moved }] : []
  })

const HISTORY = 5

function historyOf(db: Db, { id, firstOrderId }: Membership): MembershipFacts['history'] {
  return db
    .select()
    .from(orders)
    .where(sql`${orders.placedAt} is not null and (${orders.id} = ${firstOrderId} or ${orders.id} in
      (select order_id from membership_boxes where membership_id = ${id}))`)
    .orderBy(desc(orders.placedAt))
    .limit(HISTORY)
    .all()
    .flatMap((order) => {
      const { token, identifier, arrivalOn, state } = order
      const totalCents = chargedCents(db, order)
      const isComing = COMING.includes(state)
      return arrivalOn === null || totalCents === null
        ? []
        : [{ token, identifier, arrivalOn, totalCents, isComing }]
    })
}

/** Paid for and on its way, whatever becomes of the membership. */
const COMING: Order['state'][] = ['paid', 'in_wave', 'shipped']

const iso = (at: Instant | null) => (at === null ? null : new Date(at).toISOString())

const freeItemJson = ({ token, name, label }: Pick<Gift, 'token' | 'name' | 'label'>) => ({
  promotion_id: token,
  name,
  label,
})

export const membershipJson = ({ membership, next }: MembershipFacts) => ({
  token: membership.token,
  state: membership.state,
  renew_period_type: membership.renewPeriodType,
  when_gone: membership.whenGone,
  paused_until: iso(membership.pausedUntil),
  next: next && {
    order_token: next.orderToken,
    arrival_date: next.arrivalOn,
    lock_at: iso(next.lockAt),
    charge_at: iso(next.chargeAt),
    total_cents: next.totalCents,
    items: next.items.map(({ token, name, label, quantity, priceCents }) => ({
      bid_item_token: token,
      name,
      label,
      quantity,
      price_cents: priceCents,
    })),
    free_item: next.freeItem && freeItemJson(next.freeItem),
    free_items: next.freeItems.map((choice) => ({ ...freeItemJson(choice), available: choice.isAvailable })),
  },
})
