import { type Piece, toFragment } from './page-fragments.ts'

type Keeping<Facts> = {
  /** Pieces kept; the oldest goes first. */
  limit: number
  /** An object that stays the same while it holds the same, and a word for how it is shown: saves writing out `facts`. */
  known?: (facts: Facts) => { by: object; as: string }
}

/**
 * Keeps drawn pieces of pages. A piece is known by all it shows, so it can never be out of date, and holds nothing of
 * the visitor. `tools` is what drawing needs beside that: it must not change what is drawn.
 */
export function cacheFragments<Facts, Tools = void>(
  { limit, known }: Keeping<Facts>,
  draw: (facts: Facts, tools: Tools) => string,
): (facts: Facts, tools: Tools) => Piece {
  const kept = new Map<string, Piece>()
  const atHand = new WeakMap<object, Map<string, Piece>>()

  return (facts, tools) => {
    if (!known) return byContents(facts, tools)
    const { by, as } = known(facts)
    const pieces = atHand.get(by) ?? new Map<string, Piece>()
    atHand.set(by, pieces)
    const piece = pieces.get(as) ?? byContents(facts, tools)
    pieces.set(as, piece)
    return piece
  }

  function byContents(facts: Facts, tools: Tools): Piece {
    const key = JSON.stringify(facts)
    const same = kept.get(key)
    if (same) return same

    const piece = toFragment(draw(facts, tools))
    if (kept.size >= limit) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, piece)
    return piece
  }
}
