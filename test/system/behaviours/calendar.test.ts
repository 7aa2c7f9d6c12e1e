import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#src/day.ts'
import { openShop } from '../../support/open-shop.ts'
import { goAndComeBack, morph } from '../../support/turbo-visits.ts'
import { come } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('calendar')

const EXAMPLES = '/behaviours/calendar'

/** The day that has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.day ?? '')

const chosen = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLInputElement>('.calendar :checked')?.value ?? null)

/** Days that Tab leads to: one, or none before the keys are there. */
const reachable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.calendar [data-day][tabindex="0"]')].map(
      ({ dataset }) => dataset.day,
    ),
  )

const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

async function open(page: Page) {
  await come(page, EXAMPLES)
  await page.getByRole('grid', { name: 'Delivery dates' }).waitFor()
}

/** The earliest open day, by what the server drew. */
const earliest = (page: Page) => page.locator('.calendar__choice[data-earliest] input').inputValue()

async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key)
  return focused(page)
}

describe.each(Object.entries(SCREENS))('on a %s', (_, viewport) => {
  test('BEH-2 a click or a touch chooses a day and tells which; a closed one says why and is no choice', async () => {
    const { page, expectAllWell, close } = await visit({ viewport })
    await open(page)
    await page.evaluate(() => {
      const told: string[] = []
      Object.assign(window, { told })
      addEventListener('calendar:chosen', (event) => told.push((event as CustomEvent).detail.date))
    })
    await expectAllWell('nothing chosen')
    const day = await earliest(page)
    await page.locator('.calendar__choice[data-earliest]').click()
    expect(await chosen(page)).toBe(day)
    expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([day])

    const closed = page.locator('.calendar__day--closed').first()
    await closed.hover()
    await expect
      .poll(() => closed.locator('.calendar__why').evaluate((why) => getComputedStyle(why).opacity))
      .toBe('1')
    await closed.click({ force: true })
    expect(await chosen(page)).toBe(day)
    await expectAllWell('one chosen')
    await close()
  })
})

test('BEH-2 Tab leads to the earliest open day, and later to the one that was reached last', async () => {
  const { page, close } = await visit()
  await open(page)
  const start = await earliest(page)
  expect(await reachable(page)).toEqual([start])
  await page.getByRole('link', { name: 'All behaviors' }).focus()
  expect(await press(page, 'Tab')).toBe(start)
  const next = await press(page, 'ArrowRight')
  expect(await reachable(page)).toEqual([next])
  await page.keyboard.press('Tab')
  expect(await press(page, 'Shift+Tab')).toBe(next)
  await close()
})

test('BEH-2 arrows walk by day and week, Home and End in the week, Page keys by four weeks, and nothing is chosen', async () => {
  const { page, close } = await visit()
  await open(page)
  const start = await earliest(page)
  await page.locator(`[data-day="${start}"]`).focus()
  expect(daysFrom(start, await press(page, 'ArrowRight'))).toBe(1)
  expect(daysFrom(start, await press(page, 'ArrowLeft'))).toBe(0)
  const nextWeek = await press(page, 'ArrowDown')
  expect(daysFrom(start, nextWeek)).toBe(7)
  expect(new Date(await press(page, 'Home')).getUTCDay()).toBe(0)
  expect(new Date(await press(page, 'End')).getUTCDay()).toBe(6)
  await page.locator(`[data-day="${nextWeek}"]`).focus()
  expect(daysFrom(nextWeek, await press(page, 'ArrowUp'))).toBe(-7)
  expect(daysFrom(start, await press(page, 'PageDown'))).toBe(28)
  expect(await press(page, 'PageUp')).toBe(start)
  const first = await page.locator('[data-day]').first().getAttribute('data-day')
  await page.locator(`[data-day="${first}"]`).focus()
  expect(await press(page, 'ArrowUp')).toBe(first)
  expect(await chosen(page)).toBeNull()
  await close()
})

test('BEH-2 Space and Enter choose the day that was walked to; on a closed one they do nothing', async () => {
  const { page, close } = await visit()
  await open(page)
  const start = await earliest(page)
  await page.locator(`[data-day="${start}"]`).focus()
  await page.keyboard.press('Space')
  expect(await chosen(page)).toBe(start)
  const open2 = await page.locator('.calendar input').nth(3).getAttribute('data-day')
  await page.locator(`[data-day="${open2}"]`).focus()
  await page.keyboard.press('Enter')
  expect(await chosen(page)).toBe(open2)
  const closed = page.locator('.calendar__day--closed').first()
  await closed.focus()
  expect(await closed.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  expect(await chosen(page)).toBe(open2)
  await close()
})

test('SHL-3 BEH-2 the keys are there once after the way back and after a morph', async () => {
  const { page, complaints, close } = await visit()
  await open(page)
  const start = await earliest(page)
  for (const meanwhile of [goAndComeBack, morph]) {
    await meanwhile(page)
    await page.getByRole('grid', { name: 'Delivery dates' }).waitFor()
    expect(await reachable(page)).toHaveLength(1)
    await page.locator(`[data-day="${start}"]`).focus()
    expect(daysFrom(start, await press(page, 'ArrowRight'))).toBe(1)
  }
  expect(complaints).toEqual([])
  await close()
})

test('GND-5 BEH-2 with scripts off the days are radio buttons of a form, and the closed ones say why', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto(EXAMPLES)
  const day = await earliest(page)
  await page.locator('.calendar__choice[data-earliest]').click()
  await page.getByRole('button', { name: 'Choose this day' }).click()
  await page.waitForURL(`**${EXAMPLES}?arrival_date=${day}`)
  const closed = page.locator('.calendar__day--closed').first()
  expect(await closed.locator('.calendar__why').innerText()).toMatch(/\.$/)
  await close()
})
