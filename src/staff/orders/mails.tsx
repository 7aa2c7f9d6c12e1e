import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { staffRefunds } from '#db/schema/index.ts'
import { partRefundedMail } from '#views/mails/refund-mails.tsx'
import { job } from '../../jobs/job.ts'
import { LANES } from '../../jobs/lanes.ts'
import { orderUrl } from '../../orders/mails.tsx'
import { orderById } from '../../orders/orders.ts'
import { cardOf, hasMoreCards, isLessTaken } from '../../orders/paid-with.ts'
import { isGiftBox } from '../../pricing/bought-cards.ts'

export const mailPartRefunded = job(
  'mail_part_refunded',
  z.object({ staffRefundId: z.number(), heldCents: z.number().optional(), press: z.string().optional() }),
  LANES.mail,
  async ({ db, mailer, config }, { staffRefundId, heldCents, press }) => {
    const refund = db.select().from(staffRefunds).where(eq(staffRefunds.id, staffRefundId)).get()
    if (refund?.state !== 'made') return
    const order = orderById(db, refund.orderId)
    if (!order.email) return
    const mail = partRefundedMail({
      identifier: order.identifier,
      cardCents: refund.cardCents,
      giftCents: refund.giftCents,
      isGiftBox: isGiftBox(db, order.id),
      heldCents: heldCents ?? (isLessTaken(db, order.id) ? refund.cardCents : 0), // sent again
      card: cardOf(db, order.id),
      hasMoreCards: hasMoreCards(db, order.id),
      orderUrl: orderUrl(config, order),
      store: config.store,
    })
    const key = `part_refunded:${staffRefundId}${press === undefined ? '' : `:${press}`}`
    await mailer.send({ ...mail, key, to: order.email })
  },
)
