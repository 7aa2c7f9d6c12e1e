import { expect, test } from 'vitest'
import { HOUR_MS } from '#src/day.ts'
import { chargeOf, nextTryAt } from '#src/membership/box-moments.ts'

const AT = Date.parse('2026-12-01T08:00:00Z')
const day = (lockAt: number) => ({ chargeAt: AT, lockAt })

test('MEM-4 a declined card is retried 6 and 24 hours after the first try, but only before the cutoff', () => {
  const tried = (tries: number, lockInHours: number) =>
    nextTryAt({ tries, firstTriedAt: AT }, AT + HOUR_MS, day(AT + lockInHours * HOUR_MS))
  expect(tried(1, 48)).toBe(AT + 6 * HOUR_MS)
  expect(tried(2, 48)).toBe(AT + 24 * HOUR_MS)
  expect(tried(3, 48)).toBeNull()
  expect(tried(1, 6)).toBeNull()
  expect(tried(2, 24)).toBeNull()
})

test('MEM-4 the card is charged at the charge time, or half an hour before a cutoff at that same time', () => {
  expect(chargeOf(day(AT + 48 * HOUR_MS))).toBe(AT)
  expect(chargeOf(day(AT))).toBe(AT - HOUR_MS / 2)
})
