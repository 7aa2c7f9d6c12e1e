import { openWire } from './wire.ts'

/** Rates a second and times in milliseconds. */
export type Measured = {
  rps: number
  p50: number
  p99: number
  max: number
  count: number
  /** Answers that were neither 2xx nor 3xx. */
  failed: number
  /** Bytes of the last answer's body, as sent. */
  bytes: number
}

type Asking = { port: number; connections: number; seconds: number; next(connection: number, turn: number): Buffer }

/** Keeps `connections` busy for a while, each with the next request as soon as the last is answered. */
export async function load({ port, connections, seconds, next }: Asking): Promise<Measured> {
  const took: number[] = []
  let failed = 0
  let bytes = 0
  const began = performance.now()
  const until = began + seconds * 1000

  async function keepAsking(connection: number) {
    const wire = await openWire(port)
    for (let turn = 0; performance.now() < until; turn++) {
      const asked = performance.now()
      const { status, body } = await wire.ask(next(connection, turn))
      took.push(performance.now() - asked)
      if (status < 200 || status >= 400) failed++
      bytes = body.length
    }
    wire.close()
  }

  await Promise.all(Array.from({ length: connections }, (_, connection) => keepAsking(connection)))
  return { ...spread(took, performance.now() - began), failed, bytes }
}

/** Repeats a piece of work `width` at a time for a while. @returns its own times */
export async function repeat(width: number, seconds: number, work: (worker: number, turn: number) => Promise<void>) {
  const took: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(
    Array.from({ length: width }, async (_, worker) => {
      for (let turn = 0; performance.now() < until; turn++) {
        const asked = performance.now()
        await work(worker, turn)
        took.push(performance.now() - asked)
      }
    }),
  )
  return { ...spread(took, performance.now() - began), failed: 0, bytes: 0 }
}

/** Rate and percentiles of single times, over the time it all took. */
export function spread(took: number[], elapsedMs: number) {
  const sorted = Float64Array.from(took).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { rps: (took.length * 1000) / elapsedMs, p50: at(0.5), p99: at(0.99), max: at(1), count: took.length }
}

/** The one in the middle by rate, with what failed in all of them: a shared machine has good and bad seconds. */
export function median(rounds: Measured[]): Measured {
  const sorted = [...rounds].sort((a, b) => a.rps - b.rps)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failed: rounds.reduce((sum, round) => sum + round.failed, 0) }
}
