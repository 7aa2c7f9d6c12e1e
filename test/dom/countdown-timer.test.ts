import { expect, test, vi } from 'vitest'
import { openPage, pass, stopTime } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const EXAMPLES = '/behaviours/countdown-timer'
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The visible text, without hidden elements. */
function words(id: string) {
  const shown = document.getElementById(id)!.cloneNode(true) as HTMLElement
  for (const hidden of shown.querySelectorAll('[hidden]')) hidden.remove()
  return shown.textContent
}

/** Jumps ahead in time, as when a computer sleeps: the pending timer fires late. */
async function sleep(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds - SECOND_MS)
  await pass(SECOND_MS)
}

async function openStill(now?: number) {
  const { shopper } = await world()
  stopTime(now)
  await openPage(await shopper(), EXAMPLES)
}

test('BEH-3 The countdown ticks every second, and at zero hides along with its text', async () => {
  await openStill()
  expect(words('minutes')).toBe('The box is packed in 1 min 30 s.')
  await pass(999)
  expect(words('minutes')).toBe('The box is packed in 1 min 30 s.')
  await pass(1)
  expect(words('minutes')).toBe('The box is packed in 1 min 29 s.')
  await pass(999)
  expect(words('minutes')).toBe('The box is packed in 1 min 29 s.')
  await sleep(88_000)
  expect(words('minutes')).toBe('The box is packed in 1 s.')
  await pass(1)
  expect(words('minutes')).toBe('The box is packed.')
  expect(document.querySelector('#minutes [role=timer]')?.closest('[hidden]')).not.toBeNull()
  expect(words('over')).toBe('The box is packed.')
})

test('BEH-3 Hours show their seconds, days do not', async () => {
  await openStill()
  expect(words('hours')).toBe('The box is packed in 4 h 12 min 09 s.')
  expect(words('days')).toBe('The box is packed in 2 days 4 h.')
  await sleep(4 * HOUR_MS)
  expect(words('hours')).toBe('The box is packed in 12 min 09 s.')
  expect(words('days')).toBe('The box is packed in 2 days.')
  await sleep(MINUTE_MS)
  expect(words('days')).toBe('The box is packed in 1 day 23 h.')
})

test('BEH-3 The first tick after sleep is correct, and so is a background tab once it is visible', async () => {
  await openStill()
  await sleep(MINUTE_MS)
  expect(words('minutes')).toBe('The box is packed in 30 s.')
  vi.setSystemTime(Date.now() + 20_400)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(words('minutes')).toBe('The box is packed in 10 s.')
  await pass(600) // ticks are aligned to whole seconds
  expect(words('minutes')).toBe('The box is packed in 9 s.')
})

test('BEH-3 A wrong browser clock does not matter', async () => {
  await openStill(Date.parse('2031-01-01T00:00:10Z'))
  expect(document.querySelectorAll('[data-countdown-timer-ends-at-value]')).toHaveLength(3)
  expect(words('minutes')).toBe('The box is packed in 1 min 30 s.')
})

test('BEH-3 A screen reader does not announce every second', async () => {
  await openStill()
  const timer = document.querySelector('#minutes [role=timer]')!
  expect(timer.closest('[aria-live]:not([aria-live=off]), [role=status], [role=alert]')).toBeNull()
})

test('SHL-3 BEH-3 A restored page continues the countdown instead of restarting it', async () => {
  await openStill()
  const item = document.querySelector('#minutes')!
  const restored = item.cloneNode(true)
  item.remove()
  await sleep(MINUTE_MS)
  document.body.append(restored)
  await pass(0)
  expect(words('minutes')).toBe('The box is packed in 30 s.')
  await sleep(MINUTE_MS)
  expect(words('minutes')).toBe('The box is packed.')
})
