import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#src/day.ts'
import { timeLeft } from '#src/time-left.ts'
import { visibilityCookie } from '#src/web/toast-rules.ts'
import { LastingToast, Toast } from '#views/shared/toast.tsx'

const HOUR_MS = 3_600_000

describe('BEH-3 the time left', () => {
  test.each([
    [0, '0 s'],
    [-5_000, '0 s'],
    [1, '1 s'],
    [1_000, '1 s'],
    [1_001, '2 s'],
    [59_000, '59 s'],
    [60_000, '1 min 00 s'],
    [HOUR_MS - 1, '1 h 0 min 00 s'],
    [4 * HOUR_MS + 729_000, '4 h 12 min 09 s'],
    [DAY_MS - 1_000, '23 h 59 min 59 s'],
    [DAY_MS, '1 day'],
    [DAY_MS + 3 * HOUR_MS, '1 day 3 h'],
    [2 * DAY_MS + 59_000, '2 days'],
  ])('BEH-3 %d ms: %s', (leftMs, words) => {
    expect(timeLeft(leftMs)).toBe(words)
  })
})

test('BEH-16 a cookie name takes a token of 1 to 64 letters, digits, - and _, and nothing else', () => {
  expect(visibilityCookie('Holiday-2026_a')).toBe('visibility-Holiday-2026_a')
  expect(visibilityCookie('x'.repeat(64))).toBe(`visibility-${'x'.repeat(64)}`)
  for (const odd of ['', 'x'.repeat(65), 'a b', 'a;b', 'a=b', 'a\r\nb', 'é', '../a'])
    expect(visibilityCookie(odd)).toBeNull()
})

test("BEH-16 a toast without a message throws 'message is required'", () => {
  expect(() => `${Toast({ kind: 'notice', message: ' ' })}`).toThrow('message is required')
  expect(() => `${LastingToast({ token: 'a', message: '' })}`).toThrow('message is required')
})
