import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { type Db, durably } from '#db/client.ts'
import { CLAIM_KINDS, type ClaimKind } from '#db/schema/claims.ts'
import { ClaimPage } from '#views/claims/claim-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import type { Config } from '../config/config.ts'
import { formatDay } from '../day.ts'
import { linkKey } from '../orders/guest-key.ts'
import { orderById } from '../orders/orders.ts'
import { zoneOf } from '../orders/placed.ts'
import { type Viewable, viewableBox } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { creditCode } from '../pricing/credit-code.ts'
import { giftOn } from '../pricing/gifts.ts'
import type { AppEnv, Body } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { line, lines, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { bySession, rateLimit } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { claimWindow } from './claim-window.ts'
import { type ClaimFacts, claimableLines, claimsOf, photoOf } from './claims.ts'
import { claimJson } from './json.ts'
import { type ClaimCheck, checkClaim, makeClaim } from './make-claim.ts'
import { photoProblem, UNREADABLE } from './photo-rules.ts'
import { reencodePhoto } from './reencode.ts'

export const routes = new Hono<AppEnv>()

routes.get(
  paths.claims.pattern,
  viewableBox((c, viewable) => {
    const { db, clock } = c.var.services
    const { order } = viewable
    if (wantsHtml(c)) return claimPage(c, viewable)
    const window = claimWindow(db, order, clock.now())
    const until = window.state === 'early' ? null : window.until
    return c.json({
      can_claim: window.state === 'open',
      until,
      claims: claimsOf(db, order.id).map(claimJson),
    })
  }),
)

export type TypedClaim = { kind: string; note: string; lineTokens: string[]; hasPhotos: boolean }

const NOTHING_TYPED: TypedClaim = { kind: '', note: '', lineTokens: [], hasPhotos: false }

function claimPage(
  c: Ctx,
  { order, key }: Viewable,
  {
    status = 200,
    problem,
    typed = NOTHING_TYPED,
  }: Refused | { status?: 200; problem?: never; typed?: never } = {},
) {
  const { db, clock, config } = c.var.services
  const page = (
    <ClaimPage
      order={order}
      receiptKey={key}
      window={claimWindow(db, order, clock.now())}
      lines={claimableLines(db, order)}
      giftName={giftOn(db, order.id)?.name ?? null}
      claims={claimsOf(db, order.id).map((claim) => shownClaim(db, config, claim))}
      problem={problem ?? null}
      typed={typed}
      zone={zoneOf(db, order.fcId ?? 0)}
      store={config.store}
    />
  )
  return renderPage(c, page, {
    title: `Order ${order.identifier}: what went wrong?`,
    indexed: false,
    status,
    styles: 'orders',
  })
}

const shownClaim = (db: Db, config: Config, claim: ClaimFacts) => ({
  ...claim,
  code: creditCode(config, claim),
  newBox: newBoxOf(db, config, claim),
})

/** Its link is as good as the one in the email. */
function newBoxOf(db: Db, config: Config, { answer, reshipOrderId }: ClaimFacts) {
  if (answer !== 'reship' || reshipOrderId === null) return null
  const order = orderById(db, reshipOrderId)
  return { identifier: order.identifier, path: paths.order(order.token, { key: linkKey(config, order) }) }
}

const ClaimFields = z.object({ kind: line(20), note: lines(1_000) })

/** Each photo costs seconds of a processor. */
const claimLimit = rateLimit({ points: 20, seconds: 3600, by: bySession })

routes.post(
  paths.claims.pattern,
  claimLimit,
  viewableBox(async (c, viewable) => {
    const { db, clock, random } = c.var.services
    const { order } = viewable
    const uploads = (c.var.uploads ?? []).filter(({ field }) => /^photos(\[\])?$/.test(field))
    const typed = asTyped(c.var.body, uploads.length > 0)
    const read = readFields(ClaimFields, c.var.body)
    if (!read.ok) return refuseClaim(c, viewable, { status: 422, problem: read.message, typed })
    const claim = { ...typed, ...read.value }
    const refuseWith = (status: ContentfulStatusCode, problem: string) =>
      refuseClaim(c, viewable, { status, problem, typed: claim })
    if (!isKind(claim.kind)) return refuseWith(422, 'Please choose what went wrong.')
    const wanted = { ...claim, kind: claim.kind }
    const first = checkClaim(db, order, wanted, clock.now())
    if (!first.ok) return refuseWith(...refusalOf(c, first))
    if ('earlier' in first && uploads.length === 0) return respond(c, viewable)
    const problem = photoProblem(uploads)
    if (problem) return refuseWith(problem.status, problem.message)
    const photos: Buffer[] = []
    for (const { bytes } of uploads) {
      const photo = await reencodePhoto(bytes)
      if (!photo) return refuseWith(UNREADABLE.status, UNREADABLE.message)
      photos.push(photo)
    }
    const made = await durably(db, (tx) =>
      makeClaim(tx, order.id, { ...wanted, photos }, { now: clock.now(), random }),
    )
    return made.ok ? respond(c, viewable) : refuseWith(...refusalOf(c, made))
  }),
)

const isKind = (kind: string): kind is ClaimKind => CLAIM_KINDS.some((one) => one === kind)

/** As it came, so that a claim that is refused for its note keeps it. */
const asTyped = ({ kind, note, lines: tokens }: Body, hasPhotos: boolean): TypedClaim => ({
  kind: typeof kind === 'string' ? kind : '',
  note: typeof note === 'string' ? note.slice(0, MAX_KEPT) : '',
  lineTokens: tokensIn(tokens),
  hasPhotos,
})

/** Somewhat more than a note may have, so that its end can be seen and shortened. */
const MAX_KEPT = 4_000

const tokensIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => (typeof one === 'string' && one ? [one] : []))

const THANKS = "Thank you for telling us. We'll look at it and email you, usually within a day."

function respond(c: Ctx, { order, key }: Viewable) {
  const path = paths.claims(order.token, { key })
  const url = c.var.services.config.appUrl + path
  return reply(c, 200, { message: THANKS, url }, { path, flash: { kind: 'notice', message: THANKS } })
}

type Refused = { status: ContentfulStatusCode; problem: string; typed: TypedClaim }

const refuseClaim = (c: Ctx, viewable: Viewable, refused: Refused) =>
  wantsHtml(c)
    ? claimPage(c, viewable, refused)
    : c.json({ error: refused.problem, message: refused.problem }, refused.status)

function refusalOf(c: Ctx, check: ClaimCheck & { ok: false }): [ContentfulStatusCode, string] {
  const { store } = c.var.services.config
  switch (check.code) {
    case 'closed':
      return check.window.state === 'early'
        ? [409, 'You can tell us what went wrong once your box has been delivered.']
        : [
            409,
            `You could tell us here until ${formatDay(check.window.until, 'long')}. Please write to ${store.email}.`,
          ]
    case 'no_lines':
      return [422, 'Please choose what it is about.']
    case 'unknown_line':
      return [422, "That isn't in this order. Please choose from the list."]
    case 'claimed_before':
      return [409, `You've already told us about ${check.lines.map(({ name }) => name).join(' and ')}.`]
  }
}

routes.get(
  paths.claimPhoto.pattern,
  viewableBox((c, { order }) => {
    const photo = photoOf(c.var.services.db, order.id, c.req.param('photoToken') ?? '')
    return photo ? sendPhoto(c, photo) : notFound(c)
  }),
)

export const sendPhoto = (c: Ctx, photo: Buffer) =>
  c.body(new Uint8Array(photo), 200, { 'Content-Type': 'image/webp', 'Cache-Control': 'private, no-store' })
