import { setTimeout as pause } from 'node:timers/promises'
import { stopwatch } from './load.ts'
import type { Measured } from './measured.ts'

type Pace<Seat> = {
  pid: number
  aSecond: number
  seconds: number
  seats: Seat[]
  /** @returns whether the response was right */
  ask(seat: Seat, nth: number): Promise<boolean>
}

/** Sends `aSecond` requests a second, however long responses take; fewer only while all seats are waiting. */
export async function atPace<Seat>({ pid, aSecond, seconds, seats, ask }: Pace<Seat>): Promise<Measured> {
  const stop = stopwatch(pid)
  const [free, under, took] = [[...seats], new Set<Promise<void>>(), [] as number[]]
  let failed = 0
  const began = performance.now()
  for (let nth = 0; nth < aSecond * seconds; nth++) {
    const early = began + (nth * 1000) / aSecond - performance.now()
    if (early > 0) await pause(early)
    if (free.length === 0) continue
    const [seat] = free.splice(0, 1) as [Seat]
    const asked = performance.now()
    const asking = ask(seat, nth).then((isGood) => {
      took.push(performance.now() - asked)
      if (!isGood) failed++
      free.push(seat)
      under.delete(asking)
    })
    under.add(asking)
  }
  await Promise.all(under)
  return { ...stop(took), failed, bytes: 0 }
}
