import { z } from 'zod'
import { durably } from '#db/client.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { orderById } from '../orders/orders.ts'
import { refundOrder } from '../payments/refund-order.ts'
import { changeHold, holdById } from './holds.ts'

/** Silence is no yes to a second delay, so the order goes back. Another day that the shopper chose is a yes. */
export const refundUnanswered = job(
  'refund_unanswered_delay',
  z.object({ holdId: z.number() }),
  LANES.local,
  ({ db, clock }, { holdId }) =>
    durably(db, (tx) => {
      const now = clock.now()
      const hold = holdById(tx, holdId)
      if (!hold || hold.endedAt !== null || hold.answer !== null || now < (hold.answerBy ?? now + 1)) return
      const order = orderById(tx, hold.orderId)
      const hasChosen = order.arrivalOn !== hold.movedTo
      if (order.state !== 'paid') return
      if (hasChosen) return changeHold(tx, hold, { answer: 'kept', answeredAt: now })
      const refund = refundOrder(tx, order.id, 'shop', now)
      if (!refund.ok) throw new Error(`order ${order.id} can't be refunded: ${refund.code}`)
      changeHold(tx, hold, { answer: 'none', answeredAt: now, endedAt: now })
    }),
)
