import { blend, dim, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clouds, smooth } from '../noise.ts'
import {
  curve,
  type Placing,
  type Point,
  type Polygon,
  path,
  place,
  points,
  ribbon,
  unplace,
} from '../outline.ts'
import type { Piece } from '../pieces.ts'
import { type GarnishBuilder, matte, type Random } from './grower.ts'

function stem(line: Polygon, seed: number, color: string, thickness: number): Piece {
  return {
    outline: ribbon(line, (t) => thickness * (1.1 - 0.5 * t)),
    seed,
    rough: 0,
    rim: thickness / 2,
    rise: 4,
    swell: 0,
    grain: 0,
    shadow: 7,
    material: matte(rgb(color), dim(rgb(color), 1.5), seed),
  }
}

type Leaf = { shape: Polygon; dark: string; light: string }

function leafAt(leaf: Leaf, at: Placing, seed: number): Piece {
  const toLocal = unplace(at)
  return {
    outline: curve(place(leaf.shape, at), 5),
    seed,
    rough: 1,
    rim: 7,
    rise: 5,
    swell: 3,
    grain: 0.4,
    shadow: 4,
    material: (x, y, depth, sample) => {
      const [lx, ly] = toLocal(x, y)
      const vein = Math.max(
        smooth(1.8, 0.4, Math.abs(ly)),
        smooth(0.16, 0.02, Math.abs((((((lx - Math.abs(ly) * 0.8) / 13) % 1) + 1) % 1) - 0.5)) * 0.4,
      )
      const c = blend(rgb(leaf.dark), rgb(leaf.light), clouds(lx / 26 + seed, ly / 16, seed, 2) * 0.9)
      setColor(sample, dim(blend(c, rgb('#c2cf9a'), vein * 0.5), 0.86 + 0.14 * smooth(0, 5, depth)))
      sample.lift = -vein * 1.4
      sample.gloss = 0.22
    },
  }
}

function sprig(
  at: Placing,
  seed: number,
  random: Random,
  leaf: Leaf,
  {
    length,
    pairs,
    size,
    spread,
    thickness,
    color,
  }: { length: number; pairs: number; size: number; spread: number; thickness: number; color: string },
): Piece[] {
  const line = place(
    path([
      [-length / 2, 0],
      [-length / 6, random(-16, 16)],
      [length / 6, random(-16, 16)],
      [length / 2, random(-10, 10)],
    ]),
    at,
  )
  const leaves = Array.from({ length: pairs * 2 }, (_, k) => {
    const t = 0.08 + (0.92 * Math.floor(k / 2)) / pairs
    const here = line[Math.round(t * (line.length - 1))] as Point
    const side = k % 2 ? 1 : -1
    const turn = (at.turn ?? 0) + side * (spread + random(-0.25, 0.25))
    return leafAt(
      leaf,
      { x: here[0], y: here[1], turn, size: size * (1.1 - 0.45 * t) * random(0.85, 1.15) },
      seed + k,
    )
  })
  return [stem(line, seed, color, thickness), ...leaves]
}

const needle: Leaf = {
  shape: points(`0,-2.4 24,-3.4 50,-1 50,1 24,3.4 0,2.4`),
  dark: '#4a6a40',
  light: '#93ad74',
}

const thymeLeaf: Leaf = {
  shape: points(`0,-2 8,-7 18,-6 25,0 18,6 8,7 0,2`),
  dark: '#63803f',
  light: '#a9c47c',
}

const bayLeaf: Leaf = {
  shape: points(`-90,0 -50,-24 0,-34 50,-25 92,0 50,25 0,34 -50,24`),
  dark: '#4d5f33',
  light: '#93a066',
}

const sageLeaf: Leaf = {
  shape: points(`-62,0 -36,-20 4,-27 44,-18 66,0 44,18 4,27 -36,20`),
  dark: '#6d7f68',
  light: '#aebba0',
}

export const thyme: GarnishBuilder = (at, seed, random) =>
  [0, 1, 2].flatMap((k) =>
    sprig(
      { x: at.x + random(-26, 26), y: at.y + k * 30 - 30, turn: (at.turn ?? 0) + random(-0.3, 0.3) },
      seed + k * 30,
      random,
      thymeLeaf,
      { length: random(180, 230), pairs: 11, size: 0.86, spread: 0.9, thickness: 4, color: '#6d5a3c' },
    ),
  )

export const rosemary: GarnishBuilder = (at, seed, random) =>
  [0, 1].flatMap((k) =>
    sprig(
      { x: at.x - k * 20, y: at.y + k * 40 - 20, turn: (at.turn ?? 0) + k * 0.24 },
      seed + k * 70,
      random,
      needle,
      { length: 270, pairs: 26, size: 0.92, spread: 0.52, thickness: 7, color: '#6a5436' },
    ),
  )

export const bay: GarnishBuilder = (at, seed, random) =>
  [0, 1, 2].map((k) =>
    leafAt(
      bayLeaf,
      {
        x: at.x + k * 34 - 34,
        y: at.y + k * 26 - 26,
        turn: (at.turn ?? 0) + k * 0.7 + random(-0.2, 0.2),
        size: random(0.85, 1.05),
      },
      seed + k,
    ),
  )

export const sage: GarnishBuilder = (at, seed, random) =>
  [0, 1, 2, 3].map((k) =>
    leafAt(
      sageLeaf,
      {
        x: at.x + (k - 1.5) * 42,
        y: at.y + random(-30, 30),
        turn: k * 1.1 + random(-0.4, 0.4),
        size: random(0.8, 1.1),
      },
      seed + k,
    ),
  )
