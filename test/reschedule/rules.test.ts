import { expect, test } from 'vitest'
import { assertDay, HOUR_MS } from '#src/day.ts'
import { confirmationOf, isNearLock } from '#src/reschedule/rules.ts'

const NOW = Date.parse('2026-12-02T18:00:00-08:00')
const TODAY = assertDay('2026-12-02')
const DAY = 24 * HOUR_MS

const asked = (changed: Partial<Parameters<typeof confirmationOf>[0]> = {}) => {
  const move = {
    date: assertDay('2026-12-17'),
    chargeAt: NOW + 10 * DAY,
    differenceCents: 0,
    rewardUntil: null,
  }
  return confirmationOf({ ...move, ...changed }, TODAY, NOW)
}

test("ORD-5 a move is plain if it costs nothing now and isn't soon", () => {
  expect(asked()).toBe('plain')
  expect(asked({ differenceCents: -1_200 })).toBe('plain')
  expect(asked({ rewardUntil: assertDay('2026-12-17') })).toBe('plain') // its last day still counts
})

test('ORD-5 a day at most two days ahead, past its charge time, or more expensive is charged now', () => {
  expect(asked({ date: assertDay('2026-12-04') })).toBe('charge_now')
  expect(asked({ date: assertDay('2026-12-05') })).toBe('plain')
  expect(asked({ chargeAt: NOW })).toBe('charge_now')
  expect(asked({ chargeAt: NOW + 1 })).toBe('plain')
  expect(asked({ differenceCents: 1 })).toBe('charge_now')
})

test('ORD-5 losing a reward is asked about first, whatever else applies', () => {
  const rewardUntil = assertDay('2026-12-03')
  expect(asked({ rewardUntil })).toBe('reward_removal')
  expect(asked({ rewardUntil, date: assertDay('2026-12-04'), differenceCents: 500 })).toBe('reward_removal')
})

test('ORD-5 the warning starts 26 hours before the lock and ends with it', () => {
  const lockAt = NOW + 100 * HOUR_MS
  const near = (hoursLeft: number) => isNearLock(lockAt, lockAt - hoursLeft * HOUR_MS)
  expect([near(27), near(26), near(0.001), near(0)]).toEqual([false, true, true, false])
})
