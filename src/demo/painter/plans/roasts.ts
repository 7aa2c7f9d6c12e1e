import { scrapedBone } from '../bone-and-skin.ts'
import { clouds, smooth } from '../noise.ts'
import { curve, type Point, type Polygon, path, points, ribbon } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { slab } from './slab.ts'
import { bow, twine } from './twine.ts'

const BRISKET: Polygon =
  points(`120,470 170,340 300,256 480,216 680,214 880,250 1020,322 1090,430 1066,548 940,634 760,676
    540,704 330,690 180,606`)

/** The flat on the right, the point on the left, with fat on top and in the seam between them. */
export function brisket({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number, depth: number) => {
    const sway = (clouds(x / 110, y / 110, seed + 1, 4) - 0.5) * 150
    const cap = smooth(
      9,
      -9,
      y - 290 - fatCap * 50 - 0.05 * x + sway * 0.9 + (clouds(x / 22, y / 22, seed + 5, 2) - 0.5) * 22,
    )
    const seam = smooth(17, 6, Math.abs(x - 430 - (y - 400) * 0.5 + sway * 0.7)) * smooth(640, 560, y) * 0.9
    const point = smooth(0.58, 0.63, clouds(x / 130, y / 90, seed + 2, 4)) * smooth(480, 300, x)
    const rim = smooth(16, 9, depth + sway * 0.12) * smooth(650, 480, y)
    return Math.max(cap, seam, point, rim)
  }
  return [
    {
      outline: curve(BRISKET),
      seed,
      rough: 14,
      rim: 76,
      rise: 46,
      swell: 16,
      wall: 30,
      shadow: 34,
      material: slab({ p, seed, marbling, fat, turn: 0.06, stretch: 6, thread: 0.9 }),
    },
  ]
}

const ROAST: Polygon = points(
  `210,450 250,290 400,200 600,176 810,200 960,300 1000,450 950,610 790,700 590,724 390,696 250,600`,
)

export function roast({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => {
    const patch = clouds(x / 150, y / 120, seed + 1, 4)
    const seam = smooth(11, 3, Math.abs(y - 470 - 60 * Math.sin(x / 170 + seed) + (patch - 0.5) * 130))
    return Math.max(
      smooth(0.6 - fatCap * 0.14, 0.68 - fatCap * 0.1, patch) * smooth(560, 330, y + (patch - 0.5) * 200),
      seam,
    )
  }
  const body: Piece = {
    outline: curve(ROAST),
    seed,
    rough: 12,
    rim: 190,
    rise: 96,
    swell: 26,
    wall: 10,
    shadow: 44,
    material: slab({ p, seed, marbling, fat, turn: 0.1, stretch: 4, thread: 0.7 }),
  }
  return [
    body,
    ...[330, 450, 575, 700, 830].map((x, i) =>
      twine(bow(x, 176 + Math.abs(x - 590) * 0.18, 716 - Math.abs(x - 590) * 0.16), seed + i),
    ),
    twine(points(`212,452 330,440 450,436 590,434 720,436 860,444 996,456`), seed + 9),
  ]
}

const LEG: Polygon =
  points(`180,520 210,370 340,270 520,240 690,290 820,370 930,400 990,420 985,480 920,500 820,560 700,660
    520,730 330,710 220,630`)

export function leg({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => {
    const veil = clouds(x / 130, y / 100, seed + 1, 4)
    return Math.max(
      smooth(0.6 - fatCap * 0.2, 0.74 - fatCap * 0.16, veil),
      smooth(9, 2, Math.abs(y - 500 + (x - 500) * 0.2 + (veil - 0.5) * 90)) * 0.7,
    )
  }
  const bone = path([
    [860, 450],
    [980, 450],
    [1090, 446],
  ])
  const knuckle: Point[] = points(`1060,404 1106,396 1132,430 1124,470 1096,494 1058,486`)
  return [
    {
      outline: ribbon(bone, (t) => 62 - 10 * t),
      seed: seed + 1,
      rough: 4,
      rim: 28,
      rise: 24,
      shadow: 30,
      material: scrapedBone(seed),
    },
    { outline: curve(knuckle), seed: seed + 2, rough: 5, rim: 24, rise: 22, material: scrapedBone(seed + 3) },
    {
      outline: curve(LEG),
      seed,
      rough: 10,
      rim: 180,
      rise: 96,
      swell: 18,
      wall: 8,
      shadow: 44,
      material: slab({ p, seed, marbling, fat, turn: 0.2, stretch: 5, thread: 0.7 }),
    },
    ...[350, 480, 620, 750].map((x, i) =>
      twine(bow(x + 20, 254 + Math.abs(x - 500) * 0.22, 726 - Math.max(0, x - 460) * 0.5), seed + i),
    ),
  ]
}
