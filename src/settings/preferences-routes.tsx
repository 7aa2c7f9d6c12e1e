import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { EmailPreferencesPage } from '#views/settings/email-preferences-page.tsx'
import { OutdatedPreferencesPage } from '#views/settings/outdated-preferences-page.tsx'
import { brokenMailLink } from '../accounts/broken-mail-link.tsx'
import { smsConsentText } from '../accounts/consent-rules.ts'
import { endMarketingConsent, recordConsent } from '../accounts/consents.ts'
import type { Ctx } from '../accounts/guards.ts'
import { readPreferenceLink } from '../accounts/preference-links.ts'
import { type PreferenceChange, preferencesOf, writePreferences } from '../accounts/preferences.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { partChanged, partRefused } from './account-page.tsx'
import { readPreferences, readTextBox } from './fields.ts'

export const preferencesRoutes = new Hono<AppEnv>()

const PART = 'account_preferences'
const SAVED = 'Your preferences are saved.'
const PHONE_NEEDED = 'Please save your phone number first, so we know where to text you.'

/** Emails contain both URLs. Mail programs without one-click unsubscribe open the second in a browser. */
for (const { pattern } of [paths.emailPreferences, paths.unsubscribe])
  preferencesRoutes.get(pattern, (c) => {
    const sealed = c.req.param('sealed')
    const link = readPreferenceLink(c.var.services, sealed)
    c.header('Referrer-Policy', 'no-referrer')
    if (!link) return brokenMailLink(c)
    const { user } = link
    if (!user || !link.isCurrent) return outdated(c, sealed, user)
    const preferences = preferencesOf(c.var.services.db, user.id)
    const view = (
      <EmailPreferencesPage {...{ sealed, preferences }} userToken={user.token} email={user.email} />
    )
    return renderPage(c, view, { title: TITLE, indexed: false })
  })

const TITLE = 'Email preferences'

/** Deleted accounts get a 410; for the others the page offers to unsubscribe. */
function outdated(c: Ctx, sealed: string, user: User | null) {
  const isSubscribed = user !== null && preferencesOf(c.var.services.db, user.id).level !== 'never'
  const view = (
    <OutdatedPreferencesPage sealed={sealed} userToken={user?.token ?? null} isSubscribed={isSubscribed} />
  )
  return renderPage(c, view, { title: TITLE, indexed: false, status: user ? 200 : 410 })
}

preferencesRoutes.post(paths.changePreferences.pattern, async (c) => {
  const { visitor, body, services } = c.var
  const isOwn = visitor.user !== null && visitor.user.token === c.req.param('userToken')
  if (isOwn && visitor.user) return changeOwn(c, visitor.user)
  if (!body.encrypted_token) return visitor.user ? notFound(c) : requireSignIn(c)
  const link = readPreferenceLink(services, body.encrypted_token)
  if (link?.user?.token !== c.req.param('userToken') || !link?.user) return notFound(c)
  return link.isCurrent ? changeByLink(c, link.user) : unsubscribeByLink(c, link.user)
})

async function changeOwn(c: Ctx, user: User) {
  const { body } = c.var
  const [read, texts] = [readPreferences(body), readTextBox(body)]
  if (!read.ok) return partRefused(c, user, { part: PART, ...read })
  if (texts && user.phone === null)
    return partRefused(c, user, { part: PART, field: 'sms_marketing', message: PHONE_NEEDED })
  const json = await save(c, user, { ...read.value, textLevel: levelOf(texts) })
  // A signed-in owner may also have come by an emailed link.
  if (typeof body.encrypted_token === 'string' && wantsHtml(c))
    return backToLink(c, body.encrypted_token, json)
  return partChanged(c, user, { part: PART, message: SAVED, json })
}

async function changeByLink(c: Ctx, user: User) {
  const read = readPreferences(c.var.body)
  if (!read.ok) return refuse(c, 422, read.message)
  return backToLink(c, String(c.var.body.encrypted_token), await save(c, user, read.value))
}

/** The old mailbox may have another reader by now, who may end the emails and nothing else. */
async function unsubscribeByLink(c: Ctx, user: User) {
  const read = readPreferences(c.var.body)
  if (!read.ok || read.value.level !== 'never') return notFound(c)
  return backToLink(c, String(c.var.body.encrypted_token), await save(c, user, { level: 'never' }))
}

const backToLink = (c: Ctx, sealed: string, json: object) =>
  reply(
    c,
    200,
    { message: SAVED, ...json },
    { path: paths.emailPreferences(sealed), flash: { kind: 'notice', message: SAVED } },
  )

const levelOf = (ticked: boolean | null) => (ticked === null ? undefined : ticked ? 'weekly' : 'never')

/** Stores the consent text as it was shown, and ends the consent when texts are turned off. */
async function save(c: Ctx, user: User, change: PreferenceChange) {
  const { db, clock, config } = c.var.services
  const now = clock.now()
  const { level, topics, textLevel } = await durably(db, (tx) => {
    const before = preferencesOf(tx, user.id)
    if (change.textLevel === 'weekly' && before.textLevel === 'never' && user.phone) {
      const words = smsConsentText(config.store.name)
      const consent = { kind: 'sms_marketing' as const, source: 'account', words }
      recordConsent(tx, { ...consent, email: user.email, phone: user.phone }, now)
    }
    if (change.textLevel === 'never') endMarketingConsent(tx, user.email, now)
    return writePreferences(tx, user.id, change, now)
  })
  return { preferences: { level, topics, text_level: textLevel } }
}
