import { expect, test } from 'vitest'
import { createRestarts } from '#src/processes/restarts.ts'

const pauses = (lives: number[]) => {
  const restarts = createRestarts()
  return lives.map((livedMs) => restarts.pauseAfter(livedMs))
}

test('OPS-14 the first process to die is replaced at once, and those that keep dying young with growing delays', () => {
  expect(pauses([60_000, 500, 500, 500, 500])).toEqual([0, 1_000, 2_000, 4_000, 8_000])
  expect(pauses(Array(12).fill(10)).at(-1)).toBe(30_000)
})

test('OPS-14 a process that lived long enough resets the delay', () => {
  expect(pauses([500, 500, 60_000, 500])).toEqual([0, 1_000, 0, 1_000])
})
