import { birdSkin, scrapedBone } from '../bone-and-skin.ts'
import { dim } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clouds, smooth } from '../noise.ts'
import { curve, type Polygon, place, points } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { twine } from './twine.ts'

/** Duck skin takes the color of the thick fat beneath it. */
export const DUCK_SKIN = {
  ...palettes.duck,
  lean: palettes.duck.fat,
  bright: palettes.duck.cream,
  deep: palettes.chicken.deep,
}

const WING: Polygon = points(`-60,-130 10,-150 66,-90 60,10 30,110 -20,160 -60,110 -40,30 -84,-40`)

const BREAST: Polygon =
  points(`0,-300 110,-290 200,-220 240,-90 236,60 190,180 90,260 0,280 -90,260 -190,180 -236,60 -240,-90
    -200,-220 -110,-290`)

const THIGH: Polygon = points(
  `-80,-150 10,-180 90,-130 110,-20 84,90 46,190 16,260 -24,258 -50,170 -96,60 -116,-50`,
)

const ANKLE: Polygon = points(`-22,-30 18,-34 26,30 38,74 10,92 -24,86 -34,50 -24,20`)

export function bird({ flesh, fatCap, seed }: CutPicture): Piece[] {
  const p = flesh === 'duck' ? DUCK_SKIN : palettes[flesh]
  const size = flesh === 'turkey' ? 1.16 : flesh === 'duck' ? 1.04 : 1.08
  const long = flesh === 'duck' ? 1.2 : 1
  const placing = (polygon: Polygon, x: number, y: number, turn: number, flip = false): Polygon => {
    const local = place(polygon, { x, y, turn, flip })
    return place(
      local.map(([a, b]) => [a, b * long] as const),
      { x: 600, y: 430, turn: Math.PI / 2 - 0.16, size: size * 0.94 },
    )
  }
  const skin = (n: number) => birdSkin(p, seed + n, 0.3 + fatCap)
  const limb = (outline: Polygon, n: number, rim = 80, rise = 62): Piece => ({
    outline: curve(outline),
    seed: seed + n,
    rough: 5,
    rim,
    rise,
    swell: 12,
    grain: 1,
    shadow: 30,
    material: skin(n),
  })
  const ankle = (outline: Polygon, n: number): Piece => ({
    outline: curve(outline),
    seed: seed + n,
    rough: 4,
    rim: 26,
    rise: 20,
    shadow: 18,
    material: scrapedBone(seed + n),
  })
  const keel = (x: number, y: number) =>
    Math.abs(y - 430 + 0.16 * (x - 600) + (clouds(x / 160, 2, seed, 2) - 0.5) * 16)
  const body = limb(placing(BREAST, 0, -30, 0), 3, 210, 122)
  body.shadow = 46
  body.material = (x, y, depth, sample) => {
    skin(3)(x, y, depth, sample)
    // The keel: skin stretched over bone, with the breast rising on both sides.
    sample.lift += smooth(120, 10, keel(x, y)) * -8 + smooth(16, 3, keel(x, y)) * 5
    setColor(sample, dim([sample.r, sample.g, sample.b], 1 - 0.08 * smooth(60, 4, keel(x, y))))
  }
  return [
    limb(placing(WING, 232, -120, -0.5), 1, 44, 34),
    limb(placing(WING, -232, -120, 0.5, true), 2, 44, 34),
    body,
    ankle(placing(ANKLE, 74, 340, 0.42), 6),
    ankle(placing(ANKLE, -74, 340, -0.42, true), 7),
    limb(placing(THIGH, 176, 110, 0.36), 4),
    limb(placing(THIGH, -176, 110, -0.36, true), 5),
    twine(placing(points(`-104,300 -60,322 0,312 60,324 104,300`), 0, 0, 0), seed, 10),
    twine(
      placing(
        [
          [-96, 326],
          [-40, 312],
          [20, 326],
          [96, 324],
        ],
        0,
        0,
        0,
      ),
      seed + 1,
      10,
    ),
  ]
}
