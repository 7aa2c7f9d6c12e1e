import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type DearerMove, type Order, orders, type PaidCard } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { placesLeft, rebookShipDay } from '../delivery/calendar-facts.ts'
import { enqueue } from '../jobs/queue.ts'
import { removeRewardFromOrder } from '../pricing/rewards.ts'
import { returnLines } from '../stock/return-units.ts'
import { changedBy, recordActing } from './acting-staff.ts'
import { advanceOrder } from './advance-order.ts'
import { recordChange } from './changes.ts'
import { endWeatherHold } from './end-weather-hold.ts'
import { mailDeliveryChanged } from './mails.tsx'
import { lotMoveSentences } from './moved-lots.ts'
import { deliveryColumns } from './prepare.ts'

const LOCKED = 'The cut-off for that day passed meanwhile, so we left your delivery day as it is.'
const FULL = 'That day filled up meanwhile, so we left your delivery day as it is.'

/** Why a move that is paid can't be made anymore: its place was held, but staff can close the day. */
export function dearerMoveProblem(db: Db, order: Order, move: DearerMove, now: Instant): string | null {
  if (now >= move.lockAt) return LOCKED
  if (order.fcId === null || order.shipOn === null) throw new Error(`order ${order.id} is not placed`)
  const lotSentence = lotMoveSentences(db, order, now)({ ...order, arrivalOn: move.to })
  if (lotSentence) return `${lotSentence} So we left your delivery day as it is.`
  const place = { orderId: order.id, fcId: order.fcId, shipOn: move.shipOn, now }
  return order.shipOn === move.shipOn || placesLeft(db, place) > 0 ? null : FULL
}

type Charged = { move: DearerMove; chargedCents: number; card: PaidCard | null }

/** `dearerMoveProblem` has found none, in this transaction. */
export function writeDearerMove(
  tx: DurableTx,
  order: Order,
  { move, chargedCents, card }: Charged,
  now: Instant,
) {
  const { id: orderId, fcId, shipOn } = order
  if (fcId === null || shipOn === null) throw new Error(`order ${orderId} is not placed`)
  const next = advanceOrder(tx, order, {
    state: order.state,
    updatedAt: now,
    ...deliveryColumns(fcId, move),
    ...move.totals,
    totalCents: (order.totalCents ?? 0) + chargedCents,
  })
  const { to: arrivalOn, transitDays } = move
  tx.update(orders).set({ arrivalOn, transitDays }).where(eq(orders.id, orderId)).run()
  if (!rebookShipDay(tx, { orderId, fcId, shipOn: move.shipOn, now }, shipOn).ok)
    throw new Error(`order ${orderId} lost its place on ${move.shipOn} while moving there`)
  if (move.reward) takeOffReward(tx, { id: orderId, fcId }, move.reward, now)
  endWeatherHold(tx, orderId, now)
  const { from, to, reward } = move
  const detail = { from, to, ...(reward && { reward }), ...(card && { card }) }
  recordChange(
    tx,
    next,
    { kind: 'moved', detail, by: changedBy(move.staff), differenceCents: chargedCents },
    now,
  )
  recordActing(
    tx,
    order,
    move.staff,
    { verb: 'order.moved', detail: { before: from, after: to, charged_cents: chargedCents } },
    now,
  )
  const { version, token } = next
  const mail = {
    orderId,
    version,
    returnedCents: -chargedCents,
    dayMoved: true,
    endsWaiting: move.endsWaiting,
  }
  enqueue(tx, mailDeliveryChanged, mail, { key: `delivery_changed:${token}:${version}`, now })
}

function takeOffReward(
  tx: DurableTx,
  box: { id: number; fcId: number },
  { offerId }: NonNullable<DearerMove['reward']>,
  now: Instant,
) {
  removeRewardFromOrder(tx, box.id)
  returnLines(tx, box, offerId === null ? [] : [{ offerId, quantity: 1 }], now)
}
