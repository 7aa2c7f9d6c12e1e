import { blend, type Rgb } from './color.ts'
import { clamp, clouds, noise, smooth, threads } from './noise.ts'
import type { Palette } from './palettes.ts'
import type { Sample } from './pieces.ts'

export function setColor(sample: Sample, c: Rgb) {
  sample.r = c[0]
  sample.g = c[1]
  sample.b = c[2]
}

export type Marbling = {
  amount: number
  /** Direction of the grain, in radians. */
  turn?: number
  stretch?: number
}

const warpX = (x: number, y: number, seed: number) => (clouds(x / 120, y / 120, seed + 11, 3) - 0.5) * 130

const warpY = (x: number, y: number, seed: number) => (clouds(x / 120, y / 120, seed + 12, 3) - 0.5) * 130

/** Share of fat in the lean at a point, 0 to 1. */
export function marblingAt(
  x: number,
  y: number,
  seed: number,
  { amount, turn = 0, stretch = 1.5 }: Marbling,
): number {
  if (amount <= 0) return 0
  const wx = x + warpX(x, y, seed)
  const wy = y + warpY(x, y, seed)
  const u = (wx * Math.cos(turn) + wy * Math.sin(turn)) / stretch
  const v = wy * Math.cos(turn) - wx * Math.sin(turn)
  const here = clouds(x / 150, y / 150, seed + 7, 2) + (amount - 0.5) * 0.42
  const coarse =
    smooth(0.86 - amount * 0.24, 0.97 - amount * 0.2, threads(u / 74, v / 74, seed + 3, 3)) *
    smooth(0.3, 0.62, here)
  const fine =
    smooth(0.87 - amount * 0.24, 0.99 - amount * 0.18, threads(u / 28, v / 28, seed + 4, 2)) *
    smooth(0.28, 0.6, here) *
    0.9
  const flecks =
    smooth(0.83 - amount * 0.16, 0.92 - amount * 0.12, noise(u / 9, v / 7, seed + 8)) *
    0.75 *
    smooth(0.3, 0.55, here)
  return clamp(Math.max(coarse, fine, flecks))
}

export function leanAt(x: number, y: number, seed: number, p: Palette, turn = 0, stretch = 2.6): Rgb {
  const wx = x + warpX(x, y, seed) * 0.6
  const wy = y + warpY(x, y, seed) * 0.6
  const u = (wx * Math.cos(turn) + wy * Math.sin(turn)) / stretch
  const v = wy * Math.cos(turn) - wx * Math.sin(turn)
  const base = blend(p.lean, p.bright, clamp(clouds(u / 60, v / 60, seed + 1, 4) * 1.7 - 0.4))
  const fibers = smooth(0.5, 0.82, clouds(u / 11, v / 4.2, seed + 2, 3))
  return blend(base, p.deep, fibers * 0.42)
}

export function fatAt(x: number, y: number, seed: number, p: Palette): Rgb {
  const c = blend(p.fat, p.cream, clamp(clouds(x / 24, y / 24, seed + 30, 3) * 1.6 - 0.3))
  // An occasional thread of lean.
  return blend(c, p.bright, smooth(0.9, 0.99, threads(x / 46, y / 30, seed + 33, 2)) * 0.3)
}
