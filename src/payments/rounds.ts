import { setTimeout as pause } from 'node:timers/promises'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'

/** So that a provider that hangs costs a round seconds per dozen payments, and no round runs into the next but one. */
const AT_ONCE = 8
const ROUND_MS = 45_000
const SECOND_MS = 1_000

export type Pace = { until?: Instant; startsPerSecond?: number; atOnce?: number }

/** For a round of several steps, which share its time. */
export const endOfRound = ({ wallClock }: Services): Instant => wallClock.now() + ROUND_MS

/** Works on several at once until the round's deadline. What is left comes first in the next round. */
export async function inRound<T>(
  services: Services,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { until = endOfRound(services), startsPerSecond = Number.POSITIVE_INFINITY, atOnce = AT_ONCE }: Pace = {},
): Promise<void> {
  const queue = items.values()
  const myTurn = createTurns(SECOND_MS / startsPerSecond)
  const worker = async () => {
    for (const item of queue) {
      await myTurn()
      if (services.wallClock.now() >= until) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Each turn comes so long after the one before. */
function createTurns(apartMs: number) {
  let nextAt = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + apartMs
    if (at > now) await pause(at - now)
  }
}
