import { type Measured, timesOf } from './measured.ts'
import { cpuMs } from './process-usage.ts'
import { openWire } from './wire.ts'

/** `pid`: the process whose CPU time is counted. */
type Asking = {
  port: number
  pid: number
  connections: number
  next(connection: number, turn: number): Buffer
} & ({ seconds: number } | { requests: number })

/** Keeps `connections` busy, each sending the next request as soon as the last one is answered. */
export async function load({ port, pid, connections, next, ...amount }: Asking): Promise<Measured> {
  const took: number[] = []
  let failed = 0
  let bytes = 0
  let begun = 0
  const stop = stopwatch(pid)
  const until = performance.now() + ('seconds' in amount ? amount.seconds * 1000 : 0)
  const isOver = () => ('requests' in amount ? begun >= amount.requests : performance.now() >= until)

  async function keepAsking(connection: number) {
    const wire = await openWire(port)
    for (let turn = 0; !isOver(); turn++) {
      begun += 1
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

type Repeating = { pid: number; width: number; isOver(done: number): boolean; work(): Promise<void> }

/** Repeats some work for `seconds`, `width` at a time. @returns its measured times */
export function repeat(pid: number, width: number, seconds: number, work: () => Promise<void>) {
  const until = performance.now() + seconds * 1000
  return repeatUntil({ pid, width, work, isOver: () => performance.now() >= until })
}

/** Like `repeat`, but a fixed number of times. */
export const repeatTimes = (pid: number, width: number, times: number, work: () => Promise<void>) =>
  repeatUntil({ pid, width, work, isOver: (begun) => begun >= times })

async function repeatUntil({ pid, width, isOver, work }: Repeating): Promise<Measured> {
  const took: number[] = []
  let begun = 0
  const stop = stopwatch(pid)
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (!isOver(begun)) {
        begun++
        const asked = performance.now()
        await work()
        took.push(performance.now() - asked)
      }
    }),
  )
  return { ...stop(took), failed: 0, bytes: 0 }
}

/** Starts measuring; takes the individual times at the end. */
export function stopwatch(pid: number) {
  const began = performance.now()
  const usedBefore = cpuMs(pid)
  return (took: number[]) => {
    const elapsedMs = performance.now() - began
    const count = took.length
    const cpu = count > 0 ? (cpuMs(pid) - usedBefore) / count : 0
    return { rps: (count * 1000) / elapsedMs, cpu, count, ...timesOf(took) }
  }
}
