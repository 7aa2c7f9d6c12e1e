/** Seeded noise: a seed gives the same picture on every machine. */

export const clamp = (x: number, low = 0, high = 1) => Math.min(high, Math.max(low, x))

export const mix = (a: number, b: number, t: number) => a + (b - a) * t

/** Smoothstep from 0 at `from` to 1 at `to`, in either direction. */
export function smooth(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}

export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(seed | 0, 974634877)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

export function noise(x: number, y: number, seed: number): number {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  const u = x - xi
  const v = y - yi
  const a = u * u * u * (u * (u * 6 - 15) + 10)
  const b = v * v * v * (v * (v * 6 - 15) + 10)
  const n00 = hash(xi, yi, seed)
  const n10 = hash(xi + 1, yi, seed)
  const n01 = hash(xi, yi + 1, seed)
  const n11 = hash(xi + 1, yi + 1, seed)
  return n00 + (n10 - n00) * a + (n01 - n00) * b + (n00 - n10 - n01 + n11) * a * b
}

/** Fractal noise, 0 to 1, centered on 0.5. */
export function clouds(x: number, y: number, seed: number, octaves = 4): number {
  let total = 0
  let weight = 0.5
  let sum = 0
  for (let i = 0; i < octaves; i++) {
    total += weight * noise(x, y, seed + i * 17)
    sum += weight
    x = x * 2.03 + 13.1
    y = y * 2.03 + 7.7
    weight *= 0.5
  }
  return total / sum
}

/** Ridged noise: thin bright threads for marbling, creases, wrinkles. */
export function threads(x: number, y: number, seed: number, octaves = 3): number {
  let total = 0
  let weight = 0.5
  let sum = 0
  for (let i = 0; i < octaves; i++) {
    const ridge = 1 - Math.abs(2 * noise(x, y, seed + i * 31) - 1)
    total += weight * ridge * ridge
    sum += weight
    x = x * 2.1 + 3.3
    y = y * 2.1 + 9.1
    weight *= 0.5
  }
  return total / sum
}

/** A random number generator that repeats for the same seed. */
export function seededRandom(seed: number): (low?: number, high?: number) => number {
  let rolls = 0
  return (low = 0, high = 1) => low + (high - low) * hash(rolls++, 7919, seed * 31 + 5)
}
