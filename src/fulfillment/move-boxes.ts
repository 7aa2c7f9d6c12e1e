import { setImmediate } from 'node:timers/promises'
import { and, eq, ne } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { packingWaves } from '#db/schema/index.ts'
import { restSince } from '../slices.ts'
import { type BoxChoice, type ChosenBoxes, chooseBoxes } from './box-choice.ts'
import type { Clerk } from './clerk.ts'
import { type BoxRefusal, type BoxStep, inState, type Press, voidStep } from './pack-boxes.ts'
import { recordClerk } from './trail.ts'
import { type WaveBoxRow, waveBoxesByOrder, waveBoxesByToken } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

/** `done`: how many boxes were moved before the one that stopped it. */
export type BoxesStopped = BoxRefusal & { done?: number }
export type BoxesMoved = { ok: true; tokens: string[] } | BoxesStopped

/** So few that a shopper's request waits for some 10 ms. */
export const BOXES_PER_BATCH = 10

/**
 * Moves boxes batch by batch, each in a transaction of its own, while requests run in between. Nothing is moved if a
 * box is found that may not be. After a crash, a second press moves the rest.
 */
export async function moveBoxes(
  db: Db,
  wave: Wave,
  step: BoxStep,
  choice: BoxChoice,
  press: Press,
): Promise<BoxesMoved> {
  const chosen = chooseBoxes(db, wave, choice, step.ready)
  if (!chosen.ok) return chosen
  const batches = inBatches(chosen.orderIds)
  const refusal = batches.length > 1 ? await refusalOfAll(db, wave, step, chosen, press) : null
  if (refusal) return refusal
  const tokens: string[] = []
  for (const orderIds of batches) {
    const began = performance.now()
    const moved = await durably(db, (tx) => {
      const boxes = readBatch(tx, wave, orderIds, chosen)
      return step.move(tx, wave, boxes, press) ?? boxes.map(({ token }) => token)
    })
    if (!Array.isArray(moved)) return { ...moved, done: tokens.length }
    tokens.push(...moved)
    if (orderIds !== batches.at(-1)) await restSince(began)
  }
  return { ok: true, tokens }
}

/**
 * All that hasn't shipped leaves the wave. @returns the tokens of what can be selected again: not what was canceled,
 * refunded or held meanwhile
 */
export async function voidWave(db: Db, who: Clerk, wave: Wave, press: Press): Promise<string[]> {
  const moved = await moveBoxes(db, wave, voidStep, 'all', press)
  await durably(db, (tx) => {
    const isOpen = and(eq(packingWaves.id, wave.id), ne(packingWaves.state, 'void'))
    const { changes } = tx.update(packingWaves).set({ state: 'void' }).where(isOpen).run()
    const detail = { boxes: moved.ok ? moved.tokens.length : 0 }
    const facts = { id: wave.id, name: `Wave ${wave.id}`, detail, now: press.now }
    if (changes === 1) recordClerk(tx, who, { kind: 'wave', verb: 'wave.voided', ...facts })
  })
  const boxes = moved.ok ? await boxesByToken(db, wave, moved.tokens) : []
  return boxes
    .filter(({ orderState, isRefunded }) => orderState === 'paid' && !isRefunded)
    .map(({ token }) => token)
}

/** As they are now. */
export async function boxesByToken(db: Db, wave: Wave, tokens: string[]): Promise<WaveBoxRow[]> {
  const boxes: WaveBoxRow[] = []
  for (const batch of inBatches(tokens)) {
    boxes.push(...waveBoxesByToken(db, wave.id, batch))
    await setImmediate()
  }
  return boxes
}

/** Why a press would be refused; it moves nothing. */
export async function whyRefused(
  db: Db,
  wave: Wave,
  step: BoxStep,
  choice: BoxChoice,
  press: Press,
): Promise<BoxRefusal | null> {
  const chosen = chooseBoxes(db, wave, choice, step.ready)
  return chosen.ok ? refusalOfAll(db, wave, step, chosen, press) : chosen
}

/** The first refusal, with the boxes of other batches that it holds for too. */
async function refusalOfAll(
  db: Db,
  wave: Wave,
  step: BoxStep,
  chosen: ChosenBoxes,
  press: Press,
): Promise<BoxRefusal | null> {
  let first: BoxRefusal | null = null
  for (const orderIds of inBatches(chosen.orderIds)) {
    const next = step.refusalFor(db, wave, readBatch(db, wave, orderIds, chosen), press)
    if (next && first && 'boxes' in first && 'boxes' in next && next.code === first.code)
      first.boxes.push(...next.boxes)
    first ??= next
    await setImmediate()
  }
  return first
}

function readBatch(db: Db, wave: Wave, orderIds: number[], { states }: ChosenBoxes): WaveBoxRow[] {
  const boxes = waveBoxesByOrder(db, wave.id, orderIds)
  return states ? inState(boxes, states) : boxes
}

const inBatches = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / BOXES_PER_BATCH) }, (_, batch) =>
    all.slice(batch * BOXES_PER_BATCH, (batch + 1) * BOXES_PER_BATCH),
  )
