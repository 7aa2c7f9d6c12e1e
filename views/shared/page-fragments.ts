import { html, raw } from 'hono/html'

/** What differs from visitor to visitor within a piece: the token of its forms, and what the search box holds. */
const SLOTS = ['token', 'searched'] as const
export type Slot = (typeof SLOTS)[number]

/** Drawn HTML as it travels: bytes, and between them what each visitor has of their own. */
export type Piece = { parts: Buffer[]; slots: Slot[] }

const signOf = (slot: Slot) => `\ue000${slot}\ue000`
const SIGN = new RegExp(SLOTS.map((slot) => signOf(slot).replace(slot, `(${slot})`)).join('|'))

/** Where a visitor's token goes in a piece: a sign that stands in no text, and that JSON and HTML leave as it is. */
export const TOKEN_SLOT = signOf('token')
export const SEARCH_SLOT = signOf('searched')

/** Text of a page cannot hold this: what anybody typed is escaped. */
const MARK = /<!--piece (\d+)-->/

export function toFragment(drawn: string): Piece {
  if (MARK.test(drawn)) throw new Error('a piece is drawn without others inside it')
  const split = drawn.split(SIGN).filter((part) => part !== undefined)
  return {
    parts: split.filter((_, nth) => nth % 2 === 0).map((part) => Buffer.from(part)),
    slots: split.filter((_, nth) => nth % 2 === 1) as Slot[],
  }
}

/**
 * The pieces of one page. While it is drawn only their marks stand in it: joining and encoding the whole text anew
 * would cost as much as drawing the rest of the page.
 */
export class PageFragments {
  #own: Record<Slot, Buffer>
  #placed: Piece[] = []

  constructor(own: Record<Slot, string>) {
    this.#own = { token: escaped(own.token), searched: escaped(own.searched) }
  }

  /** What stands for a piece in the page being drawn. */
  place(piece: Piece) {
    return raw(`<!--piece ${this.#placed.push(piece) - 1}-->`)
  }

  /** The page as it travels, with every piece in its place and what is the visitor's own in every piece. */
  assemble(drawn: string): Buffer {
    const bytes: Buffer[] = []
    drawn.split(MARK).forEach((part, nth) => {
      if (nth % 2 === 0) bytes.push(Buffer.from(part))
      else this.#fill(this.#placed[Number(part)], bytes)
    })
    return Buffer.concat(bytes)
  }

  #fill(piece: Piece | undefined, bytes: Buffer[]) {
    piece?.parts.forEach((part, nth) => {
      const slot = nth > 0 ? piece.slots[nth - 1] : undefined
      if (slot) bytes.push(this.#own[slot])
      bytes.push(part)
    })
  }
}

/** Within an attribute's quotes or between tags alike. */
const escaped = (text: string) => Buffer.from(`${html`${text}`}`)
