import { blend, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { noise, smooth } from '../noise.ts'
import { curve, oval, type Placing, place, points, unplace } from '../outline.ts'
import type { Piece } from '../pieces.ts'
import { type GarnishBuilder, matte, scatter } from './grower.ts'

export const salt: GarnishBuilder = (at, seed, random) =>
  Array.from({ length: 46 }, (_, i) => {
    const s = random(1.8, 4.6)
    return {
      outline: place(
        [
          [-s, -s * 0.8],
          [s * 0.9, -s],
          [s, s * 0.8],
          [-s * 0.8, s],
        ],
        scatter(random, at, 120),
      ),
      seed: seed + i,
      rough: 0,
      rim: 1,
      rise: 0.1,
      swell: 0,
      grain: 0,
      shadow: 2.5,
      material: matte(rgb('#f4f2ee'), rgb('#ffffff'), seed, 0),
    }
  })

export const pepper: GarnishBuilder = (at, seed, random) =>
  Array.from({ length: 26 }, (_, i) => {
    const spot = scatter(random, at, 110)
    const r = i % 3 === 0 ? random(3, 5) : random(8, 11)
    return {
      outline: oval(spot.x, spot.y, r, r * 0.95, 14),
      seed: seed + i,
      rough: 1.5,
      rim: r,
      rise: r * 1.1,
      swell: 0,
      grain: 1.4,
      shadow: 7,
      material: matte(rgb('#1c1511'), rgb('#54443a'), seed + i, 0.25),
    }
  })

export const garlic: GarnishBuilder = (at, seed, random) =>
  [0, 1, 2].map((k) => ({
    outline: curve(
      place(points(`-44,6 -24,-22 14,-28 46,-6 50,8 20,24 -20,26`), {
        x: at.x + (k - 1) * 78,
        y: at.y + random(-26, 26),
        turn: random(-1.4, 1.4),
      }),
    ),
    seed: seed + k,
    rough: 2,
    rim: 26,
    rise: 22,
    swell: 3,
    grain: 0.4,
    shadow: 18,
    material: matte(rgb('#d9c9b8'), rgb('#f7f0e6'), seed + k, 0.2),
  }))

export const lemon: GarnishBuilder = (at, seed, random) => {
  const half = slice({ ...at, size: 1.16 }, seed)
  return [
    half,
    slice({ x: at.x + (at.x > 600 ? -96 : 96), y: at.y + 46, turn: random(0, 3), size: 0.98 }, seed + 3),
  ]
}

function slice(at: Placing, seed: number): Piece {
  const toLocal = unplace(at)
  return {
    outline: place(oval(0, 0, 74, 72), at),
    seed,
    rough: 1.5,
    rim: 12,
    rise: 10,
    swell: 0,
    grain: 0.8,
    wall: 10,
    shadow: 16,
    material: (x, y, _depth, sample) => {
      const [lx, ly] = toLocal(x, y)
      const r = Math.hypot(lx, ly)
      const a = (Math.atan2(ly, lx) / (2 * Math.PI)) * 9
      const wall = Math.abs((((a % 1) + 1) % 1) - 0.5) * (r * 0.7)
      const pulp =
        smooth(60, 57, r) *
        smooth(0.9, 3.2, (0.5 - Math.abs((((a % 1) + 1) % 1) - 0.5)) * r * 0.7) *
        smooth(3, 8, r)
      const juice = blend(rgb('#e8bf3c'), rgb('#f8e48c'), noise(r / 7, a * 9, seed) * 0.9)
      const c = blend(r > 67 ? rgb('#eac22e') : rgb('#f9f0cf'), juice, pulp)
      setColor(sample, c)
      sample.lift = -pulp * 2 + noise(r / 8, a * 8, seed) * pulp * 2 + wall * 0
      sample.gloss = pulp * 0.6
    },
  }
}
