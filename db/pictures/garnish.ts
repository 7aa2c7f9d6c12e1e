/** What lies beside a cut: salt, pepper, herbs, lemon. Kept to the rim so that the cut stays the subject. */
import type { Garnish } from '#db/seeds/shelves/pictures.ts'
import { blend, dim, type Rgb, rgb } from './colour.ts'
import { dye } from './flesh.ts'
import type { Material, Piece } from './layer.ts'
import { clouds, type dice, noise, smooth } from './noise.ts'
import { curve, oval, path, place, type Placing, type Point, type Polygon, ribbon, unplace } from './outline.ts'

type Roll = ReturnType<typeof dice>
/** Corners where garnish may lie, away from the cut. */
const CORNERS: Point[] = [[1040, 760], [150, 140], [1050, 140], [150, 770]]

export function garnishPieces(garnish: Garnish[], seed: number, roll: Roll): Piece[] {
  return garnish.flatMap((kind, i) => {
    const [x, y] = CORNERS[(i + seed) % 2 === 0 ? i % 4 : (i + 2) % 4] as Point
    return garnishes[kind]({ x: x + roll(-20, 20), y: y + roll(-16, 16), turn: roll(-0.6, 0.6) + (x > 600 ? Math.PI : 0) }, seed + i, roll)
  })
}

type Grower = (at: Placing, seed: number, roll: Roll) => Piece[]

const matte = (dark: Rgb, light: Rgb, seed: number, gloss = 0.1): Material => (x, y, depth, dab) => {
  dye(dab, dim(blend(dark, light, clouds(x / 8, y / 8, seed, 2)), 0.8 + 0.2 * smooth(0, 6, depth)))
  dab.gloss = gloss
}

const scatter = (roll: Roll, { x, y }: Placing, spread: number): Placing => {
  const a = roll(0, 6.283)
  const r = Math.pow(roll(), 0.7) * spread
  return { x: x + Math.cos(a) * r * 1.25, y: y + Math.sin(a) * r, turn: roll(0, 3) }
}

const salt: Grower = (at, seed, roll) =>
  Array.from({ length: 46 }, (_, i) => {
    const s = roll(1.8, 4.6)
    return {
      outline: place([[-s, -s * 0.8], [s * 0.9, -s], [s, s * 0.8], [-s * 0.8, s]], scatter(roll, at, 120)), seed: seed + i,
      rough: 0, rim: 2, rise: 1, swell: 0, grain: 0, shadow: 3, material: matte(rgb('#f4f2ee'), rgb('#ffffff'), seed, 0),
    }
  })

const pepper: Grower = (at, seed, roll) =>
  Array.from({ length: 26 }, (_, i) => {
    const spot = scatter(roll, at, 110)
    const r = i % 3 === 0 ? roll(3, 5) : roll(8, 11)
    return {
      outline: oval(spot.x, spot.y, r, r * 0.95, 14), seed: seed + i, rough: 1.5, rim: r, rise: r * 1.1, swell: 0, grain: 1.4, shadow: 7,
      material: matte(rgb('#1c1511'), rgb('#54443a'), seed + i, 0.25),
    }
  })

function stem(line: Polygon, seed: number, colour: string, thickness: number): Piece {
  return { outline: ribbon(line, (t) => thickness * (1.1 - 0.5 * t)), seed, rough: 0, rim: thickness / 2, rise: 4, swell: 0, grain: 0, shadow: 7, material: matte(rgb(colour), dim(rgb(colour), 1.5), seed) }
}

type Leaf = { shape: Polygon; dark: string; light: string }

function leafAt(leaf: Leaf, at: Placing, seed: number): Piece {
  const back = unplace(at)
  return {
    outline: curve(place(leaf.shape, at), 5), seed, rough: 1, rim: 7, rise: 5, swell: 3, grain: 0.4, shadow: 9,
    material: (x, y, depth, dab) => {
      const [lx, ly] = back(x, y)
      const vein = Math.max(smooth(1.8, 0.4, Math.abs(ly)), smooth(0.16, 0.02, Math.abs((((lx - Math.abs(ly) * 0.8) / 13) % 1 + 1) % 1 - 0.5)) * 0.4)
      const c = blend(rgb(leaf.dark), rgb(leaf.light), clouds(lx / 26 + seed, ly / 16, seed, 2) * 0.9)
      dye(dab, dim(blend(c, rgb('#c2cf9a'), vein * 0.5), 0.86 + 0.14 * smooth(0, 5, depth)))
      dab.lift = -vein * 1.4
      dab.gloss = 0.22
    },
  }
}

/** A stem with leaves set on both sides, ever smaller to the tip. */
function sprig(at: Placing, seed: number, roll: Roll, leaf: Leaf, { length, pairs, size, spread, thickness, colour }: { length: number; pairs: number; size: number; spread: number; thickness: number; colour: string }): Piece[] {
  const line = place(path([[-length / 2, 0], [-length / 6, roll(-16, 16)], [length / 6, roll(-16, 16)], [length / 2, roll(-10, 10)]]), at)
  const leaves = Array.from({ length: pairs * 2 }, (_, k) => {
    const t = 0.08 + (0.92 * Math.floor(k / 2)) / pairs
    const here = line[Math.round(t * (line.length - 1))] as Point
    const side = k % 2 ? 1 : -1
    const turn = (at.turn ?? 0) + side * (spread + roll(-0.25, 0.25))
    return leafAt(leaf, { x: here[0], y: here[1], turn, size: size * (1.1 - 0.45 * t) * roll(0.85, 1.15) }, seed + k)
  })
  return [stem(line, seed, colour, thickness), ...leaves]
}

