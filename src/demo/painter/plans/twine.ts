import { blend, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { mix } from '../noise.ts'
import { type Polygon, path, ribbon } from '../outline.ts'
import type { Piece } from '../pieces.ts'

export const bow = (x: number, top: number, bottom: number): Polygon =>
  Array.from(
    { length: 9 },
    (_, i) => [x + Math.sin((i / 8) * Math.PI) * (x - 590) * 0.09, mix(top, bottom, i / 8)] as const,
  )

export function twine(line: Polygon, seed: number, thickness = 9): Piece {
  return {
    outline: ribbon(path(line), () => thickness),
    seed,
    rough: 1.5,
    rim: thickness / 2,
    rise: 6,
    swell: 0,
    grain: 0.4,
    shadow: 6,
    material: (x, y, _depth, sample) => {
      setColor(sample, blend(rgb('#cdbd9d'), rgb('#f6efdf'), 0.5 + 0.5 * Math.sin((x + y * 1.5) * 0.9)))
      sample.gloss = 0.05
    },
  }
}
