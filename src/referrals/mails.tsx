import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { referrals } from '#db/schema/index.ts'
import { creditEarnedMail, invitationMail } from '#views/mails/referral-mails.tsx'
import { firstNameForStrangers } from '../accounts/shown-name.ts'
import { userById } from '../accounts/users.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'
import { REFERRAL_CENTS } from '../pricing/referral-amounts.ts'
import { referralCodeOf } from './code.ts'
import { isSuppressed } from './invite.ts'
import { referralKey } from './key.ts'

const Payload = z.object({ referralId: z.number() })

/** Legally our own commercial email, so it carries our postal address and an opt-out (CAN-SPAM). */
export const mailInvitation = job(
  'mail_invitation',
  Payload,
  LANES.mail,
  async ({ db, mailer, config }, { referralId }) => {
    const referral = db.select().from(referrals).where(eq(referrals.id, referralId)).get()
    const referrer = referral?.referrerId == null ? null : userById(db, referral.referrerId)
    const code = referrer && referralCodeOf(db, referrer.id)
    if (!referral?.email || !code || isSuppressed(db, referral.mailboxHash ?? '')) return
    const stopUrl = config.appUrl + paths.stopInvitations(referralKey(config, referralId))
    const mail = invitationMail({
      from: firstNameForStrangers(referrer),
      subject: referral.subject ?? '',
      body: referral.body ?? '',
      cents: REFERRAL_CENTS,
      url: config.appUrl + paths.referralLink(code),
      stopUrl,
      store: config.store,
    })
    const headers = {
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    await mailer.send({ ...mail, headers, key: `invitation:${referralId}`, to: referral.email })
  },
)

export const mailCreditEarned = job(
  'mail_credit_earned',
  Payload,
  LANES.mail,
  async ({ db, mailer, config }, { referralId }) => {
    const referral = db.select().from(referrals).where(eq(referrals.id, referralId)).get()
    const referrer = referral?.referrerId == null ? null : userById(db, referral.referrerId)
    if (!referrer) return
    const mail = creditEarnedMail({
      cents: REFERRAL_CENTS,
      rewardsUrl: config.appUrl + paths.rewards(),
      store: config.store,
    })
    await mailer.send({ ...mail, key: `credit_earned:${referralId}`, to: referrer.email })
  },
)
