import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { DAY_MS } from '#src/day.ts'
import { openShop } from '../../support/open-shop.ts'
import { goAndComeBack, morph } from '../../support/turbo-visits.ts'
import { openAndWait } from '../../support/visit.ts'
import { SCREENS } from '../../support/visitor.ts'

const { visit } = openShop('calendar')

const EXAMPLES = '/behaviours/calendar'

/** The focused day. */
const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.day ?? '')

const chosen = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLInputElement>('.calendar :checked')?.value ?? null)

/** Days in the tab order: one, or none before the keyboard support is connected. */
const reachable = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.calendar [data-day][tabindex="0"]')].map(
      ({ dataset }) => dataset.day,
    ),
  )

const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

async function open(page: Page) {
  await openAndWait(page, EXAMPLES)
  await page.getByRole('grid', { name: 'Delivery dates' }).waitFor()
}

/** The earliest open day, as rendered by the server. */
const earliest = (page: Page) => page.locator('.calendar__choice[data-mark=earliest] input').inputValue()

async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key)
  return focused(page)
}

test.each(Object.entries(SCREENS))(
  "BEH-2 on a %s a press chooses a day; a closed day shows why and can't be chosen",
  async (screen, viewport) => {
    const { page, complaints, expectAllWell, close } = await visit({ viewport })
    await open(page)
    if (screen === 'phone') await expectAllWell('nothing chosen')
    const day = await earliest(page)
    await page.locator('.calendar__choice[data-mark=earliest]').click()
    expect(await chosen(page)).toBe(day)

    const closed = page.locator('.calendar__day--closed').first()
    await closed.hover()
    await expect
      .poll(() => closed.locator('.calendar__why').evaluate((why) => getComputedStyle(why).opacity))
      .toBe('1')
    await closed.click({ force: true })
    expect(await chosen(page)).toBe(day)
    if (screen === 'laptop') await expectAllWell('one chosen')
    expect(complaints).toEqual([])
    await close()
  },
)

test('SHL-3 BEH-2 Tab and arrow keys work, and act once, even after going back and after a morph', async () => {
  const { page, complaints, close } = await visit()
  await open(page)
  const start = await earliest(page)
  await page.getByRole('link', { name: 'All behaviors' }).focus()
  expect(await press(page, 'Tab')).toBe(start)
  expect(await reachable(page)).toEqual([start])
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

test('GND-5 BEH-2 with scripts off the days are radio buttons in a form, and closed days say why', async () => {
  const { page, close } = await visit({ javaScriptEnabled: false })
  await page.goto(EXAMPLES)
  const day = await earliest(page)
  await page.locator('.calendar__choice[data-mark=earliest]').click()
  await page.getByRole('button', { name: 'Choose this day' }).click()
  await page.waitForURL(`**${EXAMPLES}?arrival_date=${day}`)
  const closed = page.locator('.calendar__day--closed').first()
  expect(await closed.locator('.calendar__why').innerText()).toMatch(/\.$/)
  await close()
})
