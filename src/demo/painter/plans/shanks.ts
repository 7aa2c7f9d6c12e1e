import { scrapedBone } from '../bone-and-skin.ts'
import { seededRandom } from '../noise.ts'
import { curve, type Placing, type Polygon, place, points } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { section } from '../section.ts'
import { inside } from './muscles.ts'

const SHANK: Polygon = points(`-196,10 -170,-110 -60,-186 80,-180 180,-90 198,40 130,150 0,190 -130,150`)

const SHANK_MUSCLES: Polygon[] = [
  points(`-168,-10 -146,-96 -60,-152 -10,-140 -40,-80 -78,-30 -130,10`),
  points(`20,-150 90,-150 152,-80 164,20 110,20 70,-40 30,-90`),
  points(`100,50 156,50 110,128 10,160 0,110 60,84`),
  points(`-160,30 -90,20 -60,80 -20,110 -20,158 -110,130`),
]

const QUARTET: Placing[] = [
  { x: 330, y: 300 },
  { x: 760, y: 260 },
  { x: 440, y: 640 },
  { x: 880, y: 600 },
]

export function shank({ flesh, marbling, seed, pieces = 4 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const spots = pieces === 1 ? [{ x: 600, y: 440, size: 1.7 }] : QUARTET.slice(0, pieces)
  return spots.flatMap((spot, i) => {
    const pieceSeed = seed + i * 17
    const placing: Placing = {
      ...spot,
      turn: random(-3, 3),
      size: (spot.size ?? 0.98) * random(0.9, 1.06),
      flip: i % 2 === 1,
    }
    const muscles = SHANK_MUSCLES.map((m, k) => ({
      inside: inside(place(m, placing)),
      turn: k,
      tone: k % 2 ? -0.15 : 0.05,
    }))
    return [
      {
        outline: curve(place(SHANK, placing)),
        seed: pieceSeed,
        rough: 9,
        rim: 36,
        rise: 24,
        wall: 40,
        shadow: 30,
        material: section({
          palette: palettes[flesh],
          seed: pieceSeed,
          marbling,
          muscles,
          trim: 5,
          reach: 30,
          seam: 7,
        }),
      },
      marrowRing(placing, pieceSeed),
    ].flat()
  })
}

function marrowRing(placing: Placing, seed: number): Piece[] {
  const ring = place(curve(points(`-62,0 -40,-56 20,-64 64,-20 58,40 0,62 -48,44`)), placing)
  const hole = place(curve(points(`-38,2 -22,-34 14,-38 40,-10 34,26 0,38 -28,28`)), placing)
  const marrow = palettes.tallow
  return [
    { outline: ring, seed: seed + 5, rough: 4, rim: 10, rise: 6, shadow: 5, material: scrapedBone(seed + 6) },
    {
      outline: hole,
      seed: seed + 7,
      rough: 5,
      rim: 9,
      rise: -5,
      shadow: 0,
      material: section({
        palette: { ...marrow, fat: [0.8, 0.58, 0.42], cream: [0.88, 0.7, 0.54] },
        seed: seed + 8,
        marbling: 0,
        muscles: [],
      }),
    },
  ]
}

export function marrowBones(picture: CutPicture): Piece[] {
  const random = seededRandom(picture.seed)
  const spots: Placing[] = [
    { x: 290, y: 300 },
    { x: 570, y: 250 },
    { x: 850, y: 310 },
    { x: 400, y: 570 },
    { x: 690, y: 590 },
    { x: 950, y: 600 },
  ]
  return spots.flatMap((spot, i) => {
    const placing: Placing = { ...spot, turn: random(-3, 3), size: random(1.75, 2.1) }
    const base = place(curve(points(`-66,0 -44,-60 20,-68 68,-20 62,42 0,66 -52,48`)), placing)
    return [
      {
        outline: base,
        seed: picture.seed + i,
        rough: 6,
        rim: 20,
        rise: 18,
        wall: 46,
        shadow: 30,
        material: scrapedBone(picture.seed + i),
      },
      ...marrowRing(placing, picture.seed + i * 5),
    ]
  })
}
