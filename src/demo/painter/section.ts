import { boneAt } from './bone-and-skin.ts'
import { blend, dim } from './color.ts'
import { fatAt, leanAt, marblingAt, setColor } from './flesh.ts'
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
  /** Width of the fat that is left around the lean. */
  trim?: number
  /** How far muscles extend past their drawn outlines, and the width of the seam where two meet. */
  reach?: number
  seam?: number
}

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
  return (x, y, depth, sample) => {
    const wx = x + (clouds(x / 70, y / 70, seed + 21, 3) - 0.5) * 34
    const wy = y + (clouds(x / 70, y / 70, seed + 22, 3) - 0.5) * 34
    let nearest = 99
    let second = 99
    let nearestMuscle: Muscle | undefined
    for (const muscle of muscles) {
      const d = muscle.inside(wx, wy)
      if (d < nearest) {
        second = nearest
        nearest = d
        nearestMuscle = muscle
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
    if (lean > 0 && nearestMuscle) {
      let m = leanAt(x, y, seed, p, nearestMuscle.turn, nearestMuscle.stretch)
      if (nearestMuscle.tone)
        m =
          nearestMuscle.tone > 0
            ? blend(m, p.bright, nearestMuscle.tone)
            : blend(m, p.deep, -nearestMuscle.tone)
      const fat = marblingAt(x, y, seed, {
        amount: marbling * (nearestMuscle.marbling ?? 1),
        turn: nearestMuscle.turn ?? 0,
      })
      m = blend(m, fatAt(x, y, seed + 1, p), fat)
      // Muscle darkens toward its sheath.
      m = dim(m, 1 - 0.16 * smooth(-14, -2, nearest + fray))
      c = blend(c, m, lean)
      lift = 2.2 * (1 - lean) + fat * 1.3 * lean + clamp(-nearest / 40) * 3
    }
    sample.gloss = p.gloss * (0.7 + 0.5 * lean)
    for (const bone of bones) {
      const d = bone(x, y) + (clouds(x / 16, y / 16, seed + 25, 2) - 0.5) * 6
      if (d > 6) continue
      const inside = smooth(1.5, -1.5, d)
      c = blend(dim(c, 1 - 0.35 * smooth(6, 0, d)), boneAt(x, y, seed, -d), inside)
      lift = lift * (1 - inside) + (4 + clamp(-d / 14) * 7) * inside
      sample.gloss *= 1 - 0.5 * inside
    }
    setColor(sample, c)
    sample.lift = lift
  }
}
