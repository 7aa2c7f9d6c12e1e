import { Hono } from 'hono'
import { type DurableTx, durably } from '#db/client.ts'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import type { Clerk } from './clerk.ts'
import { clerkAtWave } from './clerk-at-wave.ts'
import { waveBoxJson } from './json.ts'
import {
  type BoxChoice,
  type BoxesDone,
  type BoxRefusal,
  type Press,
  packBoxes,
  removeBoxes,
  shipBoxes,
  voidWave,
} from './pack-boxes.ts'
import { BOX_STATUSES, boxCount, boxRefusalWords } from './refusal-words.ts'
import { waveBoxesByToken } from './wave-boxes.ts'
import { renderWave } from './wave-page.tsx'
import { readStateFilter } from './wave-states.ts'
import type { Wave } from './waves.ts'

export const waveActionRoutes = new Hono<AppEnv>()

type Step = (tx: DurableTx, wave: Wave, choice: BoxChoice, press: Press) => BoxesDone

const clerkMovesBoxes = (step: Step, done: (boxes: string) => string) =>
  clerkAtWave(async (c, who, wave) => {
    const choice = readChoice(c)
    const outcome = await durably(c.var.services.db, (tx) => step(tx, wave, choice, pressOf(c, who)))
    if (!outcome.ok) return refuseBoxes(c, who, wave, outcome)
    return answer(
      c,
      who,
      wave,
      outcome.boxes.map(({ token }) => token),
      done(boxCount(outcome.boxes.length)),
    )
  })

waveActionRoutes.post(
  paths.packBoxes.pattern,
  clerkMovesBoxes(packBoxes, (boxes) => `Packed: ${boxes}.`),
)

waveActionRoutes.post(
  paths.shipBoxes.pattern,
  clerkMovesBoxes(shipBoxes, (boxes) => `Shipped: ${boxes}.`),
)

waveActionRoutes.post(
  paths.removeBoxes.pattern,
  clerkMovesBoxes(removeBoxes, (boxes) => `Removed from the wave: ${boxes}. Their slips are no longer good.`),
)

waveActionRoutes.post(
  paths.voidWave.pattern,
  clerkAtWave(async (c, who, wave) => {
    const boxes = await durably(c.var.services.db, (tx) => voidWave(tx, wave, pressOf(c, who)))
    const tokens = boxes.map(({ token }) => token)
    const message = `The wave is void. Back to be selected: ${boxCount(boxes.length)}.`
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

function answer(c: Ctx, { center }: Clerk, wave: Wave, tokens: string[], message: string) {
  // A page that follows reads its own boxes.
  const orders = wantsHtml(c) ? [] : waveBoxesByToken(c.var.services.db, wave.id, tokens).map(waveBoxJson)
  const json = { message, packing_wave_id: wave.id, state: wave.state, orders }
  const path = paths.wave(center.slug, wave.id)
  return reply(c, 200, json, { path, flash: { kind: 'notice', message } })
}

/** Shows the wave as it is now, so that a stale page is set right. */
function refuseBoxes(c: Ctx, who: Clerk, wave: Wave, refusal: BoxRefusal) {
  const status = BOX_STATUSES[refusal.code]
  const message = boxRefusalWords(refusal)
  if (wantsHtml(c)) return renderWave(c, who, wave, { status, message })
  const stopped = 'boxes' in refusal ? refusal.boxes.map(waveBoxJson) : []
  return c.json({ error: message, message, code: refusal.code, orders: stopped }, status)
}
