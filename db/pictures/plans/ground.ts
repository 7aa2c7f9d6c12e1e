/** Ground, stuffed and sliced: strands, patties, links, rashers. */
import type { CutPicture } from '#db/seeds/shelves/pictures.ts'
import { blend, dim } from '../colour.ts'
import { dots, dye, fatAt, leanAt, type Palette, palettes } from '../flesh.ts'
import type { Material, Piece } from '../layer.ts'
import { clamp, clouds, dice, hash, noise, smooth, threads } from '../noise.ts'
import { curve, oval, path, place, type Point, type Polygon, ribbon, unplace } from '../outline.ts'

/** One strand out of the grinder's plate. */
function strand(p: Palette, seed: number, fatness: number): Material {
  const tone = 0.25 + 0.75 * hash(seed, 3, 5)
  return (x, y, depth, dab) => {
    const c = blend(blend(p.lean, p.bright, tone * 0.9), p.deep, smooth(0.55, 0.85, noise(x / 12, y / 9, seed)) * 0.35)
    const fleck = smooth(0.7 - fatness * 0.14, 0.95 - fatness * 0.1, noise(x / 13, y / 10, seed + 9))
    dye(dab, dim(blend(c, p.fat, fleck * 0.8), 0.84 + 0.16 * smooth(0, 9, depth)))
    dab.gloss = p.gloss * 0.45
  }
}

export function ground({ flesh, marbling, seed }: CutPicture): Piece[] {
  const roll = dice(seed)
  const p = palettes[flesh]
  const strands: Piece[] = [{
    outline: curve([[250, 450], [300, 270], [470, 190], [720, 190], [910, 280], [960, 450], [890, 620], [700, 700], [440, 700], [290, 600]]),
    seed, rough: 30, rim: 110, rise: 40, shadow: 34, material: strand(p, seed, marbling),
  }]
  for (let k = 0; k < 130; k++) {
    // Those laid first lie at the rim, the last ones on top of the heap.
    const ring = Math.sqrt(1 - k / 130)
    const a = k * 2.39996 + roll(-0.3, 0.3)
    const x = 604 + Math.cos(a) * ring * 322
    const y = 448 + Math.sin(a) * ring * 228
    const turn = roll(-0.55, 0.55) + (k % 5 === 0 ? 1.3 : 0.1)
    const length = roll(60, 120)
    const bend = roll(-34, 34)
    const line = path([[-length, bend * 0.4], [-length / 3, -bend], [length / 3, bend], [length, -bend * 0.3]], 6)
    strands.push({
      outline: place(ribbon(line, (t) => 31 * Math.min(1, 0.5 + 6 * Math.min(t, 1 - t))), { x, y, turn }),
      seed: seed + k, rough: 4, rim: 16, rise: 16, swell: 3, grain: 1.2, shadow: 5, material: strand(p, seed + k * 3, marbling),
    })
  }
  return strands
}

const minced = (p: Palette, seed: number, fatness: number): Material => (x, y, depth, dab) => {
  const wx = x + (clouds(x / 30, y / 30, seed, 2) - 0.5) * 22
  const wy = y + (clouds(x / 30, y / 30, seed + 1, 2) - 0.5) * 22
  const crumb = threads(wx / 24, wy / 20, seed + 2, 2)
  let c = blend(p.lean, p.bright, clamp(noise(wx / 16, wy / 14, seed + 3) * 1.2 - 0.1))
  c = blend(c, p.deep, smooth(0.72, 0.95, crumb) * 0.7)
  c = blend(c, p.cream, smooth(0.7 - fatness * 0.12, 0.82 - fatness * 0.1, noise(wx / 10, wy / 9, seed + 4)) * 0.8)
  dye(dab, dim(c, 0.85 + 0.15 * smooth(0, 20, depth)))
  dab.lift = -smooth(0.7, 0.98, crumb) * 5
  dab.gloss = p.gloss * 0.9
}

export function patties({ flesh, marbling, seed, pieces = 4 }: CutPicture): Piece[] {
  const roll = dice(seed)
  const spots: Point[] = [[370, 310], [790, 280], [440, 640], [860, 610]]
  return spots.slice(0, pieces).map(([x, y], i) => ({
    outline: oval(x, y, 188 * roll(0.97, 1.03), 178 * roll(0.97, 1.03)), seed: seed + i * 7,
    rough: 22, rim: 34, rise: 20, swell: 10, grain: 3, wall: 24, material: minced(palettes[flesh], seed + i * 7, marbling),
  }))
}

/** A link through its casing: tight, shining, fat and herbs showing. */
function casing(p: Palette, seed: number, marbling: number): Material {
  return (x, y, depth, dab) => {
    let c = blend(p.lean, p.bright, clamp(clouds(x / 34, y / 34, seed, 3) * 1.5 - 0.25))
    c = blend(c, p.cream, smooth(0.66 - marbling * 0.1, 0.8, noise(x / 11, y / 11, seed + 2)) * 0.62)
    c = blend(c, p.deep, smooth(0.8, 0.9, noise(x / 7, y / 7, seed + 3)) * 0.7)
    dye(dab, dim(c, 0.72 + 0.28 * smooth(0, 26, depth)))
    dab.gloss = 0.9
  }
}

