import { z } from 'zod'
import { membershipBegunMail } from '#views/mails/membership-begun.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { agreementOf } from '../orders/agreement.ts'
import { orderById } from '../orders/orders.ts'
import { zoneOf } from '../orders/placed.ts'
import { paths } from '../paths.ts'
import { plannedBox } from './boxes.ts'
import { membershipById } from './refusals.ts'

/** What was agreed to, for the member to keep (Cal. B&P 17602(a)(3)). `at`: when a cancel was undone. */
export const mailMembershipBegun = job(
  'mail_membership_begun',
  z.object({ membershipId: z.number(), at: z.number().optional() }),
  LANES.mail,
  async ({ db, mailer, config }, { membershipId, at }) => {
    const first = orderById(db, membershipById(db, membershipId).firstOrderId)
    const agreement = agreementOf(db, first)
    if (!first.email || first.fcId === null || !agreement || agreement.withdrawnAt !== null) return
    const box = plannedBox(db, membershipId)
    const mail = membershipBegunMail({
      agreement,
      identifier: first.identifier,
      nextOn: box?.orderId ? orderById(db, box.orderId).arrivalOn : null,
      zone: zoneOf(db, first.fcId),
      membershipUrl: config.appUrl + paths.memberships(),
      agreementsUrl: config.appUrl + paths.agreements(),
      store: config.store,
    })
    const key = ['membership_begun', membershipId, ...(at ? [at] : [])].join(':')
    await mailer.send({ ...mail, key, to: first.email })
  },
)
