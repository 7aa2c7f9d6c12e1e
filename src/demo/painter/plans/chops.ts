import { scrapedBone } from '../bone-and-skin.ts'
import { seededRandom } from '../noise.ts'
import {
  curve,
  distanceTo,
  oval,
  type Placing,
  type Polygon,
  path,
  place,
  points,
  ribbon,
} from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { section } from '../section.ts'
import { inside, raise } from './muscles.ts'

const CHOP: Polygon =
  points(`216,420 280,270 430,180 620,172 780,220 900,310 1000,392 1016,470 960,516 850,530 762,590
    668,668 540,722 380,706 262,610`)

const CHOP_EYE: Polygon = points(
  `282,440 338,326 470,256 612,262 706,336 730,440 676,540 564,606 424,606 322,540`,
)

const CHOP_TAIL: Polygon = points(`764,330 868,360 950,416 966,458 880,464 792,476 752,420`)

const CHOP_BONE: Polygon = points(
  `330,640 430,652 560,650 660,606 740,540 800,500 846,502 838,532 770,588 676,668 550,708 400,694`,
)

export function chop({ flesh, marbling, fatCap, seed, pieces = 1 }: CutPicture): Piece[] {
  const spots: Placing[] =
    pieces === 1
      ? [{ x: 600, y: 450, turn: 0 }]
      : [
          { x: 420, y: 380, size: 0.72, turn: -0.4 },
          { x: 780, y: 520, size: 0.74, turn: 0.3 },
        ]
  return spots.map((spot, i) => {
    const pieceSeed = seed + i * 13
    const set = (polygon: Polygon) =>
      place(
        polygon.map(([x, y]) => [x - 610, y - 450] as const),
        spot,
      )
    const muscles = [
      { inside: inside(set(CHOP_EYE)), turn: 0.4, stretch: 1.7 },
      { inside: inside(set(CHOP_TAIL)), turn: 0.2, tone: -0.3 },
    ]
    return {
      outline: curve(set(raise(CHOP, 30 * fatCap, 450))),
      seed: pieceSeed,
      rough: 10,
      rim: 40,
      rise: 26,
      wall: 30,
      material: section({
        palette: palettes[flesh],
        seed: pieceSeed,
        marbling,
        muscles,
        bones: [inside(set(CHOP_BONE))],
        trim: 6,
        reach: 30,
      }),
    }
  })
}

const LAMB_EYE: Polygon = points(`-96,10 -70,-70 10,-104 88,-66 104,16 64,86 -20,104 -78,72`)

const LAMB_CHOP: Polygon = points(`-126,20 -100,-92 0,-138 112,-100 140,10 100,112 0,136 -90,110`)

export function lambChops({ flesh, marbling, seed, pieces = 4 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  return Array.from({ length: pieces }, (_, i) => {
    const placing: Placing = {
      x: 300 + (i % 4) * 190 + (i % 2) * 20,
      y: 560 - (i % 2) * 60,
      turn: -0.1 + random(-0.12, 0.12),
      size: 1.02,
    }
    const pieceSeed = seed + i * 11
    const bone = path([
      [40, -90],
      [66, -200],
      [70, -310],
      [40, -420],
    ])
    return [
      {
        outline: place(
          ribbon(bone, (t) => 34 - 8 * Math.sin(t * 3.1) + 4 * t),
          placing,
        ),
        seed: pieceSeed + 1,
        rough: 3,
        rim: 16,
        rise: 16,
        material: scrapedBone(pieceSeed),
      },
      {
        outline: curve(place(LAMB_CHOP, placing)),
        seed: pieceSeed,
        rough: 8,
        rim: 34,
        rise: 22,
        wall: 22,
        material: section({
          palette: palettes[flesh],
          seed: pieceSeed,
          marbling,
          muscles: [{ inside: inside(place(LAMB_EYE, placing)), turn: random(0, 3) }],
          trim: 4,
        }),
      },
    ]
  }).flat()
}

const HAM: Polygon = points(
  `200,450 250,290 420,190 640,170 850,220 990,350 1000,500 900,640 700,720 460,710 280,610`,
)

const HAM_MUSCLES: Polygon[] = [
  points(`250,450 300,330 440,246 600,232 640,330 560,420 420,470 300,520`),
  points(`680,240 830,270 940,370 950,480 820,500 700,440 670,340`),
  points(`320,560 450,510 590,470 680,510 660,620 560,670 440,650`),
  points(`730,510 880,530 860,600 720,660 700,580`),
]

export function ham({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const muscles = HAM_MUSCLES.map((m, k) => ({
    inside: inside(m),
    turn: k * 0.8,
    tone: k % 2 ? -0.14 : 0.08,
  }))
  return [
    {
      outline: curve(raise(HAM, 40 * fatCap, 420)),
      seed,
      rough: 9,
      rim: 34,
      rise: 18,
      wall: 20,
      material: section({
        palette: palettes[flesh],
        seed,
        marbling,
        muscles,
        bones: [distanceTo(oval(650, 462, 46, 40))],
        trim: 8,
      }),
    },
  ]
}