export function sausages({ flesh, marbling, seed, pieces = 5 }: CutPicture): Piece[] {
  const roll = dice(seed)
  const gap = 560 / pieces
  return Array.from({ length: pieces }, (_, i) => {
    const x = 330 + gap * i + roll(-8, 8)
    const lean = 130 + roll(-14, 14)
    const line = path([[x + lean * 0.9, 170 + roll(-14, 14)], [x + lean * 0.35, 340], [x, 540], [x - lean * 0.2, 730 + roll(-14, 14)]], 12)
    const girth = gap * 0.84
    const round = (t: number) => girth * Math.min(1, Math.sqrt(Math.max(0.012, Math.min(t, 1 - t) * 9)))
    const body = { outline: ribbon(line, round), seed: seed + i * 5, rough: 2, rim: girth * 0.5, rise: girth * 0.42, swell: 7, grain: 0.6, shadow: 28 }
    return [knot(line[0] as Point, -1.2, seed + i, p(flesh)), knot(line.at(-1) as Point, 1.7, seed + i, p(flesh)), { ...body, material: casing(p(flesh), seed + i * 5, marbling) }]
  }).flat()
}

const p = (flesh: CutPicture['flesh']) => palettes[flesh]

const knot = ([x, y]: Point, turn: number, seed: number, colours: Palette): Piece => ({
  outline: place(curve([[-16, -9], [30, -14], [44, -4], [44, 8], [28, 13], [-16, 9]]), { x, y, turn }), seed, rough: 5, rim: 10, rise: 10,
  shadow: 10, material: casing({ ...colours, lean: colours.fat, bright: colours.cream }, seed, 0),
})

export function bacon({ flesh, marbling, fatCap, seed, pieces = 5 }: CutPicture): Piece[] {
  const roll = dice(seed)
  const step = 610 / pieces
  return Array.from({ length: pieces }, (_, i) => {
    const y = 165 + step * i
    const wave = roll(10, 24)
    const line = path([[150 + roll(-20, 20), y + 60], [380, y + 60 - wave], [620, y + 60 + wave], [860, y + 60 - wave * 0.6], [1060 + roll(-30, 20), y + 56 + roll(-14, 14)]], 10)
    const width = step * roll(1.06, 1.2)
    const own = seed + i * 7
    return {
      outline: ribbon(line, (t) => width * (0.97 + 0.05 * Math.sin(t * 9 + own)) * Math.min(1, 0.86 + 8 * Math.min(t, 1 - t))),
      seed: own, rough: 7, rim: 14, rise: 9, swell: 22, grain: 1, wall: 10, shadow: 20,
      material: rasher(palettes[flesh], own, y + 60, width, marbling, fatCap),
    }
  })
}

/** Streaks of lean and fat along a slice, rind above. */
function rasher(p: Palette, seed: number, middle: number, width: number, marbling: number, fatCap: number): Material {
  return (x, y, _depth, dab) => {
    const v = (y - middle) / width + 0.5 + (clouds(x / 170, y / 90, seed + 1, 3) - 0.5) * 0.34 + Math.sin(x / 190 + seed) * 0.05
    const rind = smooth(0.2 + fatCap * 0.14, 0.14 + fatCap * 0.12, v)
    const bands = 5.4 + 3 * hash(seed, 1, 9)
    const soft = smooth(0.62 + 0.2 * hash(seed, 2, 9), 0.88, Math.abs(Math.sin(v * bands + 0.6 + (clouds(x / 190, y / 50, seed + 4, 3) - 0.5) * 2.6)))
    const threadsOfFat = smooth(0.86, 0.97, threads(x / 120, y / 16, seed + 5, 2)) * 0.8
    const fat = clamp(Math.max(rind, soft * (0.7 + 0.3 * marbling), threadsOfFat, smooth(0.95, 1, v) * 0.6))
    let c = blend(leanAt(x, y, seed, p, 0.02, 5), fatAt(x, y, seed, p), fat)
    // Smoke has darkened the rind and the lean side.
    c = blend(c, [0.28, 0.1, 0.04], smooth(0.05, 0, v) * 0.6 + smooth(0.97, 1.03, v) * 0.45)
    dye(dab, c)
    dab.lift = fat * 2.4
    dab.gloss = 0.5
  }
}

export function stew({ flesh, marbling, seed, pieces = 22 }: CutPicture): Piece[] {
  const roll = dice(seed)
  return Array.from({ length: pieces }, (_, k) => {
    const ring = Math.sqrt(1 - k / pieces)
    const a = k * 2.39996
    const half = roll(52, 74)
    const square: Polygon = [[-half, -half * 0.8], [0, -half * roll(0.9, 1.05)], [half, -half * 0.8], [half * roll(0.9, 1.1), 0], [half * 0.9, half * 0.85], [0, half * roll(0.9, 1.05)], [-half, half * 0.8], [-half * roll(0.95, 1.1), 0]]
    const put = { x: 600 + Math.cos(a) * ring * 330, y: 440 + Math.sin(a) * ring * 235, turn: roll(-2, 2) }
    const own = seed + k * 3
    const back = unplace(put)
    const p = palettes[flesh]
    return {
      outline: curve(place(square, put), 5), seed: own, rough: 8, rim: 26, rise: 22, swell: 8, wall: 16, shadow: 18,
      material: (x: number, y: number, depth: number, dab: Parameters<Material>[3]) => {
        const [lx, ly] = back(x, y)
        const c = leanAt(lx + own * 50, ly, own, p, 0.2, 3)
        const fat = Math.max(smooth(0.84, 0.95, threads(lx / 60 + own, ly / 34, own + 4, 2)) * (0.3 + marbling), smooth(0.5, 0.2, (ly + half) / 22) * (k % 3 === 0 ? 1 : 0))
        dye(dab, dim(blend(c, fatAt(x, y, own, p), clamp(fat)), 0.82 + 0.18 * smooth(0, 16, depth)))
        dab.gloss = p.gloss + dots(x, y, 9, own) * 0.05
      },
    }
  })
}
