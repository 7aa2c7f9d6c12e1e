import { expect, test, vi } from 'vitest'
import { openPage, settled } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const modal = () => document.querySelector<HTMLDialogElement>('#modal_dialog')!
const isOpen = () => modal().open
const link = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('main a, main summary, #modal_dialog a')].find(
    ({ textContent }) => textContent?.trim() === name,
  )!
const heading = () => document.querySelector('h1')?.textContent

/** Records the modal's events, each with its name. */
function recordEvents() {
  const events: string[][] = []
  for (const name of ['modal_shown', 'modal_closed', 'modal_submit'])
    modal().addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail.name]))
  return events
}

const loaded = () =>
  new Promise((done) => document.addEventListener('turbo:load', done, { once: true })).then(settled)

const inTime = (assertion: () => void) => vi.waitFor(assertion, { timeout: 30_000 })

async function openExamples() {
  const { shopper } = await world()
  return openPage(await shopper(), '/behaviours/modal')
}

test('MOD-1 The modal dispatches events with its name when it opens, submits a form and closes', async () => {
  const user = await openExamples()
  const events = recordEvents()
  await user.click(link('Modal in a frame'))
  await inTime(() => expect(isOpen()).toBe(true))
  await user.type(modal().querySelector('#modal_postal_code')!, '99501{Enter}')
  await inTime(() => expect(modal().textContent).toContain("Sorry, we don't deliver to that postal code."))
  await user.click(modal().querySelector('.modal__close')!)
  await user.click(link('A link first'))
  await inTime(() => expect(isOpen()).toBe(true))
  await user.click(link('On to another modal'))
  await inTime(() => expect(events).toHaveLength(6))
  await user.click(modal().querySelector('.modal__close')!)
  expect(events).toEqual([
    ['modal_shown', 'capture_postal_code'],
    ['modal_submit', 'capture_postal_code'],
    ['modal_closed', 'capture_postal_code'],
    ['modal_shown', 'link_first'],
    ['modal_closed', 'link_first'],
    ['modal_shown', 'capture_email'],
    ['modal_closed', 'capture_email'],
  ])
})

test('MOD-2 A link to a modal that does not exist opens the error page', async () => {
  const user = await openExamples()
  const shown = loaded()
  await user.click(link('Missing modal'))
  await shown
  expect(location.pathname).toBe('/modals/nothing')
  expect(heading()).toBe("We couldn't find that.")
  expect(isOpen()).toBe(false)
})
