import { giftingQuestion } from '#views/mails/gifting-question.tsx'
import { moneyReturned } from '#views/mails/money-returned.tsx'
import { receipt } from '#views/mails/receipt.tsx'
import { guestKey } from '../orders/guest-key.ts'
import { orderById } from '../orders/orders.ts'
import { placedOrder } from '../orders/placed.ts'
import { paths } from '../paths.ts'
import { cardOf } from '../payments/payments.ts'
import { paymentById } from '../payments/refunds.ts'
import { giftingContact } from '../rewards/corporate-gifting.ts'
import type { Services } from '../services.ts'

/** The receipt of a placed order, once: the key is the order's. */
export async function mailReceipt({ db, mailer, config }: Services, orderId: number) {
  const order = orderById(db, orderId)
  const mail = receipt({
    order: placedOrder(db, order, cardOf(db, order.id)),
    store: config.store,
    orderUrl:
      config.appUrl + paths.order(order.token, order.userId === null ? guestKey(config, order.token) : null),
  })
  await mailer.send({ ...mail, key: `receipt:${order.token}`, to: order.email ?? '' })
}

/** Money that came too late or did not match goes back: what happened, and what it means for the box. */
export async function mailMoneyReturned({ db, mailer, config }: Services, paymentId: number) {
  const payment = paymentById(db, paymentId)
  const order = orderById(db, payment.orderId)
  if (!order.email) return
  const mail = moneyReturned({
    identifier: order.identifier,
    amountCents: payment.receivedCents,
    reason: payment.failure ?? '',
    isPlaced: order.placedAt !== null,
    store: config.store,
    checkoutUrl: config.appUrl + paths.checkout(order.token),
  })
  await mailer.send({ ...mail, key: `money_returned:${payment.id}`, to: order.email })
}

/** What a company asks about boxes for many, to the people of the shop and to nobody else. */
export async function mailGiftingQuestion({ db, mailer, config }: Services, contactId: number) {
  const contact = giftingContact(db, contactId)
  const mail = giftingQuestion({ contact, store: config.store })
  await mailer.send({ ...mail, key: `gifting_question:${contact.id}`, to: config.store.email })
}
