import { scrapedBone } from '../bone-and-skin.ts'
import { blend, dim, type Rgb, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clouds, seededRandom, smooth } from '../noise.ts'
import { curve, distanceTo, type Polygon, path, points, ribbon } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { section } from '../section.ts'
import { slab } from './slab.ts'

export function shortRibs({ flesh, marbling, seed, pieces = 4 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const p = palettes[flesh]
  const gap = 860 / pieces
  return Array.from({ length: pieces }, (_, i) => {
    const x = 170 + gap * (i + 0.5)
    const half = gap * 0.42
    const top = 210 + random(-20, 20)
    const foot = 690 + random(-16, 16)
    const pieceSeed = seed + i * 9
    const block: Polygon = [
      [x - half, top + 16],
      [x, top - 4],
      [x + half, top + 12],
      [x + half + 6, (top + foot) / 2],
      [x + half, foot],
      [x, foot + 10],
      [x - half, foot],
      [x - half - 6, (top + foot) / 2],
    ]
    const fat = (px: number, py: number) => {
      const v = (py - top) / (foot - top) + (clouds(px / 70, py / 60, pieceSeed + 2, 3) - 0.5) * 0.13
      return Math.max(
        smooth(0.09, 0.05, v),
        smooth(0.035, 0.015, Math.abs(v - 0.36)),
        smooth(0.03, 0.012, Math.abs(v - 0.62)),
      )
    }
    const bone = distanceTo(
      curve(
        [
          [x - half * 0.8, foot - 118],
          [x, foot - 128],
          [x + half * 0.8, foot - 116],
          [x + half * 0.86, foot - 40],
          [x, foot - 28],
          [x - half * 0.86, foot - 42],
        ],
        6,
      ),
    )
    const meat = slab({ p, seed: pieceSeed, marbling, fat, turn: 1.45, stretch: 3, thread: 0.5 })
    const sawn = section({ palette: p, seed: pieceSeed, marbling: 0, muscles: [], bones: [bone] })
    return {
      outline: curve(block, 6),
      seed: pieceSeed,
      rough: 9,
      rim: 34,
      rise: 26,
      swell: 12,
      wall: 34,
      shadow: 28,
      material: (px: number, py: number, depth: number, sample: Parameters<Material>[3]) =>
        bone(px, py) < 4 ? sawn(px, py, depth, sample) : meat(px, py, depth, sample),
    }
  })
}

const RIB_SLAB: Polygon =
  points(`110,360 240,290 480,262 760,256 980,280 1096,330 1100,480 1040,600 830,640 560,652 300,640
    140,580`)

export function ribSlab({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const bones = Array.from({ length: 11 }, (_, i) => 165 + i * 86)
  const between = (x: number, y: number) => {
    const slant = x - (y - 450) * 0.16 + (clouds(x / 120, y / 120, seed + 4, 2) - 0.5) * 26
    return Math.min(...bones.map((b) => Math.abs(slant - b)))
  }
  const fat = (x: number, y: number) =>
    smooth(0.62 - fatCap * 0.1, 0.72 - fatCap * 0.08, clouds(x / 90, y / 60, seed + 1, 4)) * 0.75
  const meat = slab({ p, seed, marbling, fat, turn: 1.4, stretch: 3, thread: 0.6 })
  return [
    {
      outline: curve(RIB_SLAB),
      seed,
      rough: 12,
      rim: 34,
      rise: 22,
      swell: 10,
      wall: 18,
      material: (x, y, depth, sample) => {
        meat(x, y, depth, sample)
        const d = between(x, y)
        const bare = smooth(30, 22, d) * smooth(10, 24, depth)
        const c: Rgb = blend(
          [sample.r, sample.g, sample.b],
          blend(rgb('#e3c4a6'), rgb('#f2e2cd'), clouds(x / 20, y / 40, seed, 2)),
          bare * (0.5 + 0.25 * clouds(x / 60, y / 80, seed + 8, 2)),
        )
        setColor(sample, dim(c, 1 - 0.3 * smooth(10, 0, Math.abs(d - 30)) * smooth(6, 24, depth)))
        sample.lift += smooth(34, 4, d) * 15
      },
    },
  ]
}

export function rack({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const p = palettes[flesh]
  const bones = Array.from({ length: 8 }, (_, i): Piece => {
    const x = 268 + i * 92
    const lean = (i - 3.5) * 9
    const line = path([
      [x, 520],
      [x + lean * 0.4 - 10, 400],
      [x + lean - 4, 280],
      [x + lean * 1.6 + 14, 150 + random(-10, 16)],
    ])
    return {
      outline: ribbon(line, (t) => 32 - 6 * Math.sin(t * 3.1) + 5 * t * t),
      seed: seed + i,
      rough: 3,
      rim: 15,
      rise: 15,
      material: scrapedBone(seed + i),
      shadow: 22,
    }
  })
  const fat = (x: number, y: number, depth: number) => {
    const patch = clouds(x / 120, y / 90, seed + 1, 4)
    const cap = smooth(0.66 - fatCap * 0.32, 0.74 - fatCap * 0.3, patch + (y - 540) / 900)
    return Math.max(cap, smooth(16, 6, depth))
  }
  const meat = slab({ p, seed, marbling, fat, turn: 0.1, stretch: 3, thread: 0.5 })
  const loin: Piece = {
    outline: curve(
      points(`190,520 240,430 400,400 600,394 800,400 970,430 1020,520 1000,640 860,710 600,724 340,706
    210,630`),
    ),
    seed,
    rough: 11,
    rim: 96,
    rise: 56,
    swell: 12,
    wall: 16,
    shadow: 34,
    material: (x, y, depth, sample) => {
      meat(x, y, depth, sample)
      const score = Math.min(Math.abs(((x + y) % 74) - 37), Math.abs(((((x - y) % 74) + 74) % 74) - 37))
      const mark = smooth(5, 1, score) * smooth(24, 60, depth)
      setColor(sample, blend([sample.r, sample.g, sample.b], p.bright, mark * 0.5))
      sample.lift -= mark * 5
    },
  }
  return [...bones, loin]
}
