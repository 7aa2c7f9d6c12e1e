import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { recurringConsents } from '#db/schema/index.ts'
import { agreementEndedMail } from '#views/mails/agreement-ended.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { orderUrl } from './mails.tsx'
import { orderById } from './orders.ts'
import { zoneOf } from './placed.ts'

/** Skipped if the order is erased before the email leaves. */
export const mailAgreementEnded = job(
  'mail_agreement_ended',
  z.object({ consentId: z.number() }),
  LANES.mail,
  async ({ db, mailer, config }, { consentId }) => {
    const consent = db.select().from(recurringConsents).where(eq(recurringConsents.id, consentId)).get()
    if (!consent?.withdrawnAt) return
    const order = orderById(db, consent.orderId)
    if (!order.email || order.fcId === null) return
    const mail = agreementEndedMail({
      identifier: order.identifier,
      renewPeriodType: consent.renewPeriodType,
      endedAt: consent.withdrawnAt,
      zone: zoneOf(db, order.fcId),
      orderUrl: orderUrl(config, order),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `agreement_ended:${consentId}`, to: order.email })
  },
)
