import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Change, CountCall } from './dialog.ts'
import { supervisor } from './link.ts'

export type Usage = { count: number; msLeft: number }

/** Counts per key in fixed windows. */
export type Counter = { add(key: string, change: Change): Promise<Usage> }

let created = 0

/** One count for all processes, kept by the supervisor. */
export function sharedCounter(seconds: number): Counter {
  const link = supervisor
  if (!link) return ownCounter(seconds)
  const counter = `${created++}:${seconds}` // every process creates them in the same order
  return {
    add: (key, change) =>
      link.ask({ about: 'count', call: { counter, seconds, key, change } }) as Promise<Usage>,
  }
}

export function ownCounter(seconds: number): Counter {
  const limiter = new RateLimiterMemory({ points: 1, duration: seconds })
  const verbs = {
    '1': (key: string) => limiter.penalty(key),
    '-1': (key: string) => limiter.reward(key),
    '0': (key: string) => limiter.get(key),
  }
  return {
    async add(key, change) {
      const usage = await verbs[change](key)
      return { count: usage?.consumedPoints ?? 0, msLeft: usage?.msBeforeNext ?? 0 }
    },
  }
}

/** The supervisor's side. */
export function createCounters() {
  const counters = new Map<string, Counter>()
  return ({ counter: name, seconds, key, change }: CountCall): Promise<Usage> => {
    const counter = counters.get(name) ?? ownCounter(seconds)
    counters.set(name, counter)
    return counter.add(key, change)
  }
}
