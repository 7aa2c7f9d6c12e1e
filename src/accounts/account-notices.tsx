import { z } from 'zod'
import {
  emailChangeAskedMail,
  passwordChangedMail,
  passwordEndedMail,
  providerConnectedMail,
} from '#views/mails/account-mails.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'
import { linkByToken } from './mailed-links.ts'
import { userById } from './users.ts'

export const mailPasswordChanged = job(
  'mail_password_changed',
  z.object({ userId: z.number(), notice: z.string() }),
  LANES.mail,
  async ({ db, mailer, config }, { userId, notice: key }) => {
    const user = userById(db, userId)
    if (!user) return
    const mail = passwordChangedMail({
      resetUrl: config.appUrl + paths.signIn({ c: 'reset' }),
      store: config.store,
    })
    await mailer.send({ ...mail, key, to: user.email })
  },
)

/** Goes to the owner who just proved the address, because the revoked password may have been their own. */
export const mailPasswordRevoked = job(
  'mail_password_ended',
  z.object({ userId: z.number(), key: z.string() }),
  LANES.mail,
  async ({ db, mailer, config }, { userId, key }) => {
    const user = userById(db, userId)
    if (!user) return
    const passwordUrl = config.appUrl + paths.accountPart('account_password')
    await mailer.send({ ...passwordEndedMail({ passwordUrl, store: config.store }), key, to: user.email })
  },
)

export const mailProviderConnected = job(
  'mail_provider_connected',
  z.object({ userId: z.number(), label: z.string(), notice: z.string() }),
  LANES.mail,
  async ({ db, mailer, config }, { userId, label, notice: key }) => {
    const user = userById(db, userId)
    if (!user) return
    const { appUrl, store } = config
    const mail = providerConnectedMail({ label, accountUrl: appUrl + paths.account(), store })
    await mailer.send({ ...mail, key, to: user.email })
  },
)

/** Goes to the current address at once, while the owner can still stop the change. */
export const mailEmailChangeRequested = job(
  'mail_email_change_asked',
  z.object({ link: z.string() }),
  LANES.mail,
  async ({ db, mailer, config }, { link: token }) => {
    const link = linkByToken(db, token)
    const user = link?.userId && link.spentAt === null ? userById(db, link.userId) : null
    if (!link || !user) return
    const { appUrl, store } = config
    const mail = emailChangeAskedMail({
      email: link.email,
      resetUrl: appUrl + paths.signIn({ c: 'reset' }),
      store,
    })
    await mailer.send({ ...mail, key: `email_change_asked:${token}`, to: user.email })
  },
)
