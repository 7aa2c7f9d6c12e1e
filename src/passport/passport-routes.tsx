import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { PassportPage } from '#views/passport/passport-page.tsx'
import { SharedPassportPage } from '#views/passport/shared-passport-page.tsx'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { firstNameForStrangers } from '../accounts/shown-name.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { pageNumber } from '../web/page-number.ts'
import { byUser, rateLimit } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { passportJson } from './json.ts'
import { CUTS_PER_PAGE, pageOf, passportOf, STAMPS_PER_LEAF, withOwnWords } from './passport.ts'
import { endPassportLink, ownerOfPassport, passportLinkOf, sharePassport } from './share.ts'

export const passportRoutes = new Hono<AppEnv>()

passportRoutes.get(paths.passport.pattern, signedIn(ownPassport))

/** `leaf` turns the stamps, `page` the cuts to rate. */
function ownPassport(c: Ctx, user: User) {
  const { db } = c.var.services
  const passport = passportOf(db, user, c.req.queries('badge') ?? [])
  const stamps = pageOf(passport.stamps, pageNumber({ page: c.req.query('leaf') }), STAMPS_PER_LEAF)
  const cuts = pageOf(passport.cuts, pageNumber(c.req.query()), CUTS_PER_PAGE)
  if (!stamps || !cuts) return notFound(c)
  const url = linkOf(c, user)
  const rated = withOwnWords(db, user.id, cuts.items)
  if (!wantsHtml(c)) {
    const { page, pages, total } = cuts
    return c.json({ ...passportJson(passport.tally, passport.stamps, rated, url), page, pages, total })
  }
  const view = (
    <PassportPage
      name={user.firstName}
      passport={passport}
      leaf={stamps}
      cuts={{ ...cuts, items: rated }}
      url={url}
    />
  )
  return renderPage(c, view, { title: 'Your passport', indexed: false, styles: 'passport' })
}

function linkOf({ var: { services } }: Ctx, user: User): string | null {
  const token = passportLinkOf(services.db, user.id)
  return token === null ? null : services.config.appUrl + paths.sharedPassport(token)
}

const limit = rateLimit({ points: 30, seconds: 3_600, by: byUser })

passportRoutes.post(
  paths.passportLink.pattern,
  limit,
  signedIn(async (c, user) => {
    const { db, random, clock } = c.var.services
    await durably(db, (tx) => sharePassport(tx, user.id, random, clock.now()))
    const message = 'Here is your link. Everyone who has it can see your stamps until you end it.'
    return changed(c, message, linkOf(c, user))
  }),
)

passportRoutes.delete(
  paths.passportLink.pattern,
  signedIn(async (c, user) => {
    await durably(c.var.services.db, (tx) => endPassportLink(tx, user.id))
    return changed(c, 'The link is off. Only you can see your passport now.', null)
  }),
)

const changed = (c: Ctx, message: string, url: string | null) =>
  reply(c, 200, { message, url }, { path: paths.passport(), flash: { kind: 'notice', message } })

/** Stamps only: no stars, notes or boxes. */
passportRoutes.get(paths.sharedPassport.pattern, (c) => {
  const { db } = c.var.services
  const owner = ownerOfPassport(db, c.req.param('linkToken'))
  if (!owner) return notFound(c)
  const passport = passportOf(db, owner, c.req.queries('badge') ?? [])
  const leaf = pageOf(passport.stamps, pageNumber({ page: c.req.query('leaf') }), STAMPS_PER_LEAF)
  if (!leaf) return notFound(c)
  c.header('Referrer-Policy', 'no-referrer')
  const name = firstNameForStrangers(owner)
  const view = <SharedPassportPage name={name} passport={passport} leaf={leaf} path={c.req.path} />
  const title = name ? `${name}'s passport` : 'A passport'
  return renderPage(c, view, { title, indexed: false, styles: 'passport' })
})
