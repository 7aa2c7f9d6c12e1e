/** Salt, pepper, herbs and lemon, kept near the edge so that the cut stays the subject. */

import type { GarnishBuilder, Random } from './garnish/grower.ts'
import { bay, rosemary, sage, thyme } from './garnish/leaves.ts'
import { garlic, lemon, pepper, salt } from './garnish/seasoning.ts'
import type { Point } from './outline.ts'
import type { Piece } from './pieces.ts'
import type { Garnish } from './scene.ts'

const CORNERS: Point[] = [
  [1040, 760],
  [150, 140],
  [1050, 140],
  [150, 770],
]

export function garnishPieces(garnish: Garnish[], seed: number, random: Random): Piece[] {
  return garnish.flatMap((kind, i) => {
    const [x, y] = CORNERS[(i + seed) % 2 === 0 ? i % 4 : (i + 2) % 4] as Point
    return builders[kind](
      { x: x + random(-20, 20), y: y + random(-16, 16), turn: random(-0.6, 0.6) + (x > 600 ? Math.PI : 0) },
      seed + i,
      random,
    )
  })
}

const builders: Record<Garnish, GarnishBuilder> = { salt, pepper, thyme, rosemary, lemon, garlic, bay, sage }
