import { z } from 'zod'
import { moneyReturnedMail } from '#views/mails/money-returned.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { orderById } from '../orders/orders.ts'
import { paths } from '../paths.ts'
import { paymentById } from './payments.ts'

export const mailMoneyReturned = job(
  'mail_money_returned',
  z.object({ paymentId: z.number() }),
  LANES.mail,
  async ({ db, mailer, config }, { paymentId }) => {
    const payment = paymentById(db, paymentId)
    const order = orderById(db, payment.orderId)
    if (!order.email) return
    const mail = moneyReturnedMail({
      identifier: order.identifier,
      amountCents: payment.receivedCents,
      reason: payment.failure ?? '',
      isPlaced: order.placedAt !== null,
      store: config.store,
      checkoutUrl: config.appUrl + paths.checkout(order.token),
    })
    await mailer.send({ ...mail, key: `money_returned:${payment.id}`, to: order.email })
  },
)
