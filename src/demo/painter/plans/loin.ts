import { seededRandom } from '../noise.ts'
import { curve, distanceTo, type Placing, type Polygon, place, points } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { section } from '../section.ts'
import { inside, raise } from './muscles.ts'

const FILET: Polygon = points(`-190,-20 -150,-140 -20,-196 120,-170 196,-50 186,80 100,172 -40,190 -150,120`)

export function filet({ flesh, marbling, seed, pieces = 2 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const spots: Placing[] =
    pieces === 1
      ? [{ x: 600, y: 420, size: 1.35 }]
      : [
          { x: 400, y: 370 },
          { x: 800, y: 480 },
        ]
  return spots.map((spot, i) => {
    const placing = { ...spot, turn: random(-2, 2), size: (spot.size ?? 1) * random(0.96, 1.04) }
    const outline = curve(place(FILET, placing))
    return {
      outline,
      seed: seed + i * 9,
      rough: 8,
      rim: 66,
      rise: 34,
      wall: 62,
      shadow: 34,
      material: section({
        palette: palettes[flesh],
        seed: seed + i * 9,
        marbling,
        muscles: [{ inside: distanceTo(outline, 120), turn: random(0, 3) }],
        trim: 0,
      }),
    }
  })
}

const SIRLOIN: Polygon =
  points(`190,430 260,270 430,190 650,200 860,230 1000,330 1020,470 930,590 760,660 560,700 360,660
    230,570`)

const SIRLOIN_A: Polygon = points(`230,440 290,320 440,250 620,260 660,380 620,560 520,660 380,620 270,550`)

const SIRLOIN_B: Polygon = points(`680,260 850,280 970,360 985,460 900,560 750,620 600,650 660,540 700,400`)

export function sirloin({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const muscles = [
    { inside: inside(SIRLOIN_A), turn: 0.9, stretch: 2 },
    { inside: inside(SIRLOIN_B), turn: -0.3, stretch: 2, tone: -0.12 },
  ]
  return [
    {
      outline: curve(raise(SIRLOIN, 26 * fatCap, 400)),
      seed,
      rough: 12,
      rim: 42,
      rise: 24,
      wall: 26,
      material: section({ palette: palettes[flesh], seed, marbling, muscles, trim: 5 }),
    },
  ]
}

const PORTERHOUSE: Polygon =
  points(`210,390 300,250 480,168 680,140 850,178 960,280 990,420 940,560 840,650 720,690 640,740 480,752
    330,700 230,570`)

const PORTERHOUSE_STRIP: Polygon = points(
  `250,400 330,300 470,258 590,262 592,420 612,560 600,680 480,706 350,660 268,550`,
)

const PORTERHOUSE_FILET: Polygon = points(
  `690,270 820,240 920,310 948,420 904,530 810,612 700,620 660,500 664,370`,
)

const T_BONE: Polygon =
  points(`430,214 560,180 700,172 830,196 838,226 700,234 664,262 650,380 656,520 640,590 622,560 614,420
    604,262 560,240 440,246`)

export function porterhouse({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const muscles = [
    { inside: inside(PORTERHOUSE_STRIP), turn: 0.2, stretch: 1.8 },
    { inside: inside(PORTERHOUSE_FILET), turn: 1.2, tone: 0.16, marbling: 0.6 },
  ]
  return [
    {
      outline: curve(raise(PORTERHOUSE, 20 * fatCap, 400)),
      seed,
      rough: 11,
      rim: 42,
      rise: 26,
      wall: 28,
      material: section({
        palette: palettes[flesh],
        seed,
        marbling,
        muscles,
        bones: [inside(T_BONE)],
        trim: 6,
      }),
    },
  ]
}
