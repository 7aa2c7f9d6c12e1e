import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { User } from '#db/schema/index.ts'
import { FlagPage } from '#views/staff/flag-page.tsx'
import { FlagsPage } from '#views/staff/flags-page.tsx'
import { type Ctx, staff } from '../accounts/guards.ts'
import { staffAccounts } from '../accounts/roles.ts'
import { flagKind } from '../flags/kinds.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { checkbox, line, lines, readFields } from '../web/fields.ts'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { seenCents } from './catalog/price-fields.ts'
import { readFlagFilters } from './flag-filters.ts'
import { type Flag, flagById, listFlags } from './flags.ts'
import { flagJson } from './json.ts'
import { renderDesk } from './page.tsx'
import { assignFlag, type Outcome, resolveFlag } from './resolve.ts'

export const flagRoutes = new Hono<AppEnv>()

flagRoutes.get(
  paths.flags.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const query = c.req.query()
    const read = readFlagFilters(db, query, user.id)
    if (!read.ok) return refuse(c, 422, read.message)
    const list = listFlags(db, read.filters, pageNumber(query))
    if (list.page > list.pages) return notFound(c)
    const { flags, total, page, pages } = list
    if (!wantsHtml(c)) return c.json({ flags: flags.map(flagJson), total, page, pages })
    const view = (
      <FlagsPage
        list={list}
        filters={read.filters}
        query={query}
        desk={{ people: staffAccounts(db), user, now: clock.now() }}
      />
    )
    return renderDesk(c, user, { current: 'flags', title: 'Flags' }, view)
  }),
)

flagRoutes.get(
  paths.flag.pattern,
  staff((c, user) => {
    const flag = flagById(c.var.services.db, flagId(c))
    if (!flag) return unknownFlag(c)
    return wantsHtml(c) ? flagPage(c, user, flag) : c.json(flagJson(flag))
  }),
)

const MAX_WORDS = 500

const resolution = z.object({
  action: line(40),
  resolution: lines(MAX_WORDS),
  confirmed: checkbox,
  seen_cents: seenCents,
})

/** Without an action, the flag is dismissed for the reason in `resolution`. */
flagRoutes.post(
  paths.resolveFlag.pattern,
  staff(async (c, user) => {
    const read = readFields(resolution, c.var.body, {
      resolution: '“What you did, or why nothing is needed”',
    })
    if (!read.ok) return unread(c, user, read.message)
    const { action, resolution: words, confirmed: isConfirmed, seen_cents } = read.value
    const typed = { action: action || 'dismiss', words, isConfirmed, seenCents: seen_cents }
    return respond(c, user, await resolveFlag(c.var.services, flagId(c), typed, user), words)
  }),
)

flagRoutes.post(
  paths.assignFlag.pattern,
  staff(async (c, user) => {
    const read = readFields(z.object({ owner: line(100) }), c.var.body)
    if (!read.ok) return unread(c, user, read.message)
    return respond(c, user, await assignFlag(c.var.services, flagId(c), read.value.owner, user))
  }),
)

const STATUSES = { unknown: 404, resolved: 409, impossible: 409, invalid: 422 } as const

/** A refusal shows the flag as it is now, with what was typed. */
function respond(c: Ctx, user: User, outcome: Outcome, typed = '') {
  const flag = flagById(c.var.services.db, flagId(c))
  if (!flag) return unknownFlag(c)
  const { message } = outcome
  if (outcome.ok) {
    const nextPage = { path: paths.flag(flag.flag.id), flash: { kind: 'notice' as const, message } }
    return reply(c, 200, { message, flag: flagJson(flag) }, nextPage)
  }
  const status = STATUSES[outcome.code]
  if (!wantsHtml(c)) return c.json({ error: message, message, flag: flagJson(flag) }, status)
  return flagPage(c, user, flag, { status, message, typed })
}

/** Scripts get the message; a form gets the flag with it. */
function unread(c: Ctx, user: User, message: string) {
  const flag = wantsHtml(c) ? flagById(c.var.services.db, flagId(c)) : null
  const { resolution: typed } = c.var.body
  if (!flag) return refuse(c, 422, message)
  return flagPage(c, user, flag, { status: 422, message, typed: typeof typed === 'string' ? typed : '' })
}

type Problem = { status: ContentfulStatusCode; message: string; typed: string }

function flagPage(c: Ctx, user: User, flag: Flag, problem?: Problem) {
  const { db, clock } = c.var.services
  const desk = { people: staffAccounts(db), user, now: clock.now(), typed: problem?.typed ?? '' }
  const view = <FlagPage flag={flag} desk={desk} problem={problem?.message} />
  const title = flagKind(flag.flag.kind).title
  return renderDesk(c, user, { current: 'flags', title, status: problem?.status }, view)
}

const unknownFlag = (c: Ctx) => refuse(c, 404, `There is no flag "${c.req.param('flagId')?.slice(0, 40)}".`)

const flagId = (c: Ctx) => rowId(c.req.param('flagId'))
