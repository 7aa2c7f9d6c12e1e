/**
 * Keeps drawn pieces of pages, the oldest of `limit` going first. A piece is known by all it shows, so it can
 * never be out of date, and holds nothing of the visitor. `tools` is what drawing needs beside that: it must not
 * change what is drawn.
 */
export function keepPieces<Facts, Piece, Tools = void>(
  limit: number,
  draw: (facts: Facts, tools: Tools) => Piece,
): (facts: Facts, tools: Tools) => Piece {
  const kept = new Map<string, Piece>()
  return (facts, tools) => {
    const key = JSON.stringify(facts)
    const known = kept.get(key)
    if (known !== undefined) return known

    const piece = draw(facts, tools)
    if (kept.size >= limit) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, piece)
    return piece
  }
}

/** Where a visitor's token goes in a kept piece: a sign that stands in no text, and that JSON and HTML leave as it is. */
export const TOKEN_GOES_HERE = '\ue000token\ue000'
