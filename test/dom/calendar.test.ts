import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#src/day.ts'
import { find, findAll } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

const open = async () => {
  shop ??= world()
  return openPage(await (await shop).shopper(), '/behaviours/calendar')
}

const days = () => findAll('.calendar [data-day]')
const dayOf = (date: string) => find(`.calendar [data-day="${date}"]`)
const focused = () => (document.activeElement as HTMLElement | null)?.dataset.day ?? ''
const chosen = () => document.querySelector<HTMLInputElement>('.calendar :checked')?.value ?? null

/** The days that Tab can reach: one, or none before the controller connects. */
const tabStops = () =>
  days()
    .filter((day) => day.getAttribute('tabindex') === '0')
    .map(({ dataset }) => dataset.day)

/** The earliest open day in the server's HTML. */
const earliest = () => find<HTMLInputElement>('.calendar__choice[data-mark=earliest] input').value

const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

type User = Awaited<ReturnType<typeof open>>

async function press(user: User, key: string): Promise<string> {
  await user.keyboard(`{${key}}`)
  return focused()
}

test('BEH-2 a click chooses a day and dispatches an event; a closed day cannot be chosen', async () => {
  const user = await open()
  const announced: string[] = []
  const listen = (event: Event) => announced.push((event as CustomEvent).detail.date)
  addEventListener('calendar:chosen', listen)
  onTestFinished(() => removeEventListener('calendar:chosen', listen))
  expect(find('.calendar[role=grid]').getAttribute('aria-label')).toBe('Delivery dates')
  const day = earliest()
  expect('touched' in find('.calendar').dataset).toBe(false)
  await user.click(find('.calendar__choice[data-mark=earliest]'))
  expect(chosen()).toBe(day)
  expect('touched' in find('.calendar').dataset).toBe(true)
  expect(announced).toEqual([day])
  await user.click(find('.calendar__day--closed'))
  expect(chosen()).toBe(day)
  expect(announced).toEqual([day])
})

test('BEH-2 Tab reaches the earliest open day, and later the last focused day', async () => {
  const user = await open()
  const start = earliest()
  expect(tabStops()).toEqual([start])
  find('a', 'All behaviors').focus()
  await user.tab()
  expect(focused()).toBe(start)
  const next = await press(user, 'ArrowRight')
  expect(tabStops()).toEqual([next])
  await user.tab()
  await user.tab({ shift: true })
  expect(focused()).toBe(next)
})

test('BEH-2 arrows move by day and week, Home and End within the week, Page keys by four weeks; none of them chooses', async () => {
  const user = await open()
  const start = earliest()
  dayOf(start).focus()
  expect(daysFrom(start, await press(user, 'ArrowRight'))).toBe(1)
  expect(daysFrom(start, await press(user, 'ArrowLeft'))).toBe(0)
  const nextWeek = await press(user, 'ArrowDown')
  expect(daysFrom(start, nextWeek)).toBe(7)
  expect(new Date(await press(user, 'Home')).getUTCDay()).toBe(0)
  expect(new Date(await press(user, 'End')).getUTCDay()).toBe(6)
  dayOf(nextWeek).focus()
  expect(daysFrom(nextWeek, await press(user, 'ArrowUp'))).toBe(-7)
  expect(daysFrom(start, await press(user, 'PageDown'))).toBe(28)
  expect(await press(user, 'PageUp')).toBe(start)
  const first = days()[0]?.dataset.day ?? ''
  dayOf(first).focus()
  expect(await press(user, 'ArrowUp')).toBe(first)
  expect(chosen()).toBeNull()
})

test('BEH-2 Space and Enter choose the focused day, and do nothing on a closed day', async () => {
  const user = await open()
  const start = earliest()
  dayOf(start).focus()
  await user.keyboard(' ')
  expect(chosen()).toBe(start)
  const another = findAll('.calendar input')[3]?.dataset.day ?? ''
  dayOf(another).focus()
  await user.keyboard('{Enter}')
  expect(chosen()).toBe(another)
  const closed = find('.calendar__day--closed')
  closed.focus()
  expect(closed.getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Enter}')
  await user.keyboard(' ')
  expect(chosen()).toBe(another)
})
