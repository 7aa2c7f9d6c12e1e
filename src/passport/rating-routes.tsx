import { Hono } from 'hono'
import { quickly } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { type Ctx, ownAccount, signedIn } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { TOKEN_PATTERN } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { byUser, rateLimit } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { cutPage, withCut } from './cut-page.tsx'
import type { Cut } from './cuts.ts'
import { readNotes, readScore } from './fields.ts'
import { notesOf, saveNotes } from './notes.ts'
import { publicRating, rateCut } from './rate.ts'
import { starsText } from './star-words.ts'

export const ratingRoutes = new Hono<AppEnv>()

const limit = rateLimit({ points: 300, seconds: 3_600, by: byUser })

ratingRoutes.post(
  paths.rating.pattern,
  limit,
  signedIn(withCut((c, ...who) => rate(c, ...who, c.var.body.score))),
)
ratingRoutes.post(
  paths.rate.pattern,
  limit,
  signedIn(withCut((c, ...who) => rate(c, ...who, c.req.param('score')))),
)

async function rate(c: Ctx, user: User, cut: Cut, typed: unknown): Promise<Response> {
  const { db, clock } = c.var.services
  const score = readScore(typed)
  if (score === null) return refuse(c, 422, 'Please choose from 0 to 5 stars.')
  const rated = await quickly(db, (tx) => rateCut(tx, user.id, cut.varietyId, score, clock.now()))
  if (!rated.ok) return refuse(c, 422, NOT_RECEIVED)
  const message =
    score === 0 ? `Your stars for ${cut.name} are gone.` : `Thanks! You gave ${cut.name} ${starsText(score)}.`
  const json = { message, score, cut: cut.name, farm: cut.farm, rating: publicRating(db, cut.varietyId) }
  return reply(c, 200, json, { path: pageOf(c, cut), flash: { kind: 'notice', message } })
}

export const NOT_RECEIVED = 'You can rate a cut once it has been delivered to you.'

/** Where the form was. */
function pageOf(c: Ctx, { vendor, slug }: Cut): string {
  const { order } = c.var.body
  return typeof order === 'string' && TOKEN_PATTERN.test(order)
    ? paths.order(order)
    : paths.passportCut(vendor, slug)
}

ratingRoutes.get(paths.passportCut.pattern, signedIn(withCut((c, user, cut) => cutPage(c, user, cut))))

ratingRoutes.get(
  paths.cutNotes.pattern,
  ownAccount(
    withCut((c, user, cut) => {
      const { notes } = notesOf(c.var.services.db, user.id, cut.varietyId)
      return c.json({ cut: cut.name, farm: cut.farm, notes })
    }),
  ),
)

ratingRoutes.post(
  paths.setCutNotes.pattern,
  limit,
  ownAccount(
    withCut(async (c, user, cut) => {
      const { db, clock } = c.var.services
      const read = readNotes(c.var.body)
      if (!read.ok) return refuseNotes(c, user, cut, read.message)
      const saved = await quickly(db, (tx) => saveNotes(tx, user.id, cut.varietyId, read.value, clock.now()))
      if (!saved.ok) return refuse(c, 422, 'You can keep notes on a cut once it has been delivered to you.')
      const message = 'Your notes are saved. Only you can see them.'
      const json = { message, cut: cut.name, farm: cut.farm, notes: saved.saved.notes }
      const path = paths.passportCut(cut.vendor, cut.slug)
      return reply(c, 200, json, { path, flash: { kind: 'notice', message } })
    }),
  ),
)

/** The page comes back with what was typed. */
function refuseNotes(c: Ctx, user: User, cut: Cut, message: string): Response | Promise<Response> {
  if (!wantsHtml(c)) return refuse(c, 422, message)
  const { notes } = c.var.body
  return cutPage(c, user, cut, { notesProblem: message, typedNotes: typeof notes === 'string' ? notes : '' })
}
