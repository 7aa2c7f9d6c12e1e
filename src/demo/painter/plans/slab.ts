/** Whole pieces: long grain, bundles of fiber, and fat where the plan puts it. */
import { blend } from '../color.ts'
import { fatAt, leanAt, marblingAt, setColor } from '../flesh.ts'
import { clamp, clouds, smooth, threads } from '../noise.ts'
import type { Palette } from '../palettes.ts'
import type { Material } from '../pieces.ts'

type Slab = {
  p: Palette
  seed: number
  marbling: number
  /** Fat at a point besides the marbling, 0 to 1. */
  fat: (x: number, y: number, depth: number) => number
  turn?: number
  stretch?: number
  thread?: number
}

export function slab({ p, seed, marbling, fat, turn = 0, stretch = 4, thread = 0 }: Slab): Material {
  return (x, y, depth, sample) => {
    let c = leanAt(x, y, seed, p, turn, stretch)
    // Bundles of fiber, where the grain shows on the surface.
    const u = x * Math.cos(turn) + y * Math.sin(turn)
    const v = y * Math.cos(turn) - x * Math.sin(turn) + (clouds(x / 130, y / 130, seed + 71, 3) - 0.5) * 60
    const bundle = threads(u / 220, v / 15, seed + 70, 2)
    c = blend(c, p.deep, smooth(0.6, 0.95, bundle) * 0.5 * thread)
    const covered = clamp(fat(x, y, depth))
    const all = Math.max(covered, marblingAt(x, y, seed, { amount: marbling, turn, stretch: 2.6 }))
    setColor(sample, blend(c, fatAt(x, y, seed, p), all))
    sample.lift = all * 2 + covered * 5 - smooth(0.6, 0.95, bundle) * 2.6 * thread * (1 - covered)
    sample.gloss = p.gloss
  }
}
