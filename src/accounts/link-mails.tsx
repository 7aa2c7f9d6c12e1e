import { z } from 'zod'
import type { LinkPurpose } from '#db/schema/index.ts'
import {
  changeEmailMail,
  magicLinkMail,
  resetPasswordMail,
  welcomeMail,
} from '#views/mails/account-mails.tsx'
import { job } from '../jobs/job.ts'
import { paths } from '../paths.ts'
import { linkByToken, secretOf } from './mailed-links.ts'
import { unsubscribeLinks } from './unsubscribe-links.ts'
import { userByEmail, userById } from './users.ts'

/** What is mailed with a link, and where the link leads, by what it is for. */
const LINK_MAILS: Partial<
  Record<LinkPurpose, { path: (secret: string) => string; mail: typeof magicLinkMail }>
> = {
  magic_link: { path: paths.magicLink, mail: magicLinkMail },
  confirm_email: { path: paths.confirmEmail, mail: welcomeMail },
  reset_password: { path: paths.resetPassword, mail: resetPasswordMail },
  change_email: { path: paths.changeEmail, mail: changeEmailMail },
}

/** Mails a link that was asked for. Of an address without an account nothing comes: whoever asked learns nothing. */
export const mailAskedLink = job(
  'mail_link',
  z.object({ link: z.string() }),
  { attempts: 5 },
  async ({ db, mailer, config }, { link: token }) => {
    const link = linkByToken(db, token)
    if (!link) return // its account was deleted meanwhile
    const kind = LINK_MAILS[link.purpose]
    if (!kind) throw new Error(`no mail for a link of ${link.purpose}`)
    const account = link.userId === null || link.spentAt !== null ? null : userById(db, link.userId)
    if (!account) return
    if (link.purpose === 'change_email' && userByEmail(db, link.email)) return // its owner is asked nothing
    const isWelcome = link.purpose === 'confirm_email'
    const { preferencesUrl, headers } = isWelcome ? unsubscribeLinks({ db, config }, account.id) : NONE
    const url = config.appUrl + kind.path(secretOf(config, token))
    const minutes = Math.round((link.expiresAt - link.createdAt) / 60_000)
    await mailer.send({
      ...kind.mail({ url, minutes, preferencesUrl, account: account.email, store: config.store }),
      key: `link:${token}`,
      to: link.email,
      headers,
    })
  },
)

const NONE = { preferencesUrl: undefined, headers: undefined }
