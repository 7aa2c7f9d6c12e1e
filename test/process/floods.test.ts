import { expect, test } from 'vitest'
import { withProcesses } from '../support/processes.ts'
import { flood } from './scenarios/floods.ts'

/** Other tests keep the machine busy; `npm run proof -- floods` allows 5 times the idle time. Unlimited, it was 8 s. */
const AT_MOST_MS = 4_000

test('SEC-6 under hostile bodies, 1,500 visits without a cookie and 400 slow readers, the shop stays up and writes no session', () =>
  withProcesses(async (processes) => {
    const told = await flood(processes, { seconds: 15, bodiesPerSecond: 4, visits: 1_500, readers: 400 })
    expect(told.floodedMs).toBeLessThan(AT_MOST_MS)
    expect(told.statuses['429']).toBeGreaterThan(500)
    expect(Object.keys(told.statuses).filter((status) => !['200', '429'].includes(status))).toEqual([])
    expect(told.sessions).toBe(0)
  }))
