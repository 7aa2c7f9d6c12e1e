import { z } from 'zod'
import {
  orderRefundedMail,
  refundFailedMail,
  refundMadeMail,
  refundReplacedMail,
} from '#views/mails/refund-mails.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { itemsOf } from '../orders/items.ts'
import { orderUrl } from '../orders/mails.tsx'
import { orderById } from '../orders/orders.ts'
import { cardOf, hasMoreCards } from '../orders/paid-with.ts'
import { paths } from '../paths.ts'
import { isGiftBox } from '../pricing/bought-cards.ts'
import type { Services } from '../services.ts'
import { refundById } from './refund-rows.ts'

const RefundMail = z.object({ refundId: z.number() })

/** For refunds made in the provider's dashboard or after a won dispute: the others were announced with their reason. */
export const mailRefundMade = job('mail_refund_made', RefundMail, LANES.mail, (services, { refundId }) =>
  send(services, refundId, 'made', refundMadeMail),
)

export const mailRefundFailed = job('mail_refund_failed', RefundMail, LANES.mail, (services, { refundId }) =>
  send(services, refundId, 'failed', refundFailedMail),
)

export const mailRefundReplaced = job(
  'mail_refund_replaced',
  RefundMail,
  LANES.mail,
  (services, { refundId }) => send(services, refundId, 'replaced', refundReplacedMail),
)

export const mailOrderRefunded = job(
  'mail_order_refunded',
  z.object({
    orderId: z.number(),
    cardCents: z.number(),
    giftCents: z.number(),
    isCanceled: z.boolean(),
    heldCents: z.number().optional(),
    lostCents: z.number().optional(),
    press: z.string().optional(),
  }),
  LANES.mail,
  async ({ db, mailer, config }, { orderId, press, ...refunded }) => {
    const order = orderById(db, orderId)
    const { identifier, email, token } = order
    if (!email) return
    const mail = orderRefundedMail({
      identifier,
      lines: itemsOf(db, orderId).map(({ quantity, name, label }) => `${quantity} × ${name}, ${label}`),
      card: cardOf(db, orderId),
      hasMoreCards: hasMoreCards(db, orderId),
      orderUrl: orderUrl(config, order),
      shopUrl: config.appUrl + paths.shop(),
      store: config.store,
      isGiftBox: isGiftBox(db, orderId),
      ...refunded,
    })
    const key = `order_refunded:${token}${press === undefined ? '' : `:${press}`}`
    await mailer.send({ ...mail, key, to: email })
  },
)

async function send(
  { db, mailer, config }: Services,
  refundId: number,
  news: 'made' | 'failed' | 'replaced',
  compose: typeof refundMadeMail,
) {
  const { orderId, amountCents, resolution } = refundById(db, refundId)
  const order = orderById(db, orderId)
  const { identifier, email } = order
  if (!email) return
  const facts = { identifier, amountCents, resolution, orderUrl: orderUrl(config, order) }
  const mail = compose({ ...facts, store: config.store })
  await mailer.send({ ...mail, key: `refund_${news}:${refundId}`, to: email })
}
