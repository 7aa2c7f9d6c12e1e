import { cpuMs } from './processes.ts'
import { openWire } from './wire.ts'

/** Rates a second and times in milliseconds. */
export type Measured = {
  rps: number
  p50: number
  p99: number
  max: number
  count: number
  /** Milliseconds of the server's processor for one answer; 0 when unknown. */
  cpu: number
  /** Answers that were neither 2xx nor 3xx. */
  failed: number
  /** Bytes of the last answer's body, as sent. */
  bytes: number
}

/** `pid` is whose processor time is counted. */
type Asking = {
  port: number
  pid: number
  connections: number
  seconds: number
  next(connection: number, turn: number): Buffer
}

/** Keeps `connections` busy for a while, each with the next request as soon as the last is answered. */
export async function load({ port, pid, connections, seconds, next }: Asking): Promise<Measured> {
  const took: number[] = []
  let failed = 0
  let bytes = 0
  const stop = stopwatch(pid)
  const until = performance.now() + seconds * 1000

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
  return { ...stop(took), failed, bytes }
}

/** Repeats a piece of work `width` at a time for a while. @returns its own times */
export async function repeat(
  pid: number,
  width: number,
  seconds: number,
  work: () => Promise<void>,
): Promise<Measured> {
  const took: number[] = []
  const stop = stopwatch(pid)
  const until = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < until) {
        const asked = performance.now()
        await work()
        took.push(performance.now() - asked)
      }
    }),
  )
  return { ...stop(took), failed: 0, bytes: 0 }
}

/** Measures from now on; the single times are handed in at the end. */
export function stopwatch(pid: number) {
  const began = performance.now()
  const usedBefore = cpuMs(pid)
  return (took: number[]) => {
    const elapsedMs = performance.now() - began
    const used = cpuMs(pid) - usedBefore
    const sorted = Float64Array.from(took).sort()
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    const rates = { rps: (took.length * 1000) / elapsedMs, cpu: used / took.length, count: took.length }
    return { ...rates, p50: at(0.5), p99: at(0.99), max: at(1) }
  }
}

/** The one in the middle by rate, with what failed in all of them: a shared machine has good and bad seconds. */
export function median(rounds: Measured[]): Measured {
  const sorted = [...rounds].sort((a, b) => a.rps - b.rps)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failed: rounds.reduce((sum, round) => sum + round.failed, 0) }
}
