import { birdSkin, scrapedBone } from '../bone-and-skin.ts'
import { blend, rgb } from '../color.ts'
import { fatAt, leanAt, setColor } from '../flesh.ts'
import { clamp, clouds, seededRandom, smooth, threads } from '../noise.ts'
import { curve, type Placing, type Polygon, place, points } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { DUCK_SKIN } from './birds.ts'

const DRUM: Polygon =
  points(`-250,-10 -232,-46 -180,-44 -110,-40 -30,-92 80,-136 180,-120 236,-40 226,56 150,122 40,124
    -50,76 -120,40 -190,40 -236,36`)

export function drumsticks({ flesh, seed, fatCap, pieces = 4 }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const spots: Placing[] = [
    { x: 420, y: 230, turn: -0.25 },
    { x: 800, y: 330, turn: 2.9 },
    { x: 400, y: 520, turn: 0.1 },
    { x: 780, y: 650, turn: 3.3 },
  ]
  return spots.slice(0, pieces).flatMap((spot, i): Piece[] => {
    const placing = { ...spot, size: 0.98 }
    const pieceSeed = seed + i * 7
    const knob: Polygon = points(`-300,-34 -262,-52 -216,-34 -200,0 -220,34 -264,46 -304,26 -312,0`)
    return [
      {
        outline: curve(place(knob, placing)),
        seed: pieceSeed + 1,
        rough: 5,
        rim: 30,
        rise: 22,
        shadow: 22,
        material: scrapedBone(pieceSeed),
      },
      {
        outline: curve(place(DRUM, placing)),
        seed: pieceSeed,
        rough: 5,
        rim: 92,
        rise: 66,
        swell: 12,
        shadow: 34,
        material: birdSkin(p, pieceSeed, 0.3 + fatCap),
      },
    ]
  })
}

const THIGH_CUT: Polygon =
  points(`-216,24 -190,-70 -110,-142 10,-164 120,-150 192,-84 208,10 168,96 80,150 -30,140 -110,120
    -186,104`)

function skinned(flesh: CutPicture['flesh'], seed: number, fatCap: number): Material {
  const p = palettes[flesh]
  const red = flesh === 'duck' ? palettes.duck : palettes['heritage-pork']
  const skin = birdSkin(flesh === 'duck' ? DUCK_SKIN : p, seed, 0.3 + fatCap)
  return (x, y, depth, sample) => {
    const edge = 16 + (clouds(x / 80, y / 80, seed + 8, 2) - 0.5) * 90
    const under = smooth(edge, edge - 6, depth)
    skin(x, y, depth, sample)
    const meat = blend(
      leanAt(x, y, seed, red, 0.6),
      fatAt(x, y, seed, p),
      smooth(edge - 14, edge - 5, depth) * 0.8,
    )
    setColor(sample, blend([sample.r, sample.g, sample.b], meat, under * 0.9))
    sample.lift = sample.lift * (1 - under) + (1 - under) * 7
  }
}

export function thighs({ flesh, seed, fatCap, pieces = 4 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const spots: Placing[] = [
    { x: 360, y: 290 },
    { x: 770, y: 270 },
    { x: 420, y: 625 },
    { x: 850, y: 600 },
  ]
  return spots.slice(0, pieces).map((spot, i) => ({
    outline: curve(
      place(THIGH_CUT, { ...spot, turn: random(-0.5, 0.5), size: random(0.95, 1.05), flip: i % 2 === 1 }),
    ),
    seed: seed + i * 9,
    rough: 9,
    rim: 120,
    rise: 84,
    swell: 20,
    grain: 0.8,
    wall: 10,
    shadow: 36,
    material: skinned(flesh, seed + i * 9, fatCap),
  }))
}

const BREAST_CUT: Polygon = points(
  `-70,-270 40,-280 130,-200 170,-60 140,90 70,210 10,290 -40,270 -90,150 -140,10 -140,-150`,
)

export function breasts({ flesh, seed, fatCap, pieces = 2 }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const skinOn = flesh === 'duck'
  const spots: Placing[] = [
    { x: 410, y: 440, turn: 0.22 },
    { x: 800, y: 450, turn: -0.18, flip: true },
  ]
  return spots.slice(0, pieces).map((spot, i) => {
    const pieceSeed = seed + i * 9
    const bare: Material = (x, y, depth, sample) => {
      const c = leanAt(x, y, pieceSeed, p, 1.2 + i * 0.3, 5)
      setColor(
        sample,
        blend(c, p.cream, smooth(0.88, 0.98, threads(x / 160, y / 90, pieceSeed + 3, 2)) * 0.6),
      )
      sample.lift = (clouds(x / 14, y / 60, pieceSeed + 4, 2) - 0.5) * 2.4
      sample.gloss = 0.5 * clamp(depth / 30)
    }
    return {
      outline: curve(place(BREAST_CUT, { ...spot, size: 1.06 })),
      seed: pieceSeed,
      rough: skinOn ? 12 : 6,
      rim: 120,
      rise: skinOn ? 50 : 74,
      swell: 14,
      shadow: 36,
      material: skinOn ? scoredSkin(skinned(flesh, pieceSeed, fatCap)) : bare,
    }
  })
}

const scoredSkin =
  (skin: Material): Material =>
  (x, y, depth, sample) => {
    skin(x, y, depth, sample)
    const line = Math.min(Math.abs(((x + y) % 54) - 27), Math.abs(((((x - y) % 54) + 54) % 54) - 27))
    const mark = smooth(4, 1, line) * smooth(40, 70, depth)
    setColor(sample, blend([sample.r, sample.g, sample.b], rgb('#e0a58c'), mark * 0.7))
    sample.lift -= mark * 4
  }

const FLAT: Polygon = points(`-130,-50 -40,-66 60,-54 140,-44 150,30 70,56 -40,60 -136,46`)

const DRUMETTE: Polygon = points(
  `-120,-76 -40,-84 40,-46 120,-34 156,-28 160,26 110,34 30,44 -50,82 -124,70 -156,0`,
)

export function wings({ flesh, seed, fatCap, pieces = 8 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  return Array.from({ length: pieces }, (_, i) => {
    const x = 300 + (i % 3) * 300 + (Math.floor(i / 3) % 2) * 60
    const y = 210 + Math.floor(i / 3) * 240
    return {
      outline: curve(
        place(i % 2 ? FLAT : DRUMETTE, { x, y, turn: random(-0.8, 0.8), size: random(0.92, 1.04) }),
      ),
      seed: seed + i * 5,
      rough: 6,
      rim: 56,
      rise: 40,
      swell: 10,
      shadow: 26,
      material: birdSkin(palettes[flesh], seed + i * 5, 0.3 + fatCap),
    }
  })
}
