import { expect, test } from 'vitest'
import { assertDay } from '#src/day.ts'
import { type Coming, dayToName, haltOfComing } from '#src/orders/arrival-day.ts'

const [WED, THU, FRI] = ['2026-11-25', '2026-11-26', '2026-11-27'].map(assertDay) as [
  Coming['day'],
  Coming['day'],
  Coming['day'],
]

/** On the road, due on Thursday. */
const COMING: Coming = {
  state: 'shipped',
  isHeldWithoutDay: false,
  word: 'in_transit',
  day: THU,
  isLate: false,
  today: WED,
}

const named = (coming: Partial<Coming>) => dayToName({ ...COMING, ...coming })

test('TRK-1 ORD-2 a page names the day of a box that is on its way, even after the promised one, and after it came', () => {
  expect(named({})).toBe(THU)
  expect(named({ word: 'delayed', isLate: true, day: FRI })).toBe(FRI)
  expect(named({ word: 'out_for_delivery', today: THU })).toBe(THU)
  expect(named({ state: 'delivered', word: 'delivered', today: FRI })).toBe(THU)
})

test('TRK-1 ORD-2 a page names the promised day of a box that has not left, whatever day it is', () => {
  expect(named({ state: 'paid', word: null })).toBe(THU)
  expect(named({ state: 'in_wave', word: 'label_made', today: FRI })).toBe(THU)
})

test('TRK-1 ORD-2 a page names no day while a box is under review, held without a day, or stopped on its way', () => {
  expect(named({ state: 'review', word: null })).toBeNull()
  expect(named({ state: 'paid', word: null, isHeldWithoutDay: true })).toBeNull()
  for (const [coming, halt] of [
    [{ word: 'returned' }, 'returned'],
    [{ word: 'returned', state: 'delivered' }, 'returned'],
    [{ word: 'failed' }, 'failed'],
    [{ word: 'ready_for_pickup' }, 'pickup'],
    [{ word: 'unknown' }, 'silent'],
    [{ word: 'canceled' }, 'silent'],
    [{ today: FRI }, 'overdue'],
    [{ word: 'delayed' }, 'delayed'],
  ] as const) {
    expect([named(coming), haltOfComing({ ...COMING, ...coming })]).toEqual([null, halt])
  }
})
