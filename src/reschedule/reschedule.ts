import type { DurableTx } from '#db/client.ts'
import type { ActingStaff, MovedOffReward, Order } from '#db/schema/index.ts'
import { writeDelivery } from '../checkout/steps/placed-delivery-write.ts'
import type { Day, Instant } from '../day.ts'
import { changedBy, recordActing } from '../orders/acting-staff.ts'
import { endWeatherHold } from '../orders/end-weather-hold.ts'
import { orderById } from '../orders/orders.ts'
import { applyReward } from './moved-reward.ts'
import { type MovePlan, type MoveRefusal, planMove } from './plan.ts'

export type MoveRequest = {
  date: Day
  /** Agrees to lose the reward. */
  choice: boolean
  /** As the confirmation showed it. */
  amountCents: number | null
  isUndo: boolean
  staff?: ActingStaff
  /** Ends a change that waited for its payment. */
  endsWaiting?: boolean
}

export type Moved =
  | { ok: true; order: Order }
  | MoveRefusal
  /** The confirmation was not of this move, as it is now. */
  | { ok: false; code: 'choice' | 'amount'; plan: MovePlan }
  /** Confirmed, but its money comes first. */
  | { ok: false; code: 'charge'; order: Order; plan: MovePlan }

/** Moves a placed order by its confirmed plan. A repeat changes nothing. An undo that costs money is asked about again. */
export function reschedule(tx: DurableTx, orderId: number, request: MoveRequest, now: Instant): Moved {
  const order = orderById(tx, orderId)
  const plan = planMove(tx, order, request, now)
  if (!plan.ok) return plan.code === 'same_day' ? { ok: true, order } : plan
  if (request.isUndo && plan.differenceCents > 0)
    return reschedule(tx, orderId, { ...request, isUndo: false, amountCents: null }, now)
  const missing = missingFrom(request, plan)
  if (missing) return { ok: false, code: missing, plan }
  if (plan.differenceCents > 0) return { ok: false, code: 'charge', order, plan }
  writeMove(tx, order, plan, request, now)
  return { ok: true, order: orderById(tx, orderId) }
}

/** What the confirmation lacks for this plan. */
export function missingFrom({ choice, amountCents, isUndo }: MoveRequest, plan: MovePlan) {
  const dueCents = Math.max(0, plan.differenceCents)
  if (plan.confirmation === 'reward_removal' && !choice) return 'choice'
  const showsAmount = plan.confirmation === 'charge_now' || dueCents > 0
  return showsAmount && !isUndo && amountCents !== dueCents ? 'amount' : null
}

function writeMove(
  tx: DurableTx,
  order: Order,
  plan: MovePlan,
  { staff, endsWaiting }: MoveRequest,
  now: Instant,
) {
  const { day, price, reward, rewardsCents, transitDays, from } = plan
  if (reward) applyReward(tx, order, reward, now)
  const detail = { from, to: day.date, ...(reward?.kind === 'leaves' && { reward: rowOf(order, plan) }) }
  const approved = { columns: { transitDays }, day, price, endsWaiting, ...(reward && { rewardsCents }) }
  writeDelivery(tx, order, approved, { kind: 'moved', detail, by: changedBy(staff) }, now)
  recordActing(tx, order, staff, { verb: 'order.moved', detail: { before: from, after: day.date } }, now)
  endWeatherHold(tx, order.id, now)
}

export const rowOf = (order: Order, { reward }: MovePlan): MovedOffReward => ({
  id: reward?.rewardId ?? 0,
  name: reward?.name ?? '',
  offerId: reward?.gift?.offerId ?? null,
  cents: order.rewardsCents ?? 0,
  isLost: reward?.isLost ?? false,
})