const needle: Leaf = { shape: [[0, -2.4], [24, -3.4], [50, -1], [50, 1], [24, 3.4], [0, 2.4]], dark: '#2f4a2c', light: '#6f8a55' }
const thymeLeaf: Leaf = { shape: [[0, -2], [8, -7], [18, -6], [25, 0], [18, 6], [8, 7], [0, 2]], dark: '#4c6238', light: '#8da568' }
const bayLeaf: Leaf = { shape: [[-90, 0], [-50, -24], [0, -34], [50, -25], [92, 0], [50, 25], [0, 34], [-50, 24]], dark: '#4d5f33', light: '#93a066' }
const sageLeaf: Leaf = { shape: [[-62, 0], [-36, -20], [4, -27], [44, -18], [66, 0], [44, 18], [4, 27], [-36, 20]], dark: '#6d7f68', light: '#aebba0' }

const thyme: Grower = (at, seed, roll) =>
  [0, 1, 2].flatMap((k) =>
    sprig({ x: at.x + roll(-26, 26), y: at.y + k * 30 - 30, turn: (at.turn ?? 0) + roll(-0.3, 0.3) }, seed + k * 30, roll, thymeLeaf, { length: roll(180, 230), pairs: 11, size: 0.86, spread: 0.9, thickness: 4, colour: '#6d5a3c' }))

const rosemary: Grower = (at, seed, roll) =>
  [0, 1].flatMap((k) =>
    sprig({ x: at.x - k * 20, y: at.y + k * 40 - 20, turn: (at.turn ?? 0) + k * 0.24 }, seed + k * 70, roll, needle, { length: 270, pairs: 26, size: 0.92, spread: 0.52, thickness: 7, colour: '#6a5436' }))

const bay: Grower = (at, seed, roll) =>
  [0, 1, 2].map((k) => leafAt(bayLeaf, { x: at.x + k * 34 - 34, y: at.y + k * 26 - 26, turn: (at.turn ?? 0) + k * 0.7 + roll(-0.2, 0.2), size: roll(0.85, 1.05) }, seed + k))

const sage: Grower = (at, seed, roll) =>
  [0, 1, 2, 3].map((k) => leafAt(sageLeaf, { x: at.x + (k - 1.5) * 42, y: at.y + roll(-30, 30), turn: k * 1.1 + roll(-0.4, 0.4), size: roll(0.8, 1.1) }, seed + k))

const lemon: Grower = (at, seed, roll) => {
  const half = slice({ ...at, size: 1.16 }, seed)
  return [half, slice({ x: at.x + (at.x > 600 ? -96 : 96), y: at.y + 46, turn: roll(0, 3), size: 0.98 }, seed + 3)]
}

function slice(at: Placing, seed: number): Piece {
  const back = unplace(at)
  return {
    outline: place(oval(0, 0, 74, 72), at), seed, rough: 1.5, rim: 12, rise: 10, swell: 0, grain: 0.8, wall: 10, shadow: 16,
    material: (x, y, _depth, dab) => {
      const [lx, ly] = back(x, y)
      const r = Math.hypot(lx, ly)
      const a = (Math.atan2(ly, lx) / (2 * Math.PI)) * 9
      const wall = Math.abs(((a % 1) + 1) % 1 - 0.5) * (r * 0.7)
      const pulp = smooth(60, 57, r) * smooth(0.9, 3.2, (0.5 - Math.abs(((a % 1) + 1) % 1 - 0.5)) * r * 0.7) * smooth(3, 8, r)
      const juice = blend(rgb('#e8bf3c'), rgb('#f8e48c'), noise(r / 7, a * 9, seed) * 0.9)
      const c = blend(r > 67 ? rgb('#eac22e') : rgb('#f9f0cf'), juice, pulp)
      dye(dab, c)
      dab.lift = -pulp * 2 + noise(r / 8, a * 8, seed) * pulp * 2 + wall * 0
      dab.gloss = pulp * 0.6
    },
  }
}

const garlic: Grower = (at, seed, roll) =>
  [0, 1, 2].map((k) => ({
    outline: curve(place([[-44, 6], [-24, -22], [14, -28], [46, -6], [50, 8], [20, 24], [-20, 26]], { x: at.x + (k - 1) * 78, y: at.y + roll(-26, 26), turn: roll(-1.4, 1.4) })), seed: seed + k,
    rough: 2, rim: 26, rise: 22, swell: 3, grain: 0.4, shadow: 18, material: matte(rgb('#d9c9b8'), rgb('#f7f0e6'), seed + k, 0.2),
  }))

const garnishes: Record<Garnish, Grower> = { salt, pepper, thyme, rosemary, lemon, garlic, bay, sage }
