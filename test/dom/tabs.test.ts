import { expect, test } from 'vitest'
import { openPage, settled } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const EXAMPLES = '/behaviours/tabs'

const tab = (name: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>('[role=tab]')].find(
    ({ textContent }) => textContent === name,
  )!

/** The tabs that are selected, those that Tab can reach, and the visible panels. */
const state = () => ({
  chosen: [...document.querySelectorAll('.tabs [aria-selected=true]')].map(({ id }) => id),
  reached: [...document.querySelectorAll<HTMLElement>('.tabs__tab')]
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ id }) => id),
  shown: [...document.querySelectorAll<HTMLElement>('.tabs__panel')]
    .filter(({ hidden }) => !hidden)
    .map(({ id }) => id),
})

const only = (id: string) => ({ chosen: [id], reached: [id], shown: [`${id}_panel`] })

async function open(path = EXAMPLES) {
  const { shopper } = await world()
  return openPage(await shopper(), path)
}

test('TAB-1 BEH-23 The first tab is selected; a click selects another with its panel and hides the rest', async () => {
  const user = await open()
  expect(document.querySelector('[role=tablist]')?.getAttribute('aria-label')).toBe('About the ribeye')
  expect(state()).toEqual(only('story'))
  await user.click(tab('Cooking'))
  expect(state()).toEqual(only('cooking'))
  const panel = document.getElementById('cooking_panel')!
  expect(panel.textContent).toContain('a very hot pan')
  expect(panel.getAttribute('role')).toBe('tabpanel')
  expect(panel.getAttribute('aria-labelledby')).toBe('cooking')
  expect(panel.tabIndex).toBe(0)
  expect(tab('Cooking').getAttribute('aria-controls')).toBe('cooking_panel')
  expect(location.hash).toBe('')
})

test('TAB-1 Arrow keys wrap around, Home and End go to the ends, Space and Enter stay, and the focus follows', async () => {
  const user = await open()
  tab('Story').focus()
  for (const [key, id] of [
    ['{ArrowRight}', 'cooking'],
    ['{ArrowRight}', 'nutrition'],
    ['{ArrowRight}', 'story'],
    ['{ArrowLeft}', 'nutrition'],
    ['{Home}', 'story'],
    ['{End}', 'nutrition'],
    [' ', 'nutrition'],
    ['{Enter}', 'nutrition'],
  ] as const) {
    await user.keyboard(key)
    expect({ key, ...state(), focused: document.activeElement?.id }).toEqual({
      key,
      ...only(id),
      focused: id,
    })
  }
  tab('Cooking').focus()
  await user.keyboard(' ')
  expect(state()).toEqual(only('cooking'))
})

test('TAB-1 Other keys, and arrow keys with a modifier, select nothing', async () => {
  const user = await open()
  tab('Story').focus()
  for (const keys of [
    'x',
    '{Control>}{ArrowRight}{/Control}',
    '{Meta>}{End}{/Meta}',
    '{Alt>}{ArrowLeft}{/Alt}',
  ]) {
    await user.keyboard(keys)
    expect({ keys, ...state() }).toEqual({ keys, ...only('story') })
  }
})

test.each(['nutrition', 'nutrition_panel'])('TAB-1 The hash #%s selects the nutrition tab', async (hash) => {
  await open(`${EXAMPLES}#${hash}`)
  expect(state()).toEqual(only('nutrition'))
})

/** The hashchange event fires in a later task. */
async function goTo(hash: string) {
  const heard = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }))
  location.hash = hash
  await heard
  await settled()
}

test('TAB-1 A link on the page selects its tab; an unknown or broken hash changes nothing', async () => {
  await open(`${EXAMPLES}#elsewhere`)
  expect(state()).toEqual(only('story'))
  await goTo('#nutrition')
  expect(state()).toEqual(only('nutrition'))
  await goTo('#%E0%A4%A')
  expect(state()).toEqual(only('nutrition'))
})

test('SHL-3 BEH-23 A restored page keeps its tab, whatever its hash', async () => {
  const user = await open(`${EXAMPLES}#nutrition`)
  await user.click(tab('Cooking'))
  const tabs = document.querySelector('.tabs')!
  const restored = tabs.cloneNode(true)
  tabs.replaceWith(restored)
  await settled()
  expect(state()).toEqual(only('cooking'))
  tab('Cooking').focus()
  await user.keyboard('{ArrowRight}')
  expect(state()).toEqual(only('nutrition'))
})
