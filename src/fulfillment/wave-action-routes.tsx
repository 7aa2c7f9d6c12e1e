import { Hono } from 'hono'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import type { BoxChoice } from './box-choice.ts'
import type { Clerk } from './clerk.ts'
import { clerkAtWave } from './clerk-at-wave.ts'
import { waveBoxJson } from './json.ts'
import { type BoxesStopped, boxesByToken, moveBoxes, voidWave, whyRefused } from './move-boxes.ts'
import { type BoxStep, type Press, packStep, removeStep, shipStep } from './pack-boxes.ts'
import { BOX_STATUSES, boxCount, boxRefusalWords, unlabeledWords } from './refusal-words.ts'
import { unlabeledBoxes } from './unlabeled.ts'
import { renderWave } from './wave-page.tsx'
import { readStateFilter } from './wave-states.ts'
import type { Wave } from './waves.ts'

export const waveActionRoutes = new Hono<AppEnv>()

const clerkMovesBoxes = (step: BoxStep, done: (boxes: string, count: number) => string) =>
  clerkAtWave(async (c, who, wave) => {
    const moved = await moveBoxes(c.var.services.db, wave, step, readChoice(c), pressOf(c, who))
    if (!moved.ok) return refuseBoxes(c, who, wave, moved)
    return answer(c, who, wave, moved.tokens, done(boxCount(moved.tokens.length), moved.tokens.length))
  })

waveActionRoutes.post(
  paths.packBoxes.pattern,
  clerkMovesBoxes(packStep, (boxes) => `Packed: ${boxes}.`),
)

const ship = clerkMovesBoxes(shipStep, (boxes) => `Shipped: ${boxes}.`)

/** A page asks before a box that may leave does so without a label. Scripts that ship have their own. */
waveActionRoutes.post(paths.shipBoxes.pattern, (c) =>
  wantsHtml(c) && c.var.body.without_labels !== '1' ? askIfUnlabeled(c) : ship(c),
)

const askIfUnlabeled = clerkAtWave(async (c, who, wave) => {
  const choice = readChoice(c)
  const { db } = c.var.services
  const unlabeled = unlabeledBoxes(db, wave, choice)
  if (unlabeled.length === 0) return ship(c)
  const refusal = await whyRefused(db, wave, shipStep, choice, pressOf(c, who))
  if (refusal) return refuseBoxes(c, who, wave, refusal)
  const problem = { status: 409 as const, message: unlabeledWords(unlabeled) }
  return renderWave(c, who, wave, problem, { choice, boxes: unlabeled.length })
})

waveActionRoutes.post(
  paths.removeBoxes.pattern,
  clerkMovesBoxes(removeStep, (boxes, count) => {
    const slips = count === 1 ? 'Its slip is' : 'Their slips are'
    return `Removed from the wave: ${boxes}. ${slips} no longer good.`
  }),
)

waveActionRoutes.post(
  paths.voidWave.pattern,
  clerkAtWave(async (c, who, wave) => {
    const tokens = await voidWave(c.var.services.db, who, wave, pressOf(c, who))
    const message = `The wave is void. Back to be selected: ${boxCount(tokens.length)}.`
    return answer(c, who, { ...wave, state: 'void' }, tokens, message)
  }),
)

const pressOf = (c: Ctx, { user }: Clerk): Press => ({ userId: user.id, now: c.var.services.clock.now() })

/** Tokens in the body or, where there are more than a body may have fields, in the address. */
function readChoice(c: Ctx): BoxChoice {
  const { body } = c.var
  if (body.select_all === 'filter') return { filter: readStateFilter(body) }
  if (body.select_all === 'true' || body.select_all === true) return 'all'
  const listed = [...(c.req.queries('order_tokens[]') ?? []), ...[body.order_tokens ?? []].flat()]
  return { tokens: listed.map(String) }
}

async function answer(c: Ctx, { center }: Clerk, wave: Wave, tokens: string[], message: string) {
  // A page that follows reads its own boxes.
  const boxes = wantsHtml(c) ? [] : await boxesByToken(c.var.services.db, wave, tokens)
  const json = { message, packing_wave_id: wave.id, state: wave.state, orders: boxes.map(waveBoxJson) }
  const path = paths.wave(center.slug, wave.id)
  return reply(c, 200, json, { path, flash: { kind: 'notice', message } })
}

/** Shows the wave as it is now, so that a stale page is set right. */
function refuseBoxes(c: Ctx, who: Clerk, wave: Wave, refusal: BoxesStopped) {
  const status = BOX_STATUSES[refusal.code]
  const message = boxRefusalWords(refusal)
  if (wantsHtml(c)) return renderWave(c, who, wave, { status, message })
  const stopped = 'boxes' in refusal ? refusal.boxes.map(waveBoxJson) : []
  return c.json({ error: message, message, code: refusal.code, orders: stopped }, status)
}
