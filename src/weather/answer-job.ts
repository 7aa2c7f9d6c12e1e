import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { attempt } from '../jobs/attempt.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { orderById } from '../orders/orders.ts'
import { refundOrder } from '../payments/refund-order.ts'
import type { Services } from '../services.ts'
import { changeHold, holdById, overdueAnswers } from './holds.ts'

/** Silence is no yes to a second delay, so the order goes back. Another day that the shopper chose is a yes. */
export const refundUnanswered = job(
  'refund_unanswered_delay',
  z.object({ holdId: z.number() }),
  LANES.local,
  ({ db, clock }, { holdId }) =>
    durably(db, (tx) => {
      const refusal = endUnanswered(tx, holdId, clock.now())
      if (refusal) throw new Error(`the order of hold ${holdId} can't be refunded: ${refusal}`)
    }),
)

/** @returns why the order can't be refunded, such as while a bank decides; then nothing was changed */
function endUnanswered(tx: DurableTx, holdId: number, now: Instant): string | null {
  const hold = holdById(tx, holdId)
  if (!hold || hold.endedAt !== null || hold.answer !== null || now < (hold.answerBy ?? now + 1)) return null
  const order = orderById(tx, hold.orderId)
  if (order.state !== 'paid') return null
  if (order.arrivalOn !== hold.movedTo) {
    changeHold(tx, hold, { answer: 'kept', answeredAt: now })
    return null
  }
  const refund = refundOrder(tx, order.id, 'shop', now)
  if (!refund.ok) return refund.code
  changeHold(tx, hold, { answer: 'none', answeredAt: now, endedAt: now })
  return null
}

/** Asks again about orders that couldn't be refunded when their answer was due, such as one under review then. */
export async function refundOverdue(services: Services) {
  const { db, clock } = services
  const failure = 'an unanswered delay could not be refunded'
  for (const holdId of overdueAnswers(db, clock.now()))
    await attempt(services, { failure, about: { hold: holdId } }, () =>
      durably(db, (tx) => endUnanswered(tx, holdId, clock.now())),
    )
}
