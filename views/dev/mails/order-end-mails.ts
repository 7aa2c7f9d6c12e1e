import type { Store } from '../../mails/mail-layout.tsx'
import { orderRefundedMail, partRefundedMail } from '../../mails/refund-mails.tsx'
import { ORDER } from './order.ts'

export const partRefunded = (url: string) => ({
  name: 'part-refunded',
  mail: (store: Store) =>
    partRefundedMail({
      identifier: ORDER.identifier,
      card: ORDER.paidWith,
      cardCents: 1200,
      giftCents: 0,
      orderUrl: url,
      store,
    }),
})

/** Canceled before it shipped, and refunded after. */
export const orderEndMails = (url: string) =>
  [true, false].map((isCanceled) => ({
    name: isCanceled ? 'order-canceled' : 'order-refunded',
    mail: (store: Store) =>
      orderRefundedMail({
        identifier: ORDER.identifier,
        lines: ORDER.lines.map(({ quantity, name, label }) => `${quantity} × ${name}, ${label}`),
        card: ORDER.paidWith,
        cardCents: ORDER.totals.totalCents,
        giftCents: ORDER.totals.giftCents,
        isCanceled,
        orderUrl: url,
        shopUrl: url,
        store,
      }),
  }))
