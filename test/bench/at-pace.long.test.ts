import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atPace } from './at-pace.ts'

const pace = { pid: process.pid, aSecond: 200, seconds: 0.1 }

test('SPD-5 people come at an even pace, whatever their seats are', async () => {
  const asked: number[] = []
  const seats = Array.from({ length: 20 }) // undefined, as where people bring nothing
  const measured = await atPace({ ...pace, seats, ask: async (_, nth) => asked.push(nth) > 0 })
  expect(asked.length).toBe(20)
  expect(measured).toMatchObject({ count: 20, failed: 0 })
})

test('SPD-5 who finds every seat taken does not come, and wrong answers are counted', async () => {
  const measured = await atPace({ ...pace, seats: ['only'], ask: () => pause(1_000, false) })
  expect(measured).toMatchObject({ count: 1, failed: 1 })
})
