import { randomUUID } from 'node:crypto'
import { html, raw } from 'hono/html'

/** What differs per visitor within a cached fragment: the form token, the text in the search box, and the ZIP code. */
const SLOTS = ['token', 'searched', 'postalCode'] as const
export type Slot = (typeof SLOTS)[number]

/** Rendered HTML as bytes; `slots[n]` goes between `parts[n]` and `parts[n + 1]`. */
export type Fragment = { parts: Buffer[]; slots: Slot[] }

/** No text can hold a marker: it is random per process. JSON and HTML do not escape it. */
const SIGN = randomUUID()
const slotMarker = (slot: Slot) => `~${SIGN}~${slot}~`
const SLOT_PATTERN = new RegExp(slotMarker('token').replace('token', `(${SLOTS.join('|')})`))

export const TOKEN_SLOT = slotMarker('token')
export const SEARCH_SLOT = slotMarker('searched')
export const POSTAL_CODE_SLOT = slotMarker('postalCode')

/** A page's text cannot hold this, because user input is escaped. */
const PLACEHOLDER = /<!--piece (\d+)-->/

export function toFragment(rendered: string): Fragment {
  if (PLACEHOLDER.test(rendered)) throw new Error('A fragment cannot contain another fragment')
  const split = rendered.split(SLOT_PATTERN)
  return {
    parts: inOneBlock(split.filter((_, index) => index % 2 === 0)),
    slots: split.filter((_, index) => index % 2 === 1) as Slot[],
  }
}

/** Small buffers of their own would each keep a block of Node's pool, so that nobody could count their bytes. */
function inOneBlock(texts: string[]): Buffer[] {
  const block = Buffer.allocUnsafeSlow(Buffer.byteLength(texts.join('')))
  let end = 0
  return texts.map((text) => {
    const start = end
    end += block.write(text, start)
    return block.subarray(start, end)
  })
}

const PART_BYTES = 150

export const bytesOfFragment = ({ parts }: Fragment): number =>
  parts.reduce((sum, { length }) => sum + length + PART_BYTES, 0)

/**
 * The fragments of one page. Rendering places only placeholders: joining and encoding the whole text again would cost
 * as much as rendering the rest of the page.
 */
export class PageFragments {
  #slotValues: Record<Slot, Buffer>
  #placed: Fragment[] = []

  constructor(slotValues: Record<Slot, string>) {
    const { token, searched, postalCode } = slotValues
    this.#slotValues = {
      token: escaped(token),
      searched: escaped(searched),
      postalCode: escaped(postalCode),
    }
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
