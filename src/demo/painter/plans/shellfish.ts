import { blend, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clamp, clouds, noise, seededRandom, smooth, threads } from '../noise.ts'
import {
  curve,
  oval,
  type Placing,
  type Point,
  type Polygon,
  path,
  place,
  points,
  ribbon,
  unplace,
} from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'

export function scallops({ flesh, seed, pieces = 9 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const p = palettes[flesh]
  return Array.from({ length: pieces }, (_, i) => {
    const x = 350 + (i % 3) * 250 + (Math.floor(i / 3) % 2) * 60 + random(-14, 14)
    const y = 220 + Math.floor(i / 3) * 225 + random(-14, 14)
    const r = random(98, 116)
    return {
      outline: oval(x, y, r * random(0.96, 1.06), r),
      seed: seed + i,
      rough: 6,
      rim: 44,
      rise: 30,
      swell: 8,
      grain: 0.5,
      wall: 30,
      shadow: 30,
      material: (px: number, py: number, depth: number, sample: Parameters<Material>[3]) => {
        const a = Math.atan2(py - y, px - x)
        const fiber = clouds(Math.cos(a) * 9 + i, Math.sin(a) * 9, seed, 3)
        const c = blend(blend(p.lean, p.bright, fiber * 1.2), p.deep, smooth(12, 2, depth) * 0.5)
        setColor(
          sample,
          blend(c, rgb('#f6d9b8'), smooth(0.55, 0.8, clouds(px / 60, py / 60, seed + 2, 3)) * 0.6),
        )
        sample.lift = (fiber - 0.5) * 3
        sample.gloss = 0.6
      },
    }
  })
}

export function shrimp({ seed, pieces = 9 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  return Array.from({ length: pieces }, (_, i) => {
    const placing: Placing = {
      x: 340 + (i % 3) * 265 + (Math.floor(i / 3) % 2) * 50,
      y: 230 + Math.floor(i / 3) * 225,
      turn: random(-0.9, 0.9),
      size: random(0.94, 1.08),
      flip: i % 2 === 1,
    }
    const arc = path(points(`-96,62 -112,-20 -60,-92 30,-100 96,-40 92,40`), 8)
    const fan: Polygon = points(`80,34 106,34 150,96 120,104 100,84 88,112 60,100`)
    const toLocal = unplace(placing)
    const shell: Material = (x, y, depth, sample) => {
      const [lx, ly] = toLocal(x, y)
      const a = Math.atan2(ly + 6, lx)
      const band = Math.abs(((((a * 2.4) % 1) + 1) % 1) - 0.5)
      let c = blend(
        rgb('#b9a79a'),
        rgb('#e6d3c4'),
        clamp(clouds(lx / 30 + i * 9, ly / 30, seed, 3) * 1.5 - 0.2),
      )
      c = blend(c, rgb('#d98a68'), smooth(0.12, 0.03, band) * 0.7)
      c = blend(c, rgb('#7f8a8c'), smooth(0.5, 0.75, noise(lx / 9, ly / 9, seed + 4)) * 0.35)
      setColor(sample, c)
      sample.lift = -smooth(0.1, 0.02, band) * 3.5
      sample.gloss = 0.7 * clamp(depth / 12)
    }
    const body = ribbon(arc, (t) => 76 * (1 - 0.5 * t) * Math.min(1, 0.6 + 4 * t))
    return [
      {
        outline: curve(place(fan, placing), 5),
        seed: seed + i,
        rough: 3,
        rim: 10,
        rise: 6,
        shadow: 16,
        material: finTail,
      },
      {
        outline: place(body, placing),
        seed: seed + i + 40,
        rough: 3,
        rim: 34,
        rise: 28,
        swell: 4,
        grain: 0.6,
        shadow: 24,
        material: shell,
      },
    ]
  }).flat()
}

const finTail: Material = (x, y, _depth, sample) => {
  setColor(sample, blend(rgb('#b4563c'), rgb('#dd8f6e'), 0.5 + 0.5 * Math.sin(x * 0.5 + y * 0.3)))
  sample.gloss = 0.6
}

const SHELL: Polygon = points(
  `-20,-170 70,-150 130,-70 140,30 100,120 10,176 -80,150 -130,60 -134,-50 -90,-130`,
)

export function oysters({ seed, pieces = 6 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const spots: Point[] = points(`300,270 600,240 900,280 310,620 610,640 910,620`)
  return spots.slice(0, pieces).flatMap(([x, y], i): Piece[] => {
    const placing: Placing = { x, y, turn: random(-0.5, 0.5), size: random(0.92, 1.02), flip: i % 2 === 1 }
    const pieceSeed = seed + i * 7
    const grow = (by: number) => curve(place(SHELL, { ...placing, size: (placing.size ?? 1) * by }))
    const toLocal = unplace(placing)
    return [
      {
        outline: grow(1.02),
        seed: pieceSeed,
        rough: 18,
        rim: 18,
        rise: 22,
        swell: 10,
        grain: 4,
        wall: 12,
        shadow: 34,
        material: shellRim(pieceSeed),
      },
      {
        outline: grow(0.84),
        seed: pieceSeed + 1,
        rough: 6,
        rim: 40,
        rise: -26,
        swell: 4,
        grain: 0.5,
        shadow: 0,
        material: (px, py, _depth, sample) => {
          setColor(
            sample,
            blend(rgb('#cfd0cb'), rgb('#f6f4ee'), clamp(clouds(px / 60, py / 60, pieceSeed, 3) * 1.5 - 0.2)),
          )
          sample.gloss = 1
        },
      },
      {
        outline: curve(place(points(`-8,-96 54,-80 78,-10 64,70 6,112 -54,84 -74,10 -60,-66`), placing)),
        seed: pieceSeed + 2,
        rough: 9,
        rim: 36,
        rise: 22,
        swell: 8,
        grain: 0.6,
        shadow: 8,
        material: (px, py, depth, sample) => {
          const [lx, ly] = toLocal(px, py)
          let c = blend(
            rgb('#b7ab94'),
            rgb('#e3dac6'),
            clamp(clouds(lx / 40 + pieceSeed, ly / 40, pieceSeed, 3) * 1.6 - 0.3),
          )
          c = blend(
            c,
            rgb('#4c4a45'),
            smooth(13, 4, depth + (clouds(lx / 18, ly / 18, pieceSeed + 3, 2) - 0.5) * 12) * 0.75,
          )
          setColor(sample, c)
          sample.gloss = 1.1
        },
      },
    ]
  })
}

const shellRim =
  (seed: number): Material =>
  (x, y, depth, sample) => {
    const layers = threads(x / 90, y / 90, seed, 3) + depth * 0.02
    const c = blend(rgb('#6f6a62'), rgb('#b8b0a2'), clamp(layers * 1.2 - 0.3))
    setColor(sample, blend(c, rgb('#e8e2d6'), smooth(12, 26, depth) * 0.8))
    sample.lift = layers * 5
    sample.gloss = 0.15
  }
