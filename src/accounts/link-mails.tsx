import { z } from 'zod'
import type { LinkPurpose } from '#db/schema/index.ts'
import {
  changeEmailMail,
  magicLinkMail,
  resetPasswordMail,
  welcomeMail,
} from '#views/mails/account-mails.tsx'
import { MINUTE_MS } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'
import { linkByToken, secretOf } from './mailed-links.ts'
import { unsubscribeLinks } from './unsubscribe-links.ts'
import { userByEmail, userById } from './users.ts'

const LINK_MAILS: Partial<
  Record<LinkPurpose, { path: (secret: string) => string; mail: typeof magicLinkMail }>
> = {
  magic_link: { path: paths.magicLink, mail: magicLinkMail },
  confirm_email: { path: paths.confirmEmail, mail: welcomeMail },
  reset_password: { path: paths.resetPassword, mail: resetPasswordMail },
  change_email: { path: paths.changeEmail, mail: changeEmailMail },
}

/** Emails a requested link. An address without an account gets nothing, so asking reveals nothing. */
export const mailRequestedLink = job(
  'mail_link',
  z.object({ link: z.string() }),
  LANES.linkMail,
  async ({ db, mailer, config, clock }, { link: token }) => {
    const link = linkByToken(db, token)
    if (!link) return // the account was deleted in the meantime
    const kind = LINK_MAILS[link.purpose]
    if (!kind) throw new Error(`no email template for a ${link.purpose} link`)
    const account = link.userId === null || link.spentAt !== null ? null : userById(db, link.userId)
    if (!account) return
    const minutes = Math.ceil((link.expiresAt - clock.now()) / MINUTE_MS)
    if (minutes <= 0) throw new Error('the link expired before it could be sent')
    if (link.purpose === 'change_email' && userByEmail(db, link.email)) return // another account's address
    const isWelcome = link.purpose === 'confirm_email'
    const { preferencesUrl, headers } = isWelcome
      ? unsubscribeLinks({ db, config }, account.id)
      : NO_UNSUBSCRIBE
    const url = config.appUrl + kind.path(secretOf(config, token))
    await mailer.send({
      ...kind.mail({ url, minutes, preferencesUrl, account: account.email, store: config.store }),
      key: `link:${token}`,
      to: link.email,
      headers,
    })
  },
)

const NO_UNSUBSCRIBE = { preferencesUrl: undefined, headers: undefined }
