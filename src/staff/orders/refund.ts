import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import {
  type Order,
  packingWaveOrders,
  packingWaves,
  type StaffRefund,
  staffRefunds,
  type User,
  users,
} from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { personName } from '../../accounts/person-name.ts'
import { recordAction } from '../../audit/audit.ts'
import type { Instant } from '../../day.ts'
import { closeFlag, flagForStaff } from '../../flags/flags.ts'
import { setSlipVersion } from '../../fulfillment/pack-boxes.ts'
import { enqueue } from '../../jobs/queue.ts'
import { formatCents } from '../../money.ts'
import { orderSubject } from '../../orders/acting-staff.ts'
import { isOwnOrder } from '../../orders/is-own-order.ts'
import { orderById } from '../../orders/orders.ts'
import { isInCenter } from '../../orders/stop-box.ts'
import { creditGiven, leftToGive } from '../../payments/left-to-give.ts'
import { orderShares, refundOrder } from '../../payments/refund-order.ts'
import { refundPart } from '../../payments/refund-part.ts'
import { isAboveLimit } from '../giving.ts'
import { mailPartRefunded } from './mails.tsx'
import { endWeatherHoldOf } from './weather-hold.ts'

export type RefundRequest = { amountCents: number; reason: string; press: string }

export type RefundRefusal =
  | 'own'
  | 'not_placed'
  | 'bank_decides'
  | 'nothing_left'
  | 'more_than_left'
  | 'unknown'
  | 'decided_before'
  | 'asked_yourself'
  | 'pressed_before'

export type Refunded =
  | { ok: true; refund: StaffRefund; isCanceled: boolean }
  | { ok: false; code: RefundRefusal; leftCents: number; creditCents: number }

type By = { user: User; now: Instant }

const refused = (code: RefundRefusal, { leftCents = 0, creditCents = 0 } = {}): Refunded => ({
  ok: false,
  code,
  leftCents,
  creditCents,
})

/** Once per press: pressing twice answers as the first time did. A large one waits for a second person. */
export function askRefund(tx: DurableTx, orderId: number, request: RefundRequest, by: By): Refunded {
  const order = orderById(tx, orderId)
  const before = refundOfPress(tx, orderId, request.press)
  if (before && !isSame(before, request, order)) return refused('pressed_before')
  if (before) return { ok: true, refund: before, isCanceled: order.state === 'canceled' }
  const refusal = refusalOf(tx, order, request.amountCents, by.user)
  if (refusal) return refusal
  const amountCents = withCards(tx, order, request.amountCents)
  const asked = { orderId, ...request, amountCents, askedById: by.user.id, askedAt: by.now }
  const isLarge = isAboveLimit(tx, { userId: by.user.id, cents: amountCents, now: by.now, order })
  const state = isLarge ? ('waiting' as const) : ('made' as const)
  const refund = tx
    .insert(staffRefunds)
    .values({ ...asked, state })
    .returning()
    .get()
  return isLarge ? wait(tx, order, refund, by) : give(tx, order, refund, by)
}

/** A refund of everything also gives back what the order's gift cards still hold, beyond what was typed. */
const isSame = (before: StaffRefund, { amountCents, reason }: RefundRequest, order: Order): boolean =>
  before.reason === reason &&
  (before.amountCents === amountCents || (order.state === 'canceled' && before.amountCents > amountCents))

/** All of a box that is still here cancels the order, and with it goes what is unspent of the gift cards it bought. */
function withCards(tx: DurableTx, order: Order, amountCents: number): number {
  const { cardCents, giftCents, unspentCents } = orderShares(tx, order.id)
  const isAll = amountCents === cardCents + giftCents
  return isAll && isInCenter(order) ? amountCents + unspentCents : amountCents
}

function refusalOf(tx: DurableTx, order: Order, amountCents: number, user: User): Refunded | null {
  if (isOwnOrder(order, user)) return refused('own')
  if (order.placedAt === null) return refused('not_placed')
  const leftCents = leftToGive(tx, order.id)
  if (leftCents === null) return refused('bank_decides')
  const left = { leftCents, creditCents: creditGiven(tx, order.id) }
  if (leftCents === 0) return refused('nothing_left', left)
  return amountCents > leftCents ? refused('more_than_left', left) : null
}

const refundOfPress = (db: Db, orderId: number, press: string) =>
  db
    .select()
    .from(staffRefunds)
    .where(and(eq(staffRefunds.orderId, orderId), eq(staffRefunds.press, press)))
    .get()

const flagKey = ({ id }: StaffRefund) => `refund_waits:${id}`

function wait(tx: DurableTx, order: Order, refund: StaffRefund, { user, now }: By): Refunded {
  const detail = `${formatCents(refund.amountCents)} asked for by ${personName(user)}.`
  flagForStaff(tx, {
    kind: 'refund_waits',
    key: flagKey(refund),
    detail,
    orderId: order.id,
    subjectId: refund.id,
    now,
  })
  recordAction(tx, {
    actor: actorOf(user),
    verb: 'order.refund_asked',
    subject: orderSubject(order),
    detail: { amount_cents: refund.amountCents },
    reason: refund.reason,
    now,
  })
  return { ok: true, refund, isCanceled: false }
}

