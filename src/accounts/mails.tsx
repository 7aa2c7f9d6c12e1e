import type { LinkPurpose } from '#db/schema/index.ts'
import {
  changeEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  magicLinkMail,
  passwordChangedMail,
  passwordEndedMail,
  providerConnectedMail,
  resetPasswordMail,
  welcomeMail,
} from '#views/mails/account-mails.tsx'
import { accountClosedMail } from '#views/mails/privacy-mails.tsx'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { letterLinks } from './letter-links.ts'
import { linkByToken, secretOf } from './mailed-links.ts'
import { forgetPartingMail, partingMail } from './parting-mails.ts'
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
export async function mailAskedLink({ db, mailer, config }: Services, token: string) {
  const link = linkByToken(db, token)
  if (!link) return // its account was deleted meanwhile
  const kind = LINK_MAILS[link.purpose]
  if (!kind) throw new Error(`no mail for a link of ${link.purpose}`)
  const account = link.userId === null || link.spentAt !== null ? null : userById(db, link.userId)
  if (!account) return
  if (link.purpose === 'change_email' && userByEmail(db, link.email)) return // its owner is asked nothing
  const isWelcome = link.purpose === 'confirm_email'
  const { preferencesUrl, headers } = isWelcome ? letterLinks({ db, config }, account.id) : NONE
  const url = config.appUrl + kind.path(secretOf(config, token))
  const minutes = Math.round((link.expiresAt - link.createdAt) / 60_000)
  await mailer.send({
    ...kind.mail({ url, minutes, preferencesUrl, account: account.email, store: config.store }),
    key: `link:${token}`,
    to: link.email,
    headers,
  })
}

const NONE = { preferencesUrl: undefined, headers: undefined }

/** So that its owner learns of it, whoever changed it. */
export async function mailPasswordChanged({ db, mailer, config }: Services, userId: number, key: string) {
  const user = userById(db, userId)
  if (!user) return
  const mail = passwordChangedMail({ resetUrl: config.appUrl + paths.forgotPassword(), store: config.store })
  await mailer.send({ ...mail, key, to: user.email })
}

/** To whoever proved to read an address that had a password from before: it may have been theirs. */
export async function mailPasswordEnded({ db, mailer, config }: Services, userId: number, key: string) {
  const user = userById(db, userId)
  if (!user) return
  const passwordUrl = config.appUrl + paths.accountPart('account_password')
  await mailer.send({ ...passwordEndedMail({ passwordUrl, store: config.store }), key, to: user.email })
}

/** So that its owner learns of it. `label`: what the provider's button calls it. */
export async function mailProviderConnected(
  { db, mailer, config }: Services,
  userId: number,
  label: string,
  key: string,
) {
  const user = userById(db, userId)
  if (!user) return
  const { appUrl, store } = config
  const mail = providerConnectedMail({ label, accountUrl: appUrl + paths.account(), store })
  await mailer.send({ ...mail, key, to: user.email })
}

/** To the address an account has, as soon as somebody wants another: the one moment in which its owner can stop it. */
export async function mailEmailChangeAsked({ db, mailer, config }: Services, token: string) {
  const link = linkByToken(db, token)
  const user = link?.userId && link.spentAt === null ? userById(db, link.userId) : null
  if (!link || !user) return
  const { appUrl, store } = config
  const mail = emailChangeAskedMail({ email: link.email, resetUrl: appUrl + paths.forgotPassword(), store })
  await mailer.send({ ...mail, key: `email_change_asked:${token}`, to: user.email })
}

/** The last word to an address that its account has no more; then the address is forgotten. */
export async function mailPartingWord({ db, mailer, config }: Services, token: string) {
  const parting = partingMail(db, token)
  if (!parting) return
  const { store } = config
  const mail = parting.kind === 'email_changed' ? emailChangedMail({ store }) : accountClosedMail({ store })
  await mailer.send({ ...mail, key: `parting:${token}`, to: parting.email })
  await forgetPartingMail(db, token)
}
