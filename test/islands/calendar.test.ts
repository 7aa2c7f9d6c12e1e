import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Calendar } from '#islands/checkout/calendar.tsx'
import { earliestOpen, stillOpen } from '#islands/checkout/open-dates.ts'
import { islandHtml } from '#islands/server.ts'
import { assertDay, type Day } from '#src/day.ts'
import { dayByKey, monthsOf } from '#src/delivery/grid-rules.ts'
import { atPayment, dates } from './props.ts'

const fast = { expedited: true, shipping_cents: 2_695, ship_on: assertDay('2026-11-22') }
const html = renderToString(createElement(Calendar, { dates, chosen: null, choose: () => {} }))
const squares = html.split('<td').slice(1)
const dayAt = (text: string, date: string) =>
  text.split('<td').find((square) => square.includes(`data-day="${date}"`)) ?? ''
const squareOf = (date: string) => dayAt(html, date)
const escaped = (text: string) => text.replaceAll("'", '&#x27;')

test('CAL-4 every closed day shows its reason and cannot be chosen, and every open day can', () => {
  for (const day of dates) {
    const square = squareOf(day.date)
    expect(square, day.date).not.toBe('')
    expect(square.includes('type="radio"'), day.date).toBe(day.ok)
    if (!day.ok) expect(square).toContain(escaped(day.sentence ?? 'a sentence is missing'))
  }
})

test('CAL-4 full, holiday and too-early days say so, and an available day is not disabled', () => {
  expect(squareOf('2026-11-23')).toContain('too soon')
  expect(squareOf('2026-11-26')).toContain('holiday')
  expect(squareOf('2026-12-01')).toContain('>full<')
  expect(squareOf('2026-11-24')).not.toContain('aria-disabled')
})

test('CAL-4 Tab reaches a single day, the earliest open one', () => {
  expect(squares.filter((square) => square.includes('tabindex="0"'))).toEqual([squareOf('2026-11-24')])
  expect(squareOf('2026-11-24')).toContain('earliest')
})

test('CAL-3 an expedited day shows its extra cost', () => {
  expect(squareOf('2026-11-25')).toContain('+$12.00')
  expect(squareOf('2026-11-25')).toContain('expedited, delivery $26.95')
})

test('CAL-3 expedited delivery is explained above the calendar, with its price and how much earlier it is', () => {
  const earlier = dates.map((day) => (day.date === '2026-11-23' ? { ...day, ...fast, ok: true } : day))
  const step = islandHtml('checkout', atPayment({ step: 'date', dates: earlier }))
  expect(step).toContain(
    'Expedited delivery (+$12.00) can arrive as early as Monday, November 23, or from Tuesday, November 24 at no extra. Look for +$12.00 days.',
  )
  expect(dayAt(step, '2026-11-23')).toMatch(/\+\$12\.00.*earliest, expedited/)
  expect(dayAt(step, '2026-11-24')).toContain('November 24, no extra, delivery')
  expect(earliestOpen(earlier)?.date).toBe('2026-11-24')
  const plain = dates.filter(({ expedited }) => !expedited)
  expect(islandHtml('checkout', atPayment({ step: 'date', dates: plain }))).not.toContain('Expedited')
})

test('CAL-4 weeks start on Sunday, below the name of their month', () => {
  const [november, december] = monthsOf(dates)
  expect(november?.name).toBe('November 2026')
  expect(november?.weeks[0]?.map((day) => day?.date ?? null)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    '2026-11-21',
  ])
  expect(december?.weeks[0]?.[2]?.date).toBe('2026-12-01')
})

test('CAL-4 arrow keys move by day and week and stop at the ends of the range', () => {
  const [first, last] = [dates[0]!.date, dates.at(-1)!.date]
  const walked = (key: string, day: Day) => dayByKey(key, day, first, last)
  const from = assertDay('2026-11-24')
  expect(walked('ArrowRight', from)).toBe('2026-11-25')
  expect(walked('ArrowDown', from)).toBe('2026-12-01')
  expect(walked('Home', from)).toBe('2026-11-22')
  expect(walked('End', from)).toBe('2026-11-28')
  expect(walked('PageUp', from)).toBe('2026-11-21')
  expect(walked('ArrowDown', assertDay('2027-01-03'))).toBe('2027-01-04')
  expect(walked('x', from)).toBeNull()
})

test('CAL-5 a chosen day that is no longer available is deselected', () => {
  expect(stillOpen(dates, assertDay('2026-11-24'))).toBe('2026-11-24')
  expect(stillOpen(dates, assertDay('2026-12-01'))).toBeNull()
  expect(stillOpen(dates, null)).toBeNull()
})
