import type { Order } from '#db/schema/index.ts'
import { deliveryChangedMail } from '#views/mails/delivery-changed.tsx'
import { giftingQuestion } from '#views/mails/gifting-question.tsx'
import { moneyReturnedMail } from '#views/mails/money-returned.tsx'
import { receipt } from '#views/mails/receipt.tsx'
import type { Config } from '../config/config.ts'
import { guestKey } from '../orders/guest-key.ts'
import { orderById } from '../orders/orders.ts'
import { placedOrder } from '../orders/placed.ts'
import { paths } from '../paths.ts'
import { giftingContact } from '../rewards/corporate-gifting.ts'
import type { Services } from '../services.ts'
import { cardOf } from './payments.ts'
import { paymentById } from './refunds.ts'

/** The receipt of a placed order, once: the key is the order's. */
export async function mailReceipt({ db, mailer, config }: Services, orderId: number) {
  const order = orderById(db, orderId)
  const mail = receipt({
    order: placedOrder(db, order, cardOf(db, order.id)),
    store: config.store,
    orderUrl: orderUrl(config, order),
  })
  await mailer.send({ ...mail, key: `receipt:${order.token}`, to: order.email ?? '' })
}

type DeliveryNews = { orderId: number; version: number; returnedCents: number; dayMoved: boolean }

/** A paid box comes elsewhere, on another day or as a gift, as it stands by now; once for each change. */
export async function mailDeliveryChanged({ db, mailer, config }: Services, news: DeliveryNews) {
  const { orderId, version, returnedCents, dayMoved } = news
  const order = orderById(db, orderId)
  const mail = deliveryChangedMail({
    order: placedOrder(db, order, cardOf(db, order.id)),
    returnedCents,
    dayMoved,
    orderUrl: orderUrl(config, order),
    store: config.store,
  })
  await mailer.send({ ...mail, key: `delivery_changed:${order.token}:${version}`, to: order.email ?? '' })
}

/** Absolute; a guest's opens without signing in. */
const orderUrl = (config: Config, { token, userId }: Order) =>
  config.appUrl + paths.order(token, userId === null ? guestKey(config, token) : null)

/** Money that came too late or did not match goes back: what happened, and what it means for the box. */
export async function mailMoneyReturned({ db, mailer, config }: Services, paymentId: number) {
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
}

/** What a company asks about boxes for many, to the people of the shop and to nobody else. */
export async function mailGiftingQuestion({ db, mailer, config }: Services, contactId: number) {
  const contact = giftingContact(db, contactId)
  const mail = giftingQuestion({ contact, store: config.store })
  await mailer.send({ ...mail, key: `gifting_question:${contact.id}`, to: config.store.email })
}
