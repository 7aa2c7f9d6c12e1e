import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atPace } from './at-pace.ts'

const pace = { pid: process.pid, aSecond: 200, seconds: 0.1 }

test('SPD-5 requests come at an even pace, even if the seats are undefined', async () => {
  const asked: number[] = []
  const seats = Array.from({ length: 20 }) // undefined, as when seats carry no data
  const measured = await atPace({ ...pace, seats, ask: async (_, nth) => asked.push(nth) > 0 })
  expect(asked.length).toBe(20)
  expect(measured).toMatchObject({ count: 20, failed: 0 })
})

test('SPD-5 requests that find every seat taken are skipped, and wrong responses are counted', async () => {
  const measured = await atPace({ ...pace, seats: ['only'], ask: () => pause(1_000, false) })
  expect(measured).toMatchObject({ count: 1, failed: 1 })
})
