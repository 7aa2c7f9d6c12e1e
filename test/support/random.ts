/** A seeded random generator (mulberry32): the same seed draws the same values, so failures can be reproduced. */
export function random(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    chance: (share: number) => next() < share,
    text: (length: number, alphabet: string) =>
      Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
  }
}

export type Draw = ReturnType<typeof random>
