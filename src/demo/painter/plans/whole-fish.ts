import { blend, dim, type Rgb, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clamp, noise, smooth } from '../noise.ts'
import { curve, type Placing, type Polygon, place, points, unplace } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'

const TROUT: Polygon =
  points(`-470,10 -430,-34 -330,-84 -160,-118 40,-112 220,-72 340,-34 400,-30 476,-96 500,-80 474,4 502,92
    474,104 398,42 330,46 200,82 20,112 -180,110 -340,78 -440,44`)

export function wholeFish({ flesh, seed, pieces = 2 }: CutPicture): Piece[] {
  const spots: Placing[] = [
    { x: 590, y: 300, turn: -0.08 },
    { x: 620, y: 610, turn: 0.05 },
  ]
  return spots.slice(0, pieces).flatMap((spot, i) => {
    const placing = { ...spot, size: 1.04 }
    const pieceSeed = seed + i * 5
    const fins: Polygon[] = [
      [
        [-60, -104],
        [20, -186],
        [110, -170],
        [90, -96],
      ],
      [
        [60, 96],
        [110, 160],
        [150, 146],
        [130, 84],
      ],
      [
        [-210, 96],
        [-170, 156],
        [-120, 150],
        [-130, 100],
      ],
    ]
    return [
      ...fins.map(
        (fin, k): Piece => ({
          outline: place(fin, placing),
          seed: pieceSeed + k,
          rough: 4,
          rim: 10,
          rise: 4,
          shadow: 14,
          material: finMaterial(pieceSeed),
        }),
      ),
      {
        outline: curve(place(TROUT, placing), 8),
        seed: pieceSeed,
        rough: 2,
        rim: 92,
        rise: 62,
        swell: 5,
        grain: 0.7,
        shadow: 36,
        material: scales(placing, pieceSeed, palettes[flesh].lean),
      },
    ]
  })
}

const finMaterial =
  (seed: number): Material =>
  (x, y, _depth, sample) => {
    setColor(
      sample,
      blend(
        rgb('#8a7d5c'),
        rgb('#c7a67e'),
        0.5 + 0.5 * Math.sin(x * 0.7 + y * 0.25) * 0.6 + (noise(x / 12, y / 12, seed) - 0.5) * 0.4,
      ),
    )
  }

function scales(placing: Placing, seed: number, blush: Rgb): Material {
  const toLocal = unplace(placing)
  const spot = (x: number, y: number, cell: number, n: number) => {
    const i = Math.floor(x / cell)
    const j = Math.floor(y / cell)
    const cx = (i + 0.3 + 0.4 * noise(i, j, n)) * cell
    const cy = (j + 0.3 + 0.4 * noise(i, j, n + 1)) * cell
    return noise(i * 3.3, j * 7.1, n + 2) > 0.42 ? smooth(7, 4, Math.hypot(x - cx, y - cy)) : 0
  }
  return (x, y, depth, sample) => {
    const [lx, ly] = toLocal(x, y)
    const v = clamp((ly + 118) / 236)
    let c = blend(rgb('#5d6442'), rgb('#a9a889'), smooth(0.06, 0.42, v))
    c = blend(c, rgb('#ece6d8'), smooth(0.52, 0.82, v))
    c = blend(c, blush, smooth(0.16, 0.02, Math.abs(v - 0.48)) * 0.55)
    const row = Math.sin(lx * 0.42 + (Math.floor(ly / 7) % 2) * 3.1) * Math.sin(ly * 0.45)
    c = dim(c, 0.92 + 0.12 * row)
    c = blend(c, rgb('#22221a'), spot(lx, ly, 27, seed) * smooth(0.72, 0.5, v) * 0.85)
    const gill = Math.abs(Math.hypot(lx + 400, (ly - 4) * 0.8) - 92)
    if (lx > -440) c = dim(c, 1 - 0.4 * smooth(7, 1, gill) * smooth(-400, -330, lx))
    const eye = Math.hypot(lx + 402, ly + 18)
    c = blend(c, rgb('#c9a54e'), smooth(18, 16, eye))
    c = blend(c, rgb('#0d0d0c'), smooth(12, 10, eye))
    c = blend(c, rgb('#ffffff'), smooth(4.5, 3, Math.hypot(lx + 406, ly + 23)))
    c = blend(c, rgb('#77704e'), smooth(385, 430, lx) * 0.7)
    setColor(sample, c)
    sample.lift = row * 0.5 - smooth(7, 1, gill) * 2 * smooth(-400, -330, lx)
    sample.gloss = 0.8 * clamp(depth / 20)
  }
}
