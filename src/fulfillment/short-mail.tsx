import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { boxShorts, offers, orders, varieties } from '#db/schema/index.ts'
import { shortMail } from '#views/mails/short.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { orderUrl } from '../orders/mails.tsx'
import { isGiftBox } from '../pricing/bought-cards.ts'

/** Says what is missing from a box, and what goes back. One mail a line that is short. */
export const mailShort = job(
  'mail_short',
  z.object({ shortId: z.number(), quantity: z.number().optional(), heldCents: z.number().optional() }),
  LANES.mail,
  async ({ db, mailer, config }, { shortId, quantity, heldCents = 0 }) => {
    const found = db
      .select({ short: boxShorts, order: orders, name: varieties.name, label: offers.label })
      .from(boxShorts)
      .innerJoin(orders, eq(orders.id, boxShorts.orderId))
      .innerJoin(offers, eq(offers.id, boxShorts.offerId))
      .innerJoin(varieties, eq(varieties.id, offers.varietyId))
      .where(eq(boxShorts.id, shortId))
      .get()
    if (!found?.order.email) return
    const { short, order, name, label } = found
    const { cardCents, giftCents } = short
    const mail = shortMail({
      identifier: order.identifier,
      what: `${quantity ?? short.quantity} × ${name}, ${label}`,
      cardCents,
      heldCents,
      giftCents,
      isGiftBox: isGiftBox(db, order.id),
      orderUrl: orderUrl(config, order),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `short:${shortId}`, to: found.order.email })
  },
)
