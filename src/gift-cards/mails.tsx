import { z } from 'zod'
import { cashRequestMail, giftCardReturnedMail } from '#views/mails/gift-card-mails.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { orderUrl } from '../orders/mails.tsx'
import { orderById } from '../orders/orders.ts'
import { cardOf } from '../orders/paid-with.ts'
import { paths } from '../paths.ts'
import { boughtCardById } from '../pricing/bought-cards.ts'

/** To the buyer, whose money is on its way back. */
export const mailCardReturned = job(
  'mail_card_returned',
  z.object({ boughtId: z.number(), cents: z.number().optional() }), // jobs of earlier releases have no cents
  LANES.mail,
  async ({ db, mailer, config }, { boughtId, cents }) => {
    const bought = boughtCardById(db, boughtId)
    const order = bought && orderById(db, bought.orderId)
    if (!bought || !order?.email) return
    const mail = giftCardReturnedMail({
      cents: cents ?? bought.amountCents,
      cardCents: bought.amountCents,
      identifier: order.identifier,
      card: cardOf(db, order.id),
      orderUrl: orderUrl(config, order),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `card_returned:${bought.token}`, to: order.email })
  },
)

/** To support, which answers the person and sends a check. */
export const mailCashRequest = job(
  'mail_cash_request',
  z.object({ email: z.string(), cents: z.number(), press: z.string() }),
  LANES.mail,
  async ({ mailer, config }, { email, cents, press }) => {
    const flagsUrl = config.appUrl + paths.flags()
    const mail = cashRequestMail({ email, cents, flagsUrl, store: config.store })
    await mailer.send({ ...mail, key: `cash_request:${press}`, to: config.store.email })
  },
)
