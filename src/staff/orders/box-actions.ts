import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { auditEntries, type Order, type User, weatherAlerts } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { recordAction } from '../../audit/audit.ts'
import { reshipLines } from '../../claims/reship.ts'
import { goodsCents } from '../../claims/worth.ts'
import type { Config } from '../../config/config.ts'
import type { Instant } from '../../day.ts'
import { openFlagsOf } from '../../flags/flags.ts'
import { isHoldingFlag } from '../../flags/holding.ts'
import { enqueue, isEnqueued } from '../../jobs/queue.ts'
import { orderSubject } from '../../orders/acting-staff.ts'
import { isOwnOrder, OWN_ORDER } from '../../orders/is-own-order.ts'
import { itemsOf } from '../../orders/items.ts'
import { mailReceipt } from '../../orders/mails.tsx'
import { isBeingCharged } from '../../orders/open-order.ts'
import { orderById } from '../../orders/orders.ts'
import { CHARGE_UNDER_WAY_SENTENCE } from '../../orders/rules.ts'
import { isInCenter } from '../../orders/stop-box.ts'
import { thawCards } from '../../payments/disputes.ts'
import { refundOrder } from '../../payments/refund-order.ts'
import { releaseBox } from '../../shipping/release-box.ts'
import { type Random, sha256 } from '../../tokens.ts'
import { toggleShipAnyway } from '../../weather/answers.ts'
import { openHold } from '../../weather/holds.ts'
import { shipAnywayWords } from '../../weather/ship-anyway-words.ts'
import { giveOfOrder } from '../giving.ts'
import { PRESSED_WITH_OTHER } from '../pressed-again.ts'
import { resolveFlagIn } from '../resolve.ts'
import { giveWhole } from './give-whole.ts'
import { placedBoxesProblem } from './placed-boxes.ts'
import { endWeatherHoldOf } from './weather-hold.ts'

export type BoxBy = { user: User; now: Instant; config: Config; random: Random }
export type BoxAction = { ok: true; message: string } | { ok: false; message: string }

const refuse = (message: string): BoxAction => ({ ok: false, message })

/** However late, as long as the box is here: the buyer has the cutoff, staff can stop it on the shelf. */
export function cancelByStaff(tx: DurableTx, orderId: number, reason: string, by: BoxBy): BoxAction {
  const order = orderById(tx, orderId)
  if (order.state === 'canceled') return { ok: true, message: 'This order is canceled.' }
  if (isOwnOrder(order, by.user)) return refuse(OWN_ORDER)
  if (!isInCenter(order)) return refuse('This box is no longer here, so it can only be refunded.')
  if (isBeingCharged(order, by.now)) return refuse(CHARGE_UNDER_WAY_SENTENCE)
  const problem = placedBoxesProblem(tx, orderId)
  if (problem) return refuse(problem)
  const given = giveWhole(tx, order, by)
  if (!given.ok) return refuse(given.message)
  const refund = refundOrder(tx, orderId, 'staff', by.now)
  if (!refund.ok)
    return refuse(
      refund.code === 'bank_decides'
        ? "The bank is still deciding about this money. Please accept the dispute in the provider's dashboard first."
        : 'Nothing is left of this order to cancel.',
    )
  endWeatherHoldOf(tx, orderId, by.now)
  record(tx, order, 'order.canceled', by, { reason, detail: given.detail })
  const money = refund.backCents > 0 ? 'The money is on its way back' : 'Nothing was left to refund'
  return { ok: true, message: `Canceled. ${money}, and the customer gets an email.` }
}

/** Resolves the flags of a box held for review; for a weather hold, records that the customer wants it shipped. */
export function releaseOrder(tx: DurableTx, orderId: number, reason: string, by: BoxBy): BoxAction {
  const order = orderById(tx, orderId)
  if (isOwnOrder(order, by.user)) return refuse(OWN_ORDER)
  const released = order.state === 'review' ? releaseReview(tx, order, reason, by) : shipAnyway(tx, order, by)
  if (released.ok) record(tx, order, 'order.released', by, { reason })
  return released
}

function releaseReview(tx: DurableTx, order: Order, words: string, by: BoxBy): BoxAction {
  for (const flag of openFlagsOf(tx, order.id).filter(isHoldingFlag)) {
    const resolved = resolveFlagIn(tx, flag.id, { action: 'release_box', words }, by)
    if (!resolved.ok) throw new Error(`flag ${flag.id} holds its box for good: ${resolved.message}`)
  }
  if (orderById(tx, order.id).state === 'review') {
    releaseBox(tx, orderById(tx, order.id), by.now)
    thawCards(tx, order.id, by.now)
  }
  return { ok: true, message: 'Released. The box joins the next wave.' }
}

