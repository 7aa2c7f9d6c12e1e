import { dots } from '../bone-and-skin.ts'
import { blend, dim } from '../color.ts'
import { fatAt, leanAt, setColor } from '../flesh.ts'
import { clamp, clouds, hash, noise, seededRandom, smooth, threads } from '../noise.ts'
import { curve, oval, type Point, type Polygon, path, place, points, ribbon, unplace } from '../outline.ts'
import { type Palette, palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'

function strand(p: Palette, seed: number, fatness: number): Material {
  const tone = 0.25 + 0.75 * hash(seed, 3, 5)
  return (x, y, depth, sample) => {
    const c = blend(
      blend(p.lean, p.bright, tone * 0.9),
      p.deep,
      smooth(0.55, 0.85, noise(x / 12, y / 9, seed)) * 0.35,
    )
    const fleck = smooth(0.7 - fatness * 0.14, 0.95 - fatness * 0.1, noise(x / 13, y / 10, seed + 9))
    setColor(sample, dim(blend(c, p.fat, fleck * 0.8), 0.84 + 0.16 * smooth(0, 9, depth)))
    sample.gloss = p.gloss * 0.45
  }
}

export function ground({ flesh, marbling, seed }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const p = palettes[flesh]
  const strands: Piece[] = [
    {
      outline: curve(
        points(`250,450 300,270 470,190 720,190 910,280 960,450 890,620 700,700 440,700 290,600`),
      ),
      seed,
      rough: 30,
      rim: 110,
      rise: 40,
      shadow: 34,
      material: strand(p, seed, marbling),
    },
  ]
  for (let k = 0; k < 130; k++) {
    // The first strands lie at the edge, the last on top.
    const ring = Math.sqrt(1 - k / 130)
    const a = k * 2.39996 + random(-0.3, 0.3)
    const x = 604 + Math.cos(a) * ring * 322
    const y = 448 + Math.sin(a) * ring * 228
    const turn = random(-0.55, 0.55) + (k % 5 === 0 ? 1.3 : 0.1)
    const length = random(60, 120)
    const bend = random(-34, 34)
    const line = path(
      [
        [-length, bend * 0.4],
        [-length / 3, -bend],
        [length / 3, bend],
        [length, -bend * 0.3],
      ],
      6,
    )
    strands.push({
      outline: place(
        ribbon(line, (t) => 31 * Math.min(1, 0.5 + 6 * Math.min(t, 1 - t))),
        { x, y, turn },
      ),
      seed: seed + k,
      rough: 4,
      rim: 16,
      rise: 16,
      swell: 3,
      grain: 1.2,
      shadow: 5,
      material: strand(p, seed + k * 3, marbling),
    })
  }
  return strands
}

const minced =
  (p: Palette, seed: number, fatness: number): Material =>
  (x, y, depth, sample) => {
    const wx = x + (clouds(x / 30, y / 30, seed, 2) - 0.5) * 22
    const wy = y + (clouds(x / 30, y / 30, seed + 1, 2) - 0.5) * 22
    const crumb = threads(wx / 24, wy / 20, seed + 2, 2)
    let c = blend(p.lean, p.bright, clamp(noise(wx / 16, wy / 14, seed + 3) * 1.2 - 0.1))
    c = blend(c, p.deep, smooth(0.72, 0.95, crumb) * 0.7)
    c = blend(
      c,
      p.fat,
      smooth(0.72 - fatness * 0.12, 0.95 - fatness * 0.1, noise(wx / 11, wy / 8, seed + 4)) * 0.62,
    )
    setColor(sample, dim(c, 0.85 + 0.15 * smooth(0, 20, depth)))
    sample.lift = -smooth(0.7, 0.98, crumb) * 5
    sample.gloss = p.gloss * 0.9
  }

export function patties({ flesh, marbling, seed, pieces = 4 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const spots: Point[] = [
    [370, 310],
    [790, 280],
    [440, 640],
    [860, 610],
  ]
  return spots.slice(0, pieces).map(([x, y], i) => ({
    outline: oval(x, y, 188 * random(0.97, 1.03), 178 * random(0.97, 1.03)),
    seed: seed + i * 7,
    rough: 22,
    rim: 34,
    rise: 20,
    swell: 10,
    grain: 3,
    wall: 24,
    material: minced(palettes[flesh], seed + i * 7, marbling),
  }))
}

export function stew({ flesh, marbling, seed, pieces = 22 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  return Array.from({ length: pieces }, (_, k) => {
    const ring = Math.sqrt(1 - k / pieces)
    const a = k * 2.39996
    const half = random(52, 74)
    const square: Polygon = [
      [-half, -half * 0.8],
      [0, -half * random(0.9, 1.05)],
      [half, -half * 0.8],
      [half * random(0.9, 1.1), 0],
      [half * 0.9, half * 0.85],
      [0, half * random(0.9, 1.05)],
      [-half, half * 0.8],
      [-half * random(0.95, 1.1), 0],
    ]
    const placing = {
      x: 600 + Math.cos(a) * ring * 330,
      y: 440 + Math.sin(a) * ring * 235,
      turn: random(-2, 2),
    }
    const pieceSeed = seed + k * 3
    const toLocal = unplace(placing)
    const p = palettes[flesh]
    return {
      outline: curve(place(square, placing), 5),
      seed: pieceSeed,
      rough: 8,
      rim: 26,
      rise: 22,
      swell: 8,
      wall: 16,
      shadow: 18,
      material: (x: number, y: number, depth: number, sample: Parameters<Material>[3]) => {
        const [lx, ly] = toLocal(x, y)
        const c = leanAt(lx + pieceSeed * 50, ly, pieceSeed, p, 0.2, 3)
        const fat = Math.max(
          smooth(0.84, 0.95, threads(lx / 60 + pieceSeed, ly / 34, pieceSeed + 4, 2)) * (0.3 + marbling),
          smooth(0.5, 0.2, (ly + half) / 22) * (k % 3 === 0 ? 1 : 0),
        )
        setColor(
          sample,
          dim(blend(c, fatAt(x, y, pieceSeed, p), clamp(fat)), 0.82 + 0.18 * smooth(0, 16, depth)),
        )
        sample.gloss = p.gloss + dots(x, y, 9, pieceSeed) * 0.05
      },
    }
  })
}
