/** A cut across the animal: muscles lying in fat, bones between them. */
import { boneAt } from './bone-and-skin.ts'
import { blend, dim } from './colour.ts'
import { dye, fatAt, leanAt, marblingAt } from './flesh.ts'
import { clamp, clouds, smooth } from './noise.ts'
import type { Distance } from './outline.ts'
import type { Palette } from './palettes.ts'
import type { Material } from './pieces.ts'

export type Muscle = { inside: Distance; turn?: number; stretch?: number; marbling?: number; tone?: number }

export type Section = {
  palette: Palette
  seed: number
  marbling: number
  muscles: Muscle[]
  bones?: Distance[]
  /** Where the lean stops short of the rim everywhere: a thin trim of fat. */
  trim?: number
  /** How far the muscles reach beyond their drawn outlines, and how wide the seam is where two meet. */
  reach?: number
  seam?: number
}

/** A cut across the animal: muscles lying in fat, bones between them. */
export function section({
  palette: p,
  seed,
  marbling,
  muscles,
  bones = [],
  trim = 0,
  reach = 20,
  seam = 9,
}: Section): Material {
  return (x, y, depth, dab) => {
    const wx = x + (clouds(x / 70, y / 70, seed + 21, 3) - 0.5) * 34
    const wy = y + (clouds(x / 70, y / 70, seed + 22, 3) - 0.5) * 34
    let nearest = 99
    let second = 99
    let mine: Muscle | undefined
    for (const muscle of muscles) {
      const d = muscle.inside(wx, wy)
      if (d < nearest) {
        second = nearest
        nearest = d
        mine = muscle
      } else if (d < second) second = d
    }
    const width = seam * (0.5 + clouds(x / 60, y / 60, seed + 26, 2))
    nearest = Math.max(nearest - reach, (nearest - second) / 2 + width / 2)
    const fray = (clouds(x / 11, y / 11, seed + 23, 2) - 0.5) * 7
    let lean = smooth(2.5, -2.5, nearest + fray)
    if (trim > 0)
      lean *= smooth(trim * 0.7, trim * 1.3, depth + (clouds(x / 40, y / 40, seed + 24, 2) - 0.5) * trim)
    let c = fatAt(x, y, seed, p)
    let lift = 2.2
    if (lean > 0 && mine) {
      let m = leanAt(x, y, seed, p, mine.turn, mine.stretch)
      if (mine.tone) m = mine.tone > 0 ? blend(m, p.bright, mine.tone) : blend(m, p.deep, -mine.tone)
      const fat = marblingAt(x, y, seed, { amount: marbling * (mine.marbling ?? 1), turn: mine.turn ?? 0 })
      m = blend(m, fatAt(x, y, seed + 1, p), fat)
      // A muscle darkens where its sheath begins.
      m = dim(m, 1 - 0.16 * smooth(-14, -2, nearest + fray))
      c = blend(c, m, lean)
      lift = 2.2 * (1 - lean) + fat * 1.3 * lean + clamp(-nearest / 40) * 3
    }
    dab.gloss = p.gloss * (0.7 + 0.5 * lean)
    for (const bone of bones) {
      const d = bone(x, y) + (clouds(x / 16, y / 16, seed + 25, 2) - 0.5) * 6
      if (d > 6) continue
      const inside = smooth(1.5, -1.5, d)
      c = blend(dim(c, 1 - 0.35 * smooth(6, 0, d)), boneAt(x, y, seed, -d), inside)
      lift = lift * (1 - inside) + (4 + clamp(-d / 14) * 7) * inside
      dab.gloss *= 1 - 0.5 * inside
    }
    dye(dab, c)
    dab.lift = lift
  }
}
