import { describe, expect, test, vi } from 'vitest'
import { openPage, settled, waitFor } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const ACCORDION = '/behaviours/accordion'
const EXPANDABLE = '/behaviours/expandable-collection'
const SWITCHER = '/behaviours/category-switcher'

async function open(path: string) {
  const { shopper } = await world()
  return openPage(await shopper(), path)
}

/** Dispatches Turbo's event before a morph removes an attribute. @returns whether the page keeps it */
function keepsAttribute(element: Element, attributeName: string) {
  const detail = { attributeName, mutationType: 'remove' }
  const event = new CustomEvent('turbo:before-morph-attribute', { bubbles: true, cancelable: true, detail })
  return !element.dispatchEvent(event)
}

describe('BEH-1 accordion', () => {
  const opened = (id: string) =>
    [...document.querySelectorAll(`#${id} [open] summary`)].map(({ textContent }) => textContent)
  const question = (id: string, words: string) =>
    [...document.querySelectorAll<HTMLElement>(`#${id} summary`)].find(({ textContent }) =>
      textContent?.includes(words),
    )!

  test('BEH-1 One section is open at a time, or several', async () => {
    const user = await open(ACCORDION)
    expect(opened('one')).toEqual([])
    for (const id of ['one', 'several']) {
      await user.click(question(id, 'Is it frozen?'))
      await waitFor(() => expect(opened(id)).toEqual(['Is it frozen?']))
      await user.click(question(id, 'Who cuts it?'))
      await settled()
    }
    await waitFor(() => expect(opened('one')).toEqual(['Who cuts it?']))
    expect(opened('several')).toEqual(['Is it frozen?', 'Who cuts it?'])
    await user.click(question('one', 'Who cuts it?'))
    await waitFor(() => expect(opened('one')).toEqual([]))
  })

  test('BEH-1 The section opened last stays open, even if the browser reports both at once', async () => {
    await open(ACCORDION)
    const [first, second] = document.querySelectorAll<HTMLDetailsElement>('#one details')
    first!.open = true
    second!.open = true
    await waitFor(() => expect(opened('one')).toEqual(['Who cuts it?']))
    first!.open = true
    await waitFor(() => expect(opened('one')).toEqual(['Is it frozen?']))
  })

  test('SHL-3 BEH-1 A morph keeps only what the shopper opened', async () => {
    await open(ACCORDION)
    const item = document.querySelector('#one details')!
    expect(keepsAttribute(item, 'open')).toBe(true)
    expect(keepsAttribute(item, 'class')).toBe(false)
    expect(keepsAttribute(item.querySelector('summary')!, 'open')).toBe(false)
  })
})

describe('BEH-4 expandable collection', () => {
  /** Does what the stylesheet does (expandable.css), because jsdom has no styles. */
  function hideAfter(id: string, limit: number) {
    const items = [...document.querySelectorAll<HTMLElement>(`#${id} li`)]
    for (const item of items.slice(limit)) item.hidden = true
    new MutationObserver(() => {
      for (const item of items) item.hidden = false
    }).observe(items[0]!.closest('.expandable')!, { attributeFilter: ['data-expanded'] })
  }

  test('BEH-4 The button shows the rest and moves the focus to its first item', async () => {
    const user = await open(EXPANDABLE)
    hideAfter('nine_cards', 6)
    const more = document.querySelector<HTMLElement>('[aria-controls=nine_cards]')!
    expect(more.textContent).toBe('Show 3 more cards')
    expect(more.getAttribute('aria-expanded')).toBe('false')
    more.focus()
    // As in a browser, only visible elements can be focused.
    document.querySelectorAll('#nine_cards [hidden] a').forEach((link) => {
      link.addEventListener('focus', () => link.closest('li')!.removeAttribute('hidden'))
    })
    await user.keyboard('{Enter}')
    expect(more.getAttribute('aria-expanded')).toBe('true')
    expect(more.closest('.expandable')!.hasAttribute('data-expanded')).toBe(true)
    expect(document.activeElement?.textContent).toBe('Card 7')
    expect(document.querySelectorAll('[data-expanded]')).toHaveLength(1)
  })

  test('SHL-3 BEH-4 A morph keeps a collection expanded, and changes everything else', async () => {
    await open(EXPANDABLE)
    const collection = document.querySelector('#cards .expandable')!
    expect(keepsAttribute(collection, 'data-expanded')).toBe(true)
    expect(keepsAttribute(collection, 'class')).toBe(false)
    expect(keepsAttribute(collection.querySelector('li')!, 'data-expanded')).toBe(false)
  })

  test('BEH-4 A list within its limit has no button', async () => {
    await open(EXPANDABLE)
    expect(document.querySelectorAll('#few li')).toHaveLength(6)
    expect(document.querySelectorAll('#few button')).toHaveLength(0)
  })
})

describe('BEH-18 category switcher', () => {
  const link = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[aria-label="Shop by animal"] a')].find(
      ({ textContent }) => textContent === name,
    )!
  const current = () =>
    [...document.querySelectorAll('[aria-label="Shop by animal"] [aria-current]')].map(
      ({ textContent }) => textContent,
    )
  const cardOf = (category: string) => document.querySelector(`[data-category="${category}"] .product-card`)

  test('BEH-18 The first category is current, then the chosen one, on the same page', async () => {
    const user = await open(SWITCHER)
    expect(current()).toEqual(['Beef'])
    await user.click(link('Lamb'))
    await waitFor(() => expect(current()).toEqual(['Lamb']))
    expect(cardOf('lamb')).not.toBeNull()
    expect(location.pathname).toBe(SWITCHER)
  })

  test('BEH-18 Arrow keys wrap around, Home and End go to the ends, Enter switches and keeps the focus', async () => {
    const user = await open(SWITCHER)
    link('Beef').focus()
    for (const [key, name] of [
      ['{ArrowRight}', 'Pork'],
      ['{End}', 'Pantry'],
      ['{ArrowRight}', 'Beef'],
      ['{ArrowLeft}', 'Pantry'],
      ['{Home}', 'Beef'],
      ['{ArrowRight}', 'Pork'],
      ['x', 'Pork'],
      ['{Enter}', 'Pork'],
    ] as const) {
      await user.keyboard(key)
      expect({ key, name: document.activeElement?.textContent }).toEqual({ key, name })
    }
    await waitFor(() => expect(current()).toEqual(['Pork']))
    expect(cardOf('pork')).not.toBeNull()
    expect(document.activeElement?.textContent).toBe('Pork')
  })

  test('BEH-18 An outdated response marks nothing', async () => {
    const user = await open(SWITCHER)
    const fromShop = fetch
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const asked: string[] = []
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      asked.push(String(input))
      if (String(input).endsWith('/shop/pork')) await held
      return fromShop(input, init)
    })
    await user.click(link('Pork'))
    await waitFor(() => expect(asked.join()).toContain('/shop/pork'))
    expect(current()).toEqual(['Beef'])
    await user.click(link('Bison'))
    await waitFor(() => expect(current()).toEqual(['Bison']))
    letGo()
    await settled()
    expect(current()).toEqual(['Bison'])
    expect(cardOf('bison')).not.toBeNull()
    expect(cardOf('pork')).toBeNull()
  })
})
