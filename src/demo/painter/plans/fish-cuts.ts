import { blend, dim, rgb } from '../color.ts'
import { leanAt, setColor } from '../flesh.ts'
import { clamp, clouds, smooth } from '../noise.ts'
import { curve, type Placing, type Polygon, place, points, unplace } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'

const SIDE: Polygon =
  points(`96,470 150,350 290,280 480,258 680,276 850,330 980,392 1080,420 1126,452 1090,500 980,530
    820,590 620,640 400,656 220,620 120,560`)

export function salmon({ flesh, marbling, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  return [
    {
      outline: curve(SIDE),
      seed,
      rough: 6,
      rim: 84,
      rise: 44,
      swell: 9,
      grain: 0.8,
      wall: 14,
      shadow: 32,
      material: (x, y, depth, sample) => {
        const spine = 462 + 9 * Math.sin(x / 170) + (x - 600) * 0.01
        const off = y - spine
        const warp = (clouds(x / 110, y / 110, seed + 80, 3) - 0.5) * 60
        const chevron = x * 0.92 + Math.abs(off) ** 1.14 * 0.9 + warp
        const spacing = 38
        const phase = Math.abs(((((chevron / spacing) % 1) + 1) % 1) - 0.5)
        const thin =
          smooth(0.13 + marbling * 0.06, 0.02, phase) * (0.35 + 0.5 * clouds(x / 50, y / 50, seed + 81, 2))
        let c = blend(p.lean, p.bright, clamp(clouds(x / 160, y / 60, seed + 1, 4) * 1.6 - 0.3))
        c = blend(c, p.deep, smooth(0.5, 0.8, clouds(chevron / 16, off / 40, seed + 2, 2)) * 0.35)
        c = blend(c, p.fat, thin * (0.5 + marbling * 0.7))
        c = blend(c, p.deep, smooth(13, 2, Math.abs(off)) * 0.6)
        // The belly is pale, and silver skin curls up along the edge.
        c = blend(c, p.cream, smooth(90, 150, off) * smooth(700, 300, x) * 0.5)
        const silver =
          smooth(11, 4, depth + (clouds(x / 40, y / 40, seed + 3, 2) - 0.5) * 8) * smooth(-20, 40, off)
        setColor(sample, blend(c, rgb('#8d979c'), silver))
        sample.lift = -thin * 2.2 - smooth(9, 2, Math.abs(off)) * 4
        sample.gloss = p.gloss
      },
    },
  ]
}

const PORTION: Polygon = points(
  `-180,-86 -60,-104 90,-100 180,-80 190,20 170,92 40,106 -90,108 -182,90 -194,0`,
)

const PAIR: Placing[] = [
  { x: 450, y: 320, turn: -0.12 },
  { x: 740, y: 580, turn: 0.08 },
]

const TRIO: Placing[] = [
  { x: 420, y: 260, turn: -0.14 },
  { x: 760, y: 450, turn: 0.1 },
  { x: 440, y: 660, turn: -0.05 },
]

/** Thick, flaky portions. Salmon shows white fat between its flakes, cod a shadow. */
export function portions({ flesh, seed, pieces = 3 }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const isRed = flesh !== 'white-fish'
  return (pieces === 2 ? PAIR : TRIO.slice(0, pieces)).map((spot, i) => {
    const pieceSeed = seed + i * 9
    const placing = { ...spot, size: 1.22 }
    const toLocal = unplace(placing)
    return {
      outline: curve(place(PORTION, placing)),
      seed: pieceSeed,
      rough: 6,
      rim: 60,
      rise: 40,
      swell: 11,
      grain: 0.4,
      wall: 34,
      shadow: 34,
      material: (x: number, y: number, depth: number, sample: Parameters<Material>[3]) => {
        const [lx, ly] = toLocal(x, y)
        const flake =
          lx * 0.8 +
          Math.abs(ly - 10) ** 1.3 * 0.4 +
          (clouds(lx / 80 + pieceSeed, ly / 80, pieceSeed, 3) - 0.5) * 60
        const phase = Math.abs(((((flake / 52) % 1) + 1) % 1) - 0.5)
        let c = blend(
          p.lean,
          p.bright,
          clamp(clouds(lx / 50 + pieceSeed, ly / 40, pieceSeed + 1, 3) * 1.6 - 0.3),
        )
        const open = 0.25 + 0.75 * smooth(0.35, 0.65, clouds(lx / 70 + pieceSeed, ly / 70, pieceSeed + 6, 3))
        c = blend(c, isRed ? p.cream : p.deep, smooth(isRed ? 0.1 : 0.2, 0.01, phase) * 0.7 * open)
        c = dim(c, 0.93 + 0.07 * smooth(0, 0.4, phase))
        c = blend(
          c,
          isRed ? p.deep : rgb('#cf9a8c'),
          smooth(0.56, 0.8, clouds(lx / 130 + pieceSeed, ly / 30, pieceSeed + 2, 3)) * 0.42,
        )
        c = blend(
          c,
          rgb('#8f9698'),
          smooth(16, 4, depth + (clouds(lx / 40, ly / 40, pieceSeed + 9, 2) - 0.5) * 20) *
            smooth(20, 90, ly) *
            0.75,
        )
        setColor(sample, c)
        sample.lift = -smooth(0.3, 0.01, phase) * (isRed ? 5 : 3.4) * open
        sample.gloss = p.gloss * clamp(depth / 20)
      },
    }
  })
}

const STEAK: Polygon = points(
  `-290,-90 -180,-170 20,-190 220,-150 310,-40 290,90 150,170 -80,190 -250,130 -316,20`,
)

export function fishSteak({ flesh, seed, pieces = 2 }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const spots: Placing[] = [
    { x: 470, y: 300, turn: -0.1 },
    { x: 720, y: 610, turn: 0.08 },
  ]
  return spots.slice(0, pieces).map((spot, i) => {
    const pieceSeed = seed + i * 7
    const toLocal = unplace(spot)
    return {
      outline: curve(place(STEAK, spot)),
      seed: pieceSeed,
      rough: 6,
      rim: 44,
      rise: 30,
      wall: 36,
      shadow: 32,
      material: (x: number, y: number, _depth: number, sample: Parameters<Material>[3]) => {
        const [lx, ly] = toLocal(x, y)
        const r = Math.hypot(lx + 330, (ly - 20) * 1.25) + (clouds(lx / 90, ly / 90, pieceSeed, 3) - 0.5) * 40
        const ring = Math.abs(((((r / 40) % 1) + 1) % 1) - 0.5)
        const c = blend(
          leanAt(lx + pieceSeed * 40, ly, pieceSeed, p, 0.3, 4),
          p.fat,
          smooth(0.08, 0.01, ring) * 0.42,
        )
        setColor(sample, blend(c, p.deep, smooth(60, 20, Math.hypot(lx + 250, ly)) * 0.8))
        sample.lift = -smooth(0.1, 0.01, ring) * 1.4
        sample.gloss = p.gloss
      },
    }
  })
}
