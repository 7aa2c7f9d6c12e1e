import { expect, test } from 'vitest'
import { openPage, settled } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const EXAMPLES = '/behaviours/pick-your-promotion'

const gifts = () => [...document.querySelectorAll<HTMLInputElement>('.gift-choice [type=radio]')]
const choices = () => [...document.querySelectorAll<HTMLElement>('.gift-choice__one')]
const take = () => document.querySelector<HTMLButtonElement>('main form button')!
const form = () => document.querySelector<HTMLFormElement>('.reward-form')!

async function open() {
  const { shopper } = await world()
  const user = await openPage(await shopper(), EXAMPLES)
  const picks: unknown[] = []
  form().addEventListener('pick-your-promotion:picked', (event) => picks.push((event as CustomEvent).detail))
  return { user, picks }
}

test('BEH-9 A click picks a gift and the button names it; a sold-out gift cannot be picked', async () => {
  const { user, picks } = await open()
  const [first, second, gone] = gifts()
  expect(take().textContent).toBe('Take a gift')
  await user.click(choices()[0]!)
  expect(take().textContent).toBe(`Take ${first!.dataset.name}`)
  await user.click(choices()[1]!)
  expect(take().textContent).toBe(`Take ${second!.dataset.name}`)
  const detailOf = ({ value, dataset }: HTMLInputElement) => ({ bid_item_token: value, name: dataset.name })
  expect(picks).toEqual([detailOf(first!), detailOf(second!)])

  expect(gone!.disabled).toBe(true)
  expect(choices()[2]!.textContent).toContain('Sold out')
  await user.click(choices()[2]!)
  expect(second!.checked).toBe(true)
  expect(picks).toHaveLength(2)
})

test('BEH-9 The button names no gift that was already taken or is sold out', async () => {
  await open()
  const [first, , gone] = gifts()
  first!.defaultChecked = true
  form().dispatchEvent(new Event('change', { bubbles: true }))
  expect(take().textContent).toBe('Take a gift')
  gone!.checked = true
  form().dispatchEvent(new Event('change', { bubbles: true }))
  expect(take().textContent).toBe('Take a gift')
})

test('BEH-9 SHL-3 A restored page and a morphed form name the picked gift', async () => {
  const { user } = await open()
  await user.click(choices()[1]!)
  const named = take().textContent
  const shown = form()
  shown.remove()
  await settled()
  expect(shown.querySelector('button')?.textContent).toBe('Take a gift')
  document.querySelector('main')!.append(shown)
  await settled()
  expect(take().textContent).toBe(named)
  take().textContent = 'Take a gift'
  form().dispatchEvent(new Event('turbo:morph-element', { bubbles: true }))
  expect(take().textContent).toBe(named)
})
