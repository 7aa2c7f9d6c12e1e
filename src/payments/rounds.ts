import type { Services } from '../services.ts'

/** So that a provider that hangs costs a round seconds per dozen payments, and no round runs into the next but one. */
const AT_ONCE = 8
const ROUND_MS = 45_000

/** Works on several at once until the round's deadline. What is left comes first in the next round. */
export async function inRound<T>(
  { wallClock }: Services,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const deadline = wallClock.now() + ROUND_MS
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) {
      if (wallClock.now() >= deadline) return
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
