/**
 * Keeps drawn pieces of pages, the oldest of `limit` going first. A piece is known by all it shows, so it can
 * never be out of date, and holds nothing of the visitor.
 */
export function keepPieces<Facts, Piece>(
  limit: number,
  draw: (facts: Facts) => Piece,
): (facts: Facts) => Piece {
  const kept = new Map<string, Piece>()
  return (facts) => {
    const key = JSON.stringify(facts)
    const known = kept.get(key)
    if (known !== undefined) return known

    const piece = draw(facts)
    if (kept.size >= limit) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, piece)
    return piece
  }
}
