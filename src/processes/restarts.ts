/** A process that lived this long didn't die of its start. */
const SETTLED_MS = 10_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** The first replacement starts at once. While they keep dying young, each waits twice as long as the last. */
export function createRestarts() {
  let diedYoung = 0
  return {
    pauseAfter(livedMs: number): number {
      if (livedMs >= SETTLED_MS) diedYoung = 0
      const pauseMs = diedYoung === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (diedYoung - 1), MAX_PAUSE_MS)
      diedYoung += 1
      return pauseMs
    },
  }
}
