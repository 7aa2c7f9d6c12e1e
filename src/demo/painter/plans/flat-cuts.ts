import { blend, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clouds, smooth } from '../noise.ts'
import { curve, type Polygon, points } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { slab } from './slab.ts'

const FLANK: Polygon =
  points(`130,400 230,270 430,220 660,216 890,260 1050,350 1090,470 1000,600 800,660 560,680 320,650
    170,540`)

export function flank({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) =>
    smooth(0.68 - fatCap * 0.1, 0.76 - fatCap * 0.08, clouds(x / 190, y / 34, seed + 1, 4)) * 0.8
  return [
    {
      outline: curve(FLANK),
      seed,
      rough: 14,
      rim: 40,
      rise: 22,
      swell: 14,
      wall: 14,
      material: slab({ p, seed, marbling: marbling * 0.7, fat, turn: 0.18, stretch: 9, thread: 1.7 }),
    },
  ]
}

const TRI_TIP: Polygon =
  points(`190,560 280,400 450,270 660,200 860,220 1010,330 1030,450 900,500 740,560 560,660 380,710
    230,670`)

export function triTip({ flesh, marbling, fatCap, seed }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => {
    const sway = (clouds(x / 90, y / 90, seed + 1, 4) - 0.5) * 120
    return Math.max(
      smooth(30, -10, y + 0.5 * x - 560 - fatCap * 70 + sway),
      smooth(0.68, 0.76, clouds(x / 110, y / 60, seed + 2, 3)) * 0.8,
    )
  }
  return [
    {
      outline: curve(TRI_TIP),
      seed,
      rough: 12,
      rim: 84,
      rise: 50,
      swell: 14,
      wall: 22,
      shadow: 34,
      material: slab({ p, seed, marbling, fat, turn: -0.5, stretch: 5, thread: 1 }),
    },
  ]
}

export function belly({ flesh, seed, marbling }: CutPicture): Piece[] {
  const p = palettes[flesh]
  const fat = (x: number, y: number) => {
    const v = (y - 250) / 420 + (clouds(x / 230, y / 120, seed + 1, 3) - 0.5) * 0.22
    return Math.max(
      smooth(0.26, 0.2, v),
      smooth(0.07, 0.04, Math.abs(v - 0.5)),
      smooth(0.05, 0.025, Math.abs(v - 0.76)),
    )
  }
  const meat = slab({ p, seed, marbling, fat, turn: 0, stretch: 6, thread: 0.7 })
  return [
    {
      outline: curve(
        points(`160,300 380,236 640,228 900,240 1050,290 1066,450 1050,610 880,668 600,684 320,670 160,620
    138,460`),
      ),
      seed,
      rough: 10,
      rim: 40,
      rise: 28,
      swell: 14,
      wall: 44,
      shadow: 34,
      material: (x, y, depth, sample) => {
        meat(x, y, depth, sample)
        const rind = smooth(
          26,
          14,
          y - 232 - Math.abs(x - 600) * 0.06 + (clouds(x / 60, 1, seed + 5, 2) - 0.5) * 12,
        )
        setColor(sample, blend([sample.r, sample.g, sample.b], rgb('#d9a878'), rind * 0.7))
      },
    },
  ]
}
