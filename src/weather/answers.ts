import type { DurableTx } from '#db/client.ts'
import type { Order, WeatherHold } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isBeingCharged } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { refundOrder } from '../payments/refund-order.ts'
import { moveHeld, nextDay, tryToMove } from './hold-order.ts'
import { changeHold, holdById } from './holds.ts'

export type Answered =
  | { ok: true }
  | { ok: false; code: 'over' | 'packed' | 'being_paid' | 'full' | 'bank_decides' | 'locked' }

type Open =
  | { ok: true; hold: WeatherHold; order: Order }
  | { ok: false; code: 'over' | 'packed' | 'being_paid' }

/** As they are now: the page that asks may be old. A change would send back the money that is being charged. */
function readOpen(tx: DurableTx, holdId: number, now: Instant): Open {
  const hold = holdById(tx, holdId)
  if (!hold || hold.endedAt !== null) return { ok: false, code: 'over' }
  const order = orderById(tx, hold.orderId)
  if (isBeingCharged(order, now)) return { ok: false, code: 'being_paid' }
  return order.state === 'paid' ? { ok: true, hold, order } : { ok: false, code: 'packed' }
}

/** Takes back a wish to ship anyway, which put the box on its first day again. */
export function keepNewDate(tx: DurableTx, holdId: number, now: Instant): Answered {
  const open = readOpen(tx, holdId, now)
  if (!open.ok) return open
  if (open.hold.shipAnywayAt !== null) {
    if (now >= open.hold.lockAt) return { ok: false, code: 'locked' }
    holdAgain(tx, open.hold, open.order, now)
  }
  changeHold(tx, open.hold, { answer: 'kept', answeredAt: now })
  return { ok: true }
}

/**
 * All of it goes back: card, gift balance, units and the place on the ship day. Who wants it shipped anyway has the
 * usual cutoff.
 */
export function cancelForWeather(tx: DurableTx, holdId: number, now: Instant): Answered {
  const open = readOpen(tx, holdId, now)
  if (!open.ok) return open
  if (open.hold.shipAnywayAt !== null && now >= (open.order.lockAt ?? 0)) return { ok: false, code: 'packed' }
  const refund = refundOrder(tx, open.order.id, 'shopper', now)
  if (!refund.ok) return { ok: false, code: refund.code === 'bank_decides' ? 'bank_decides' : 'over' }
  changeHold(tx, open.hold, { answer: 'canceled', answeredAt: now, endedAt: now })
  return { ok: true }
}

/** Back to the first day, whatever the weather, or on to the next free one again; until the first day's lock. */
export function toggleShipAnyway(
  tx: DurableTx,
  holdId: number,
  words: string,
  now: Instant,
): Answered & { isOn?: boolean } {
  const open = readOpen(tx, holdId, now)
  if (!open.ok) return open
  const { hold, order } = open
  if (now >= hold.lockAt) return { ok: false, code: 'locked' }
  return hold.shipAnywayAt === null
    ? shipAnyway(tx, hold, order, words, now)
    : holdAgain(tx, hold, order, now)
}

function shipAnyway(tx: DurableTx, hold: WeatherHold, order: Order, words: string, now: Instant) {
  const { arrivalOn: date, shipOn, lockAt, chargeAt, expedited } = hold
  const isMoved = order.arrivalOn !== date || order.shipOn !== shipOn
  if (isMoved && !tryToMove(tx, order, { date, shipOn, lockAt, chargeAt, expedited }, now))
    return { ok: false as const, code: 'full' as const }
  changeHold(tx, hold, {
    shipAnywayAt: now,
    shipAnywayWords: words,
    ...(hold.answer === null && { answer: 'kept', answeredAt: now }),
  })
  return { ok: true as const, isOn: true }
}

function holdAgain(tx: DurableTx, hold: WeatherHold, order: Order, now: Instant) {
  const day = nextDay(tx, order, now, now)
  const returnedCents = hold.returnedCents + (day ? moveHeld(tx, order, day, now) : 0)
  const movedTo = day?.date ?? null
  const answer = isOpenAgain(hold, now) ? { answer: null, answeredAt: null } : {}
  changeHold(tx, hold, { shipAnywayAt: null, shipAnywayWords: null, movedTo, returnedCents, ...answer })
  return { ok: true as const, isOn: false }
}

/** A yes to the first day is none to a second delay, which needs its own by then. */
const isOpenAgain = ({ answerBy, answeredAt, shipAnywayAt }: WeatherHold, now: Instant) =>
  answerBy !== null && now < answerBy && answeredAt === shipAnywayAt