/** Refunding all of a box that is still here cancels it; else the box would ship for nothing. */
function give(tx: DurableTx, order: Order, refund: StaffRefund, { user, now }: By): Refunded {
  const shares = orderShares(tx, order.id)
  const boxCents = shares.cardCents + shares.giftCents
  const isCanceled = isInCenter(order) && refund.amountCents === boxCents + shares.unspentCents
  const given = isCanceled ? giveAll(tx, order, now) : givePart(tx, order, refund, now)
  if (!given) throw new Error(`order ${order.id} changed while it was being refunded`)
  const made = tx
    .update(staffRefunds)
    .set({ state: 'made', ...given })
    .where(eq(staffRefunds.id, refund.id))
    .returning()
    .get()
  recordAction(tx, {
    actor: actorOf(user),
    verb: 'order.refunded',
    subject: orderSubject(order),
    detail: {
      amount_cents: refund.amountCents,
      card_cents: made.cardCents,
      gift_cents: made.giftCents,
      canceled: isCanceled,
      ...(refund.decidedById === null && { alone_cents: refund.amountCents }),
    },
    reason: refund.reason,
    now,
  })
  return { ok: true, refund: made, isCanceled }
}

function giveAll(tx: DurableTx, order: Order, now: Instant) {
  const { cardCents, giftCents, unspentCents } = orderShares(tx, order.id)
  if (!refundOrder(tx, order.id, 'staff', now).ok) return null
  endWeatherHoldOf(tx, order.id, now)
  return { cardCents: cardCents + unspentCents, giftCents }
}

function givePart(tx: DurableTx, order: Order, refund: StaffRefund, now: Instant) {
  const given = refundPart(tx, order, refund.amountCents, now)
  if (!given.ok) return null
  keepSlip(tx, order)
  const key = `mail_part_refunded:${refund.id}`
  enqueue(tx, mailPartRefunded, { staffRefundId: refund.id, heldCents: given.heldCents }, { key, now })
  return { cardCents: given.cardCents, giftCents: given.giftCents }
}

/** Money went back, but the box is still as its slip says. */
function keepSlip(tx: DurableTx, order: Order) {
  const row = tx
    .select({ wave: packingWaves, version: packingWaveOrders.orderVersion })
    .from(packingWaveOrders)
    .innerJoin(packingWaves, eq(packingWaves.id, packingWaveOrders.waveId))
    .where(and(eq(packingWaveOrders.orderId, order.id), isNull(packingWaveOrders.endedAt)))
    .get()
  if (row && row.version === order.version) setSlipVersion(tx, row.wave, orderById(tx, order.id))
}

/** Without the gift cards that were added to a refund of everything. */
function typedCents(tx: DurableTx, order: Order, { amountCents }: StaffRefund): number {
  const { cardCents, giftCents } = orderShares(tx, order.id)
  return amountCents === withCards(tx, order, cardCents + giftCents) ? cardCents + giftCents : amountCents
}

/** By someone else than asked for it. */
export function decideRefund(tx: DurableTx, refundId: number, isApproved: boolean, by: By): Refunded {
  const refund = tx.select().from(staffRefunds).where(eq(staffRefunds.id, refundId)).get()
  if (!refund) return refused('unknown')
  if (refund.state !== 'waiting') return refused('decided_before')
  const order = orderById(tx, refund.orderId)
  if (isApproved && refund.askedById === by.user.id) return refused('asked_yourself')
  const refusal = isApproved ? refusalOf(tx, order, typedCents(tx, order, refund), by.user) : null
  if (refusal) return refusal
  const decided = tx
    .update(staffRefunds)
    .set({ state: isApproved ? 'made' : 'refused', decidedById: by.user.id, decidedAt: by.now })
    .where(eq(staffRefunds.id, refundId))
    .returning()
    .get()
  closeFlag(tx, flagKey(refund), isApproved ? 'Approved.' : 'Refused.', by.now)
  if (isApproved) return give(tx, order, decided, by)
  recordAction(tx, {
    actor: actorOf(by.user),
    verb: 'order.refund_refused',
    subject: orderSubject(order),
    detail: { amount_cents: refund.amountCents },
    now: by.now,
  })
  return { ok: true, refund: decided, isCanceled: false }
}

export const waitingRefunds = (db: Db, orderId: number) =>
  db
    .select({ refund: staffRefunds, asker: users })
    .from(staffRefunds)
    .leftJoin(users, eq(users.id, staffRefunds.askedById))
    .where(and(eq(staffRefunds.orderId, orderId), eq(staffRefunds.state, 'waiting')))
    .orderBy(asc(staffRefunds.id))
    .all()
