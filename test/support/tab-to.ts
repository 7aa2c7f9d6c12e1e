import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Nobody should have to press Tab more often than this. */
const PATIENCE = 60

/** The focused element's accessible name; empty when the page itself has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const held = document.activeElement
    if (!(held instanceof HTMLElement) || held === document.body) return ''
    const words = held.getAttribute('aria-label') ?? held.innerText.trim()
    return words || (held instanceof HTMLInputElement ? (held.labels?.[0]?.innerText.trim() ?? '') : '')
  })

/** Keyboard users must see where they are: an outline around the focused element, or around what it stands for. */
const showsFocus = (page: Page) =>
  page.evaluate(() => {
    const outlined = (one: Element | null | undefined) =>
      one?.matches(':focus-within') === true && getComputedStyle(one).outlineStyle !== 'none'
    const held = document.activeElement
    return outlined(held) || outlined(held?.closest('.product-card, .weight, .calendar'))
  })

/** Presses Tab, or Shift+Tab, until an element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: string[] = []
  for (let presses = 0; presses < PATIENCE; presses++) {
    await page.keyboard.press(key)
    const held = await focused(page)
    if (name.test(held)) {
      expect({ held, showsFocus: await showsFocus(page) }).toEqual({ held, showsFocus: true })
      return
    }
    passed.push(held)
  }
  throw new Error(`${name} was not among ${passed.join(' | ')}`)
}
