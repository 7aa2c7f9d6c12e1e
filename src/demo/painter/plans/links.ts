import { blend, dim } from '../color.ts'
import { fatAt, leanAt, setColor } from '../flesh.ts'
import { clamp, clouds, hash, noise, seededRandom, smooth, threads } from '../noise.ts'
import { curve, type Point, path, place, points, ribbon } from '../outline.ts'
import { type Palette, palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'

function casing(p: Palette, seed: number, marbling: number): Material {
  return (x, y, depth, sample) => {
    let c = blend(p.lean, p.bright, clamp(clouds(x / 34, y / 34, seed, 3) * 1.5 - 0.25))
    c = blend(c, p.fat, smooth(0.66 - marbling * 0.1, 0.9, noise(x / 8, y / 8, seed + 2)) * 0.4)
    c = blend(c, p.deep, smooth(0.8, 0.9, noise(x / 7, y / 7, seed + 3)) * 0.7)
    setColor(sample, dim(c, 0.72 + 0.28 * smooth(0, 26, depth)))
    sample.gloss = 0.9
  }
}

export function sausages({ flesh, marbling, seed, pieces = 5 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const gap = 560 / pieces
  return Array.from({ length: pieces }, (_, i) => {
    const x = 330 + gap * i + random(-8, 8)
    const lean = 130 + random(-14, 14)
    const line = path(
      [
        [x + lean * 0.9, 170 + random(-14, 14)],
        [x + lean * 0.35, 340],
        [x, 540],
        [x - lean * 0.2, 730 + random(-14, 14)],
      ],
      12,
    )
    const girth = gap * 0.84
    const round = (t: number) => girth * Math.min(1, Math.sqrt(Math.max(0.012, Math.min(t, 1 - t) * 9)))
    const body = {
      outline: ribbon(line, round),
      seed: seed + i * 5,
      rough: 2,
      rim: girth * 0.5,
      rise: girth * 0.42,
      swell: 7,
      grain: 0.6,
      shadow: 28,
    }
    return [
      knot(line[0] as Point, -1.2, seed + i, palettes[flesh]),
      knot(line.at(-1) as Point, 1.7, seed + i, palettes[flesh]),
      { ...body, material: casing(palettes[flesh], seed + i * 5, marbling) },
    ]
  }).flat()
}

const knot = ([x, y]: Point, turn: number, seed: number, colors: Palette): Piece => ({
  outline: place(curve(points(`-16,-9 30,-14 44,-4 44,8 28,13 -16,9`)), { x, y, turn }),
  seed,
  rough: 5,
  rim: 10,
  rise: 10,
  shadow: 10,
  material: casing({ ...colors, lean: colors.fat, bright: colors.cream }, seed, 0),
})

export function bacon({ flesh, marbling, fatCap, seed, pieces = 5 }: CutPicture): Piece[] {
  const random = seededRandom(seed)
  const step = 610 / pieces
  return Array.from({ length: pieces }, (_, i) => {
    const y = 165 + step * i
    const wave = random(10, 24)
    const line = path(
      [
        [150 + random(-20, 20), y + 60],
        [380, y + 60 - wave],
        [620, y + 60 + wave],
        [860, y + 60 - wave * 0.6],
        [1060 + random(-30, 20), y + 56 + random(-14, 14)],
      ],
      10,
    )
    const width = step * random(1.06, 1.2)
    const pieceSeed = seed + i * 7
    return {
      outline: ribbon(
        line,
        (t) =>
          width * (0.97 + 0.05 * Math.sin(t * 9 + pieceSeed)) * Math.min(1, 0.86 + 8 * Math.min(t, 1 - t)),
      ),
      seed: pieceSeed,
      rough: 7,
      rim: 14,
      rise: 9,
      swell: 22,
      grain: 1,
      wall: 10,
      shadow: 20,
      material: rasher(palettes[flesh], pieceSeed, y + 60, width, marbling, fatCap),
    }
  })
}

function rasher(
  p: Palette,
  seed: number,
  middle: number,
  width: number,
  marbling: number,
  fatCap: number,
): Material {
  return (x, y, _depth, sample) => {
    const v =
      (y - middle) / width +
      0.5 +
      (clouds(x / 170, y / 90, seed + 1, 3) - 0.5) * 0.34 +
      Math.sin(x / 190 + seed) * 0.05
    const rind = smooth(0.2 + fatCap * 0.14, 0.14 + fatCap * 0.12, v)
    const bands = 5.4 + 3 * hash(seed, 1, 9)
    const soft = smooth(
      0.62 + 0.2 * hash(seed, 2, 9),
      0.88,
      Math.abs(Math.sin(v * bands + 0.6 + (clouds(x / 190, y / 50, seed + 4, 3) - 0.5) * 2.6)),
    )
    const threadsOfFat = smooth(0.86, 0.97, threads(x / 120, y / 16, seed + 5, 2)) * 0.8
    const fat = clamp(Math.max(rind, soft * (0.7 + 0.3 * marbling), threadsOfFat, smooth(0.95, 1, v) * 0.6))
    let c = blend(leanAt(x, y, seed, p, 0.02, 5), fatAt(x, y, seed, p), fat)
    // Smoke darkens the rind and the lean edge.
    c = blend(c, [0.28, 0.1, 0.04], smooth(0.05, 0, v) * 0.6 + smooth(0.97, 1.03, v) * 0.45)
    setColor(sample, c)
    sample.lift = fat * 2.4
    sample.gloss = 0.5
  }
}
