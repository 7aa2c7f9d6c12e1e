import { expect } from 'vitest'

/** Finds the first element that matches the selector and, if given, whose name contains or matches `name`. */
export function find<Found extends HTMLElement = HTMLElement>(
  selector: string,
  name: string | RegExp = '',
  within: ParentNode = document,
): Found {
  const [first] = findAll<Found>(selector, name, within)
  if (!first) throw new Error(`nothing matches ${selector} ${name}`)
  return first
}

export const findAll = <Found extends HTMLElement = HTMLElement>(
  selector: string,
  name: string | RegExp = '',
  within: ParentNode = document,
): Found[] =>
  [...within.querySelectorAll<Found>(selector)].filter((element) =>
    typeof name === 'string' ? nameOf(element).includes(name) : name.test(nameOf(element)),
  )

/** The accessible name, as far as the tests need it: the ARIA label, a `<label>` or the text. */
function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
  return (label ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()
}

export const field = (name: string | RegExp, within: ParentNode = document.querySelector('main')!) =>
  find<HTMLInputElement>('input, select, textarea', name, within)

export const button = (name: string | RegExp, within: ParentNode = document.querySelector('main')!) =>
  find<HTMLButtonElement>('button', name, within)

/** Polls in real time, even while the page's timers are fake. */
export const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 30_000, interval: 10 })
