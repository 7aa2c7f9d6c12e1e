import { html, raw } from 'hono/html'

/** What differs per visitor within a cached fragment: the form token, and the text in the search box. */
const SLOTS = ['token', 'searched'] as const
export type Slot = (typeof SLOTS)[number]

/** Rendered HTML as bytes; `slots[n]` goes between `parts[n]` and `parts[n + 1]`. */
export type Fragment = { parts: Buffer[]; slots: Slot[] }

/** A private-use character delimits the marker: no text holds it, and JSON and HTML do not escape it. */
const slotMarker = (slot: Slot) => `\ue000${slot}\ue000`
const SLOT_PATTERN = new RegExp(SLOTS.map((slot) => slotMarker(slot).replace(slot, `(${slot})`)).join('|'))

export const TOKEN_SLOT = slotMarker('token')
export const SEARCH_SLOT = slotMarker('searched')

/** A page's text cannot hold this, because user input is escaped. */
const PLACEHOLDER = /<!--piece (\d+)-->/

export function toFragment(rendered: string): Fragment {
  if (PLACEHOLDER.test(rendered)) throw new Error('A fragment cannot contain another fragment')
  const split = rendered.split(SLOT_PATTERN).filter((part) => part !== undefined)
  return {
    parts: split.filter((_, index) => index % 2 === 0).map((part) => Buffer.from(part)),
    slots: split.filter((_, index) => index % 2 === 1) as Slot[],
  }
}

/**
 * The fragments of one page. Rendering places only placeholders: joining and encoding the whole text again would cost
 * as much as rendering the rest of the page.
 */
export class PageFragments {
  #slotValues: Record<Slot, Buffer>
  #placed: Fragment[] = []

  constructor(slotValues: Record<Slot, string>) {
    this.#slotValues = { token: escaped(slotValues.token), searched: escaped(slotValues.searched) }
  }

  place(fragment: Fragment) {
    return raw(`<!--piece ${this.#placed.push(fragment) - 1}-->`)
  }

  assemble(rendered: string): Buffer {
    const bytes: Buffer[] = []
    rendered.split(PLACEHOLDER).forEach((part, index) => {
      if (index % 2 === 0) bytes.push(Buffer.from(part))
      else this.#fill(this.#placed[Number(part)], bytes)
    })
    return Buffer.concat(bytes)
  }

  #fill(fragment: Fragment | undefined, bytes: Buffer[]) {
    fragment?.parts.forEach((part, index) => {
      const slot = index > 0 ? fragment.slots[index - 1] : undefined
      if (slot) bytes.push(this.#slotValues[slot])
      bytes.push(part)
    })
  }
}

/** Safe in quoted attributes and between tags. */
const escaped = (text: string) => Buffer.from(`${html`${text}`}`)
