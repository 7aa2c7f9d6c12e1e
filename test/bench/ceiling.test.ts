import { expect, test } from 'vitest'
import { type Attempt, findCeiling, isBorne, whatRanOut } from './ceiling.ts'
import { reportOf } from './report.ts'
import { textOfReport } from './report-text.ts'

const attemptOf = (aSecond: number, p99: number, rest: Partial<Attempt> = {}): Attempt => ({
  aSecond,
  measured: { rps: aSecond, p50: 5, p99, max: p99, count: 100, cpu: 1, failed: 0, bytes: 0 },
  answered: 1,
  serverBusy: 0.5,
  serverOwn: 0.5,
  askingBusy: 0.3,
  diskWait: 0,
  memory: 0.1,
  isBehind: false,
  ...rest,
})

/** Quick up to `most` requests a second. */
function machineThatBears(most: number) {
  const asked: number[] = []
  return {
    asked,
    attempt: async (aSecond: number) => {
      asked.push(aSecond)
      return attemptOf(aSecond, aSecond <= most ? 20 : 400)
    },
  }
}

test.each([700, 1_000, 37])(
  'SCL-1 finds the highest rate that a machine bears: %i a second',
  async (most) => {
    const { borne, broken } = await findCeiling(25, machineThatBears(most).attempt)
    expect(borne?.aSecond).toBeLessThanOrEqual(most)
    expect(borne?.aSecond).toBeGreaterThan(most * 0.95)
    expect(broken?.aSecond).toBeGreaterThan(most)
  },
)

test('SCL-1 a rate is too much only if it was twice, and a machine that bears nothing says so', async () => {
  const tried = new Map<number, number>()
  const badFirst = async (aSecond: number) => {
    const times = (tried.get(aSecond) ?? 0) + 1
    tried.set(aSecond, times)
    return attemptOf(aSecond, times === 1 ? 300 : aSecond <= 150 ? 20 : 400)
  }
  expect((await findCeiling(25, badFirst)).borne?.aSecond).toBeGreaterThan(140)
  const nothing = machineThatBears(0)
  expect(await findCeiling(25, nothing.attempt)).toMatchObject({ borne: null, broken: { aSecond: 25 } })
  expect(nothing.asked).toEqual([25, 25])
})

test('SCL-1 slow, wrong and missing responses are not borne, nor are jobs that pile up', () => {
  expect(isBorne(attemptOf(50, 99))).toBe(true)
  expect(isBorne(attemptOf(50, 100))).toBe(false)
  expect(isBorne(attemptOf(50, 20, { answered: 0.9 }))).toBe(false)
  expect(isBorne(attemptOf(50, 20, { isBehind: true }))).toBe(false)
  const { measured } = attemptOf(50, 20)
  expect(isBorne(attemptOf(50, 20, { measured: { ...measured, failed: 1 } }))).toBe(false)
})

test.each<[string, Partial<Attempt>]>([
  ["the server's processor", { serverBusy: 0.97, serverOwn: 0.9 }],
  [
    "the server's processor, but much of it went to other programs: measure again on an idle machine",
    { serverBusy: 0.97, serverOwn: 0.3 },
  ],
  ['the disk', { diskWait: 0.6 }],
  ['memory', { memory: 0.9, serverBusy: 0.97 }],
  ["the load generator's processor, so the shop bears more than this", { askingBusy: 0.95 }],
  ['the worker that does the jobs after an order', { isBehind: true }],
  ['neither processor nor disk: requests waited for each other', {}],
])('SCL-1 says what ran out first: %s', (words, use) => {
  expect(whatRanOut(attemptOf(800, 300, use))).toBe(words)
})

test('SCL-1 a report says in words what ran out', () => {
  const run = {
    format: 1 as const,
    startedAt: '2026-11-23T12:00:00.000Z',
    commit: 'abc1234',
    machine: '2 × a core',
    form: 'full: only ceiling',
    rows: [],
    figures: [{ shop: '10,000 offers', name: 'paid orders a minute', value: 880, unit: '' }],
    notes: ['What ran out first: the disk.'],
    bars: [],
  }
  const text = textOfReport(reportOf(run, null))
  expect(text).toContain('What ran out first: the disk.')
  expect(text).toMatch(/paid orders a minute +880/)
})
