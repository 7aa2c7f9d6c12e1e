import { durably } from '#db/client.ts'
import { enqueue } from '../jobs/queue.ts'
import { mailWaitingEnded } from '../orders/mails.tsx'
import { orderById } from '../orders/orders.ts'
import { latestPayment } from '../payments/payments.ts'
import type { Services } from '../services.ts'

/** Emails the customer whose unpaid change ended for a change by staff, unless that one's own email says so. */
export async function tellUnlessMade<Answer>(
  services: Services,
  orderId: number,
  make: () => Promise<Answer>,
  isMade: (answer: Answer) => boolean,
): Promise<Answer> {
  let made = false
  try {
    const answer = await make()
    made = isMade(answer)
    return answer
  } finally {
    if (!made) await tell(services, orderId)
  }
}

function tell({ db, clock }: Services, orderId: number) {
  return durably(db, (tx) => {
    const attempt = latestPayment(tx, orderId)?.attempt
    const key = `waiting_ended:${orderById(tx, orderId).token}:${attempt}`
    enqueue(tx, mailWaitingEnded, { orderId, key }, { key, now: clock.now() })
  })
}
