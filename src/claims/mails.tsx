import { z } from 'zod'
import { claimAnsweredMail } from '#views/mails/claim-answered.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { orderUrl } from '../orders/mails.tsx'
import { orderById } from '../orders/orders.ts'
import { creditCode } from '../pricing/credit-code.ts'
import { claimById } from './claims.ts'

/** Skipped if the claim is open again by the time the mail goes out. */
export const mailClaimAnswered = job(
  'mail_claim_answered',
  z.object({ claimId: z.number() }),
  LANES.mail,
  async ({ db, mailer, config }, { claimId }) => {
    const claim = claimById(db, claimId)
    const order = claim && orderById(db, claim.orderId)
    if (!claim || claim.answer === null || !order?.email) return
    const reship =
      claim.answer === 'reship' && claim.reshipOrderId !== null ? orderById(db, claim.reshipOrderId) : null
    const mail = claimAnsweredMail({
      identifier: order.identifier,
      claim: { ...claim, code: creditCode(config, claim) },
      reshipOn: reship?.arrivalOn ?? null,
      orderUrl: orderUrl(config, reship ?? order),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `claim_answered:${claimId}:${claim.answeredAt}`, to: order.email })
  },
)
