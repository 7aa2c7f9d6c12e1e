import { expect, test } from 'vitest'
import { button, field, find, findAll } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

async function open(path = '/first-box?bundle=family') {
  shop ??= world()
  return openPage(await (await shop).shopper(), path)
}

const words = (selector: string) => find(selector).textContent?.trim()
const counts = () => findAll('.pick-group__count').map(({ textContent }) => textContent)
const slots = () => findAll('.carton__slot').map((slot) => !slot.classList.contains('carton__slot--free'))
const isShown = (selector: string) => !find(selector).hidden

test('CAT-8 each pick counts at once: for its group, the whole box, the drawing and the text', async () => {
  const user = await open()
  expect(counts()[0]).toBe('Pick 2 more')
  expect([words('.first-box__count'), isShown('.first-box__add')]).toEqual(['0 of 9 · $149.00', false])
  await user.click(button('Add Grass-fed ribeye'))
  expect([counts()[0], words('.first-box__count')]).toEqual(['Pick 1 more', '1 of 9 · $149.00'])
  expect(field('How many of Grass-fed ribeye').value).toBe('1')
  expect(slots().filter(Boolean)).toHaveLength(1)
  expect(words('.first-box__list')).toBe('1 × Grass-fed ribeye, 14 oz')
  expect(words('.first-box__still')).toContain('Two steaks: pick 1 more.')
  await user.click(button('One less: Grass-fed ribeye'))
  expect([counts()[0], slots().filter(Boolean).length]).toEqual(['Pick 2 more', 0])
})

test('CAT-8 in a full group another cut replaces the last pick, and no card is disabled', async () => {
  const user = await open()
  await user.click(button('Add Grass-fed ribeye'))
  await user.click(button('Add Criollo top sirloin'))
  expect(counts()[0]).toBe('2 of 2')
  const swap = button('Swap in Angus New York strip')
  expect(swap.disabled).toBe(false)
  await user.click(swap)
  const picked = ['Grass-fed ribeye', 'Criollo top sirloin', 'Angus New York strip'].map(
    (name) => field(`How many of ${name}`).value,
  )
  expect([...picked, counts()[0]]).toEqual(['1', '0', '1', '2 of 2'])
})

test('CAT-8 the next button goes to the first incomplete group until all are full, and then the add button replaces it', async () => {
  const user = await open('/first-box?bundle=standard')
  const next = () => find('.first-box__next')
  expect(next().textContent).toBe('Next: One steak, pick 1 more')
  for (const group of findAll('.pick-group')) {
    expect(isShown('.first-box__add')).toBe(false)
    await user.click(next())
    expect(document.activeElement).toBe(group.querySelector('legend'))
    const more = find<HTMLButtonElement>('button', /^Add /, group)
    for (let slot = 0; slot < Number(group.dataset.slots); slot += 1) await user.click(more)
  }
  expect([next().hidden, isShown('.first-box__add'), words('.first-box__add')]).toEqual([
    true,
    true,
    'Add to Box · $99.00',
  ])
  expect(words('.first-box__saving')).toMatch(/^Bought one by one: \$\d+\.\d\d\. You save \$\d+\.\d\d\.$/)
})

test('CAT-8 a number can be typed, and one that is too large is reported at once', async () => {
  const user = await open()
  const ribeye = field('How many of Grass-fed ribeye')
  await user.clear(ribeye)
  await user.type(ribeye, '3')
  expect([counts()[0], isShown('.first-box__add')]).toEqual(['Take 1 out', false])
  await user.clear(ribeye)
  expect(counts()[0]).toBe('Pick 2 more')
})

test('CAT-8 SHL-3 a restored page recounts its fields', async () => {
  const user = await open()
  await user.click(button('Add Grass-fed ribeye'))
  const form = find('#first_box')
  const parent = form.parentElement!
  form.remove()
  await Promise.resolve()
  parent.append(form)
  await expect.poll(() => counts()[0]).toBe('Pick 1 more')
})
