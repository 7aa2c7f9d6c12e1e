import type { ActingStaff, DearerMove, Order } from '#db/schema/index.ts'
import { chargeExtra } from '../payments/extra-charge-card.ts'
import type { ExtraOutcome } from '../payments/extra-charge-try.ts'
import type { Services } from '../services.ts'
import type { MovePlan } from './plan.ts'
import { rowOf } from './reschedule.ts'

export type MovePayment = {
  withKeptCard: boolean
  network: string
  returnUrl: string
  staff?: ActingStaff
  /** Of staff: it ended the customer's unpaid change. */
  endsWaiting?: boolean
}

/** Pays for a dearer day, whose place is held meanwhile. The money makes the move (`src/orders/move-dearer.ts`). */
export function chargeMove(
  services: Services,
  order: Order,
  plan: MovePlan,
  { staff = null, endsWaiting = false, ...payment }: MovePayment,
): Promise<ExtraOutcome> {
  const { clock, config } = services
  return chargeExtra(services, order, {
    ...payment,
    change: { kind: 'moved', move: { ...dearerMove(order, plan), staff, endsWaiting } },
    orderVersion: order.version,
    amountCents: plan.differenceCents,
    units: [],
    shipOn: plan.day.shipOn,
    expiresAt: clock.now() + config.holdSeconds * 1000,
  })
}

function dearerMove(order: Order, plan: MovePlan): DearerMove {
  const { from, day, transitDays, price, rewardsCents, reward } = plan
  if (!price) throw new Error(`order ${order.id} costs the same on ${day.date}`)
  const { date: to, shipOn, lockAt, chargeAt, expedited } = day
  const { shippingCents, taxCents, dueCents } = price
  const totals = { shippingCents, taxCents, rewardsCents }
  const leaving = reward?.kind === 'leaves' ? rowOf(order, plan) : null
  return { from, to, shipOn, lockAt, chargeAt, expedited, transitDays, totals, dueCents, reward: leaving }
}
