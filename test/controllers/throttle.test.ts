import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from '#controllers/support/throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('BEH-27 calls at once, then once per interval, and always makes the last call', () => {
  const act = vi.fn()
  const sending = throttle(1_000, act)
  sending.call()
  expect(act).toHaveBeenCalledTimes(1)
  sending.call()
  sending.call()
  vi.advanceTimersByTime(999)
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5_000)
  expect(act).toHaveBeenCalledTimes(2)
  sending.call()
  expect(act).toHaveBeenCalledTimes(3)
})

test('BEH-27 a canceled call is never made', () => {
  const act = vi.fn()
  const sending = throttle(1_000, act)
  sending.call()
  sending.call()
  sending.cancel()
  vi.advanceTimersByTime(5_000)
  expect(act).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