const NOT_HELD = "This box isn't held."

const SHIP_ANYWAY_REFUSALS = {
  over: NOT_HELD,
  packed: NOT_HELD,
  being_paid: CHARGE_UNDER_WAY_SENTENCE,
  full: 'Its original day is full. Please move it to another day.',
  bank_decides: 'The bank is still deciding about this payment.',
  locked: 'The cutoff for its original day has passed. Please move it to another day.',
}

function shipAnyway(tx: DurableTx, order: Order, { user, now }: BoxBy): BoxAction {
  const hold = openHold(tx, order.id)
  if (!hold || hold.shipAnywayAt !== null) return refuse(NOT_HELD)
  const alert = tx.select().from(weatherAlerts).where(eq(weatherAlerts.id, hold.alertId)).get()
  if (!alert) return refuse(NOT_HELD)
  const words = `${shipAnywayWords(alert, hold)} (Told to ${actorOf(user).name}.)`
  const toggled = toggleShipAnyway(tx, hold.id, words, now)
  return toggled.ok
    ? { ok: true, message: 'Released. It ships on its original day, as the customer wants.' }
    : refuse(SHIP_ANYWAY_REFUSALS[toggled.code])
}

export type ReshipRequest = { quantities: ReadonlyMap<string, number>; reason: string; press: string }

const RESHIP_REFUSALS = {
  no_day: "There's no open delivery day for this address.",
  sold_out: 'Some items are sold out at this center. Please send less, or refund instead.',
}

/** A free box with some or all of an order, as a claim's answer sends it. */
export function reshipOrder(tx: DurableTx, orderId: number, request: ReshipRequest, by: BoxBy): BoxAction {
  const order = orderById(tx, orderId)
  const sent = 'A new box is on its way into the next wave. The customer gets an email.'
  const key = `reshipped:${order.token}:${request.press}`
  if (isEnqueued(tx, key))
    return isSameReship(tx, order, key, request) ? { ok: true, message: sent } : refuse(PRESSED_WITH_OTHER)
  if (isOwnOrder(order, by.user)) return refuse(OWN_ORDER)
  if (order.state !== 'shipped' && order.state !== 'delivered')
    return refuse('Only a box that has left can be sent again.')
  const lines = linesToSend(tx, orderId, request)
  if (lines.length === 0) return refuse('Please say what to send again.')
  const content = lines.map(({ token, quantity }) => [token, quantity])
  const cents = goodsCents(lines)
  const given = giveOfOrder(tx, { user: by.user, order, door: 'reship', content, cents, now: by.now })
  if (!given.ok) return refuse(given.message)
  const reship = reshipLines(tx, order, lines, by)
  if (!reship.ok) return refuse(RESHIP_REFUSALS[reship.code])
  const box = orderById(tx, reship.orderId)
  enqueue(tx, mailReceipt, { orderId: box.id }, { key, now: by.now })
  const units = lines.map(({ name, label, quantity }) => `${quantity} × ${name}, ${label}`)
  record(tx, order, 'order.reshipped', by, {
    reason: request.reason,
    detail: { units, as: box.identifier, press: markOf(key, lines, request.reason), ...given.detail },
  })
  record(tx, box, 'order.reship_made', by, { reason: request.reason, detail: { of: order.identifier } })
  return { ok: true, message: sent }
}

function linesToSend(tx: DurableTx, orderId: number, { quantities }: ReshipRequest) {
  return itemsOf(tx, orderId).flatMap((item) => {
    const quantity = quantities.get(item.token) ?? 0
    return quantity > 0 ? [{ ...item, quantity: Math.min(quantity, item.quantity) }] : []
  })
}

/** Names a press with what it asked for. */
const markOf = (key: string, lines: { token: string; quantity: number }[], reason: string) =>
  sha256(JSON.stringify([key, reason, ...lines.map(({ token, quantity }) => [token, quantity])]))

function isSameReship(tx: DurableTx, order: Order, key: string, request: ReshipRequest): boolean {
  const mark = markOf(key, linesToSend(tx, order.id, request), request.reason)
  return tx
    .select({ detail: auditEntries.detail })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, 'order'), eq(auditEntries.subjectToken, order.token)))
    .all()
    .some(({ detail }) => detail.press === mark)
}

function record(
  tx: DurableTx,
  order: Order,
  verb: `order.${string}`,
  { user, now }: BoxBy,
  { reason, detail }: { reason: string; detail?: Record<string, unknown> },
) {
  recordAction(tx, {
    actor: actorOf(user),
    verb,
    subject: orderSubject(order),
    ...(detail && { detail }),
    reason: reason || null,
    now,
  })
}
