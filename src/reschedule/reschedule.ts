import type { DurableTx } from '#db/client.ts'
import type { MovedOffReward, Order } from '#db/schema/index.ts'
import { writeDelivery } from '../checkout/steps/placed-delivery-write.ts'
import type { Day, Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { changeHold, openHold } from '../weather/holds.ts'
import { applyReward } from './moved-reward.ts'
import { type MovePlan, type MoveRefusal, planMove } from './plan.ts'

export type MoveRequest = {
  date: Day
  /** Agrees to lose the reward. */
  choice: boolean
  /** As the confirmation showed it. */
  amountCents: number | null
  isUndo: boolean
}

export type Moved =
  | { ok: true; order: Order }
  | MoveRefusal
  /** The confirmation was not of this move, as it is now. */
  | { ok: false; code: 'choice' | 'amount' | 'costs_more'; plan: MovePlan }

/** Moves a placed order by its confirmed plan. A repeat of the same move changes nothing. */
export function reschedule(tx: DurableTx, orderId: number, request: MoveRequest, now: Instant): Moved {
  const order = orderById(tx, orderId)
  const plan = planMove(tx, order, request, now)
  if (!plan.ok) return plan.code === 'same_day' ? { ok: true, order } : plan
  const missing = missingFrom(request, plan)
  if (missing) return { ok: false, code: missing, plan }
  writeMove(tx, order, plan, now)
  return { ok: true, order: orderById(tx, orderId) }
}

function missingFrom({ choice, amountCents, isUndo }: MoveRequest, plan: MovePlan) {
  const dueCents = Math.max(0, plan.differenceCents)
  if (plan.confirmation === 'reward_removal' && !choice) return 'choice'
  const showsAmount = plan.confirmation === 'charge_now' || dueCents > 0
  const isFreeUndo = isUndo && dueCents === 0
  if (showsAmount && !isFreeUndo && amountCents !== dueCents) return 'amount'
  return dueCents > 0 ? 'costs_more' : null
}

function writeMove(tx: DurableTx, order: Order, plan: MovePlan, now: Instant) {
  const { day, price, reward, rewardsCents, transitDays, from } = plan
  if (reward) applyReward(tx, order, reward, now)
  const detail = { from, to: day.date, ...(reward?.kind === 'leaves' && { reward: rowOf(order, plan) }) }
  const approved = { columns: { transitDays }, day, price, ...(reward && { rewardsCents }) }
  writeDelivery(tx, order, approved, { kind: 'moved', detail }, now)
  endWeatherHold(tx, order, now)
}

const rowOf = (order: Order, { reward }: MovePlan): MovedOffReward => ({
  id: reward?.rewardId ?? 0,
  name: reward?.name ?? '',
  offerId: reward?.gift?.offerId ?? null,
  cents: order.rewardsCents ?? 0,
  isLost: reward?.isLost ?? false,
})

/** The buyer chose a day, so the alert has nothing left to ask. */
function endWeatherHold(tx: DurableTx, order: Order, now: Instant) {
  const hold = openHold(tx, order.id)
  if (!hold) return
  const answer = hold.answer === null ? { answer: 'kept' as const, answeredAt: now } : {}
  changeHold(tx, hold, { ...answer, endedAt: now })
}
