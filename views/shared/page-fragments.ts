import { randomUUID } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { PackedText } from '#src/web/gzip/packed-text.ts'

/** What differs per visitor within a cached fragment: the form token, the text in the search box, and the ZIP code. */
const SLOTS = ['token', 'searched', 'postalCode'] as const
export type Slot = (typeof SLOTS)[number]

/** Rendered HTML as bytes; `slots[n]` goes between `parts[n]` and `parts[n + 1]`. */
export type Fragment = { id: number; parts: Buffer[]; slots: Slot[] }

/** A page in the order of its bytes. */
export type PagePiece = Buffer | Fragment | PackedText

/** Compressed parts of pages; null for a visitor who cannot have them. */
export type Packing = {
  /** Null the first times, unless `atOnce`: a page that is seldom asked for is not worth keeping. */
  find(key: string, render: () => Fragment, atOnce: boolean): PackedText | null
} | null

/** No text can hold a marker: it is random per process. JSON and HTML do not escape it. */
const SIGN = randomUUID()
const slotMarker = (slot: Slot) => `~${SIGN}~${slot}~`
const SLOT_PATTERN = new RegExp(slotMarker('token').replace('token', `(${SLOTS.join('|')})`))

export const TOKEN_SLOT = slotMarker('token')
export const SEARCH_SLOT = slotMarker('searched')
export const POSTAL_CODE_SLOT = slotMarker('postalCode')
export const SLOTS_LEFT_OPEN = { token: TOKEN_SLOT, searched: SEARCH_SLOT, postalCode: POSTAL_CODE_SLOT }

/** A page's text cannot hold this, because user input is escaped. */
const PLACEHOLDER = /<!--piece (\d+)-->/

let lastId = 0

export function toFragment(rendered: string): Fragment {
  if (PLACEHOLDER.test(rendered)) throw new Error('A fragment cannot contain another fragment')
  const split = rendered.split(SLOT_PATTERN)
  return {
    id: ++lastId,
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
 * The kept parts of one page. Rendering places only placeholders: joining and encoding the whole text again would cost
 * as much as rendering the rest of the page.
 */
export class PageFragments {
  readonly slotValues: Record<Slot, Buffer>
  readonly packing: Packing
  #placed: (Fragment | PackedText)[] = []

  constructor(slotValues: Record<Slot, string>, packing: Packing = null) {
    const { token, searched, postalCode } = slotValues
    this.slotValues = { token: escaped(token), searched: escaped(searched), postalCode: escaped(postalCode) }
    this.packing = packing
  }

  place(piece: Fragment | PackedText) {
    return raw(`<!--piece ${this.#placed.push(piece) - 1}-->`)
  }

  /** A page with a packed part can only be sent packed. */
  get hasPacked(): boolean {
    return this.#placed.some((piece) => !('parts' in piece))
  }

  list(rendered: string): PagePiece[] {
    return rendered
      .split(PLACEHOLDER)
      .map((part, index) => (index % 2 === 0 ? this.#text(part) : this.#placedAt(Number(part))))
  }

  /** As text. */
  assemble(rendered: string): Buffer {
    return Buffer.concat(
      this.list(rendered).flatMap((piece) => {
        if (Buffer.isBuffer(piece)) return [piece]
        if ('parts' in piece) return this.fill(piece)
        throw new Error('A packed part has no text')
      }),
    )
  }

  fill({ parts, slots }: Fragment): Buffer[] {
    return parts.flatMap((part, index) => {
      const slot = index > 0 ? slots[index - 1] : undefined
      return slot ? [this.slotValues[slot], part] : [part]
    })
  }

  /** A part that is rendered as if it were kept has slots too. */
  #text(part: string): Buffer {
    return part.includes(SIGN) ? Buffer.concat(this.fill(toFragment(part))) : Buffer.from(part)
  }

  #placedAt(index: number): Fragment | PackedText {
    const piece = this.#placed[index]
    if (!piece) throw new Error(`This page has no piece ${index}`)
    return piece
  }
}

/** Safe in quoted attributes and between tags. */
const escaped = (text: string) => Buffer.from(`${html`${text}`}`)
