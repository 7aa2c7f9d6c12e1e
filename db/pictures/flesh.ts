/** Materials: lean with marbling, fat, bone, skin. */
import { blend, dim, type Rgb, rgb } from './colour.ts'
import type { Dab, Material } from './layer.ts'
import { clamp, clouds, hash, noise, smooth, threads } from './noise.ts'
import type { Distance } from './outline.ts'
import type { Flesh } from '#db/seeds/shelves/pictures.ts'

export type Palette = { lean: Rgb; bright: Rgb; deep: Rgb; fat: Rgb; cream: Rgb; gloss: number }

const palette = (lean: string, bright: string, deep: string, fat: string, cream: string, gloss = 0.34): Palette => ({
  lean: rgb(lean), bright: rgb(bright), deep: rgb(deep), fat: rgb(fat), cream: rgb(cream), gloss,
})

export const palettes: Record<Flesh, Palette> = {
  beef: palette('#8f2023', '#b4393a', '#651217', '#ecd6b4', '#faeed8'),
  'aged-beef': palette('#74191d', '#983032', '#4c0e12', '#e2c698', '#f4e3c2'),
  wagyu: palette('#ad4444', '#cc6259', '#8d2d2e', '#f2dfc8', '#fdf5e6', 0.42),
  bison: palette('#6c1518', '#8e2a2a', '#470b0e', '#e6d2b0', '#f5e8cf'),
  pork: palette('#d98f86', '#e8aa9e', '#c4746c', '#f0ddc6', '#fbf2e4'),
  'heritage-pork': palette('#c4635f', '#d98178', '#a54647', '#f2dfc9', '#fcf3e6'),
  cured: palette('#a23638', '#c25650', '#7c2326', '#eed2b4', '#f9e9d4', 0.45),
  lamb: palette('#98343f', '#b54f57', '#702330', '#efdcc2', '#faf0de'),
  chicken: palette('#e6b59b', '#f2cdb4', '#d39a80', '#f0d59e', '#f8e8c6', 0.42),
  turkey: palette('#e0b09a', '#eec6b0', '#c99380', '#efdcb8', '#f8edd6', 0.36),
  duck: palette('#a8443f', '#c2605a', '#82302f', '#f0dcae', '#f9edcd', 0.42),
  'king-salmon': palette('#e4713f', '#f0905a', '#cf5529', '#f7cda8', '#fbe0c6', 0.5),
  sockeye: palette('#cc3a20', '#e0522f', '#a92613', '#ee9c74', '#f4b795', 0.5),
  trout: palette('#e38a63', '#efa581', '#cf704b', '#f6d3b8', '#fbe4d2', 0.5),
  'white-fish': palette('#e4d8c6', '#f3ebdf', '#c9b6a2', '#efe6d8', '#fffaf2', 0.55),
  tuna: palette('#8c1f33', '#ab3446', '#661325', '#d98f93', '#e5aaa9', 0.45),
  shellfish: palette('#eed3bd', '#f6e5d4', '#dcb79d', '#f5e6d6', '#fcf3e8', 0.55),
  tallow: palette('#f0e4c4', '#f8f0da', '#dfcfa6', '#f6ecd0', '#fdf8ea', 0.4),
  broth: palette('#8a4f20', '#b26f30', '#5f3312', '#d8a860', '#e8c488', 0.6),
  honey: palette('#c9801c', '#e6a435', '#93570c', '#f0c668', '#f8dc94', 0.7),
  rub: palette('#8d4a22', '#b06a34', '#5c2c12', '#d0a070', '#e6c8a0', 0.1),
  bean: palette('#6b2f2a', '#8a4a3e', '#48201c', '#caa890', '#e4d2c0', 0.2),
}

export function dye(dab: Dab, c: Rgb) {
  dab.r = c[0]
  dab.g = c[1]
  dab.b = c[2]
}

export type Marbling = { amount: number; /** Direction of the grain, in radians. */ turn?: number; stretch?: number }

const warpX = (x: number, y: number, seed: number) => (clouds(x / 120, y / 120, seed + 11, 3) - 0.5) * 130
const warpY = (x: number, y: number, seed: number) => (clouds(x / 120, y / 120, seed + 12, 3) - 0.5) * 130

/** How much fat runs through the lean at a spot, 0 to 1. */
export function marblingAt(x: number, y: number, seed: number, { amount, turn = 0, stretch = 1.5 }: Marbling): number {
  if (amount <= 0) return 0
  const wx = x + warpX(x, y, seed)
  const wy = y + warpY(x, y, seed)
  const u = (wx * Math.cos(turn) + wy * Math.sin(turn)) / stretch
  const v = wy * Math.cos(turn) - wx * Math.sin(turn)
  const here = clouds(x / 150, y / 150, seed + 7, 2) + (amount - 0.5) * 0.42
  const coarse = smooth(0.86 - amount * 0.24, 0.97 - amount * 0.2, threads(u / 74, v / 74, seed + 3, 3)) * smooth(0.3, 0.62, here)
  const fine = smooth(0.87 - amount * 0.24, 0.99 - amount * 0.18, threads(u / 28, v / 28, seed + 4, 2)) * smooth(0.28, 0.6, here) * 0.9
  const flecks = smooth(0.83 - amount * 0.16, 0.92 - amount * 0.12, noise(u / 9, v / 7, seed + 8)) * 0.75 * smooth(0.3, 0.55, here)
  return clamp(Math.max(coarse, fine, flecks))
}

/** Lean meat in its two reds, with fibers along the grain. */
export function leanAt(x: number, y: number, seed: number, p: Palette, turn = 0, stretch = 2.6): Rgb {
  const wx = x + warpX(x, y, seed) * 0.6
  const wy = y + warpY(x, y, seed) * 0.6
  const u = (wx * Math.cos(turn) + wy * Math.sin(turn)) / stretch
  const v = wy * Math.cos(turn) - wx * Math.sin(turn)
  const base = blend(p.lean, p.bright, clamp(clouds(u / 60, v / 60, seed + 1, 4) * 1.7 - 0.4))
  const fibers = smooth(0.5, 0.82, clouds(u / 11, v / 4.2, seed + 2, 3))
  return blend(base, p.deep, fibers * 0.42)
}

export function fatAt(x: number, y: number, seed: number, p: Palette): Rgb {
  const c = blend(p.fat, p.cream, clamp(clouds(x / 24, y / 24, seed + 30, 3) * 1.6 - 0.3))
  // Here and there a thread of lean runs through the fat.
  return blend(c, p.bright, smooth(0.9, 0.99, threads(x / 46, y / 30, seed + 33, 2)) * 0.3)
}

export type Muscle = { inside: Distance; turn?: number; stretch?: number; marbling?: number; tone?: number }

export type Section = {
  palette: Palette
  seed: number
  marbling: number
  muscles: Muscle[]
  bones?: Distance[]
  /** Where the lean stops short of the rim everywhere: a thin trim of fat. */
  trim?: number
  /** How far the muscles reach beyond their drawn outlines, and how wide the seam is where two meet. */
  reach?: number
  seam?: number
}

/** A cut across the animal: muscles lying in fat, bones between them. */
export function section({ palette: p, seed, marbling, muscles, bones = [], trim = 0, reach = 20, seam = 9 }: Section): Material {
  return (x, y, depth, dab) => {
    const wx = x + (clouds(x / 70, y / 70, seed + 21, 3) - 0.5) * 34
    const wy = y + (clouds(x / 70, y / 70, seed + 22, 3) - 0.5) * 34
    let nearest = 99
    let second = 99
    let mine: Muscle | undefined
    for (const muscle of muscles) {
      const d = muscle.inside(wx, wy)
      if (d < nearest) {
        second = nearest
        nearest = d
        mine = muscle
      } else if (d < second) second = d
    }
    const width = seam * (0.5 + clouds(x / 60, y / 60, seed + 26, 2))
    nearest = Math.max(nearest - reach, (nearest - second) / 2 + width / 2)
    const fray = (clouds(x / 11, y / 11, seed + 23, 2) - 0.5) * 7
    let lean = smooth(2.5, -2.5, nearest + fray)
    if (trim > 0) lean *= smooth(trim * 0.7, trim * 1.3, depth + (clouds(x / 40, y / 40, seed + 24, 2) - 0.5) * trim)
    let c = fatAt(x, y, seed, p)
    let lift = 2.2
    if (lean > 0 && mine) {
      let m = leanAt(x, y, seed, p, mine.turn, mine.stretch)
      if (mine.tone) m = mine.tone > 0 ? blend(m, p.bright, mine.tone) : blend(m, p.deep, -mine.tone)
      const fat = marblingAt(x, y, seed, { amount: marbling * (mine.marbling ?? 1), turn: mine.turn ?? 0 })
      m = blend(m, fatAt(x, y, seed + 1, p), fat)
      // A muscle darkens where its sheath begins.
      m = dim(m, 1 - 0.16 * smooth(-14, -2, nearest + fray))
      c = blend(c, m, lean)
      lift = 2.2 * (1 - lean) + fat * 1.3 * lean + clamp(-nearest / 40) * 3
    }
    dab.gloss = p.gloss * (0.7 + 0.5 * lean)
    for (const bone of bones) {
      const d = bone(x, y) + (clouds(x / 16, y / 16, seed + 25, 2) - 0.5) * 6
      if (d > 6) continue
      const inside = smooth(1.5, -1.5, d)
      c = blend(dim(c, 1 - 0.35 * smooth(6, 0, d)), boneAt(x, y, seed, -d), inside)
      lift = lift * (1 - inside) + (4 + clamp(-d / 14) * 7) * inside
      dab.gloss *= 1 - 0.5 * inside
    }
    dye(dab, c)
    dab.lift = lift
  }
}

const BONE = rgb('#ead9bf')
const BONE_EDGE = rgb('#d3b795')
const SPONGE = rgb('#b5675a')

/** Sawn bone: dense rim, reddish sponge within. */
export function boneAt(x: number, y: number, seed: number, depth: number): Rgb {
  const rim = blend(BONE_EDGE, BONE, smooth(0, 7, depth))
  const pores = smooth(0.42, 0.66, clouds(x / 5, y / 5, seed + 60, 2)) * smooth(7, 14, depth)
  return blend(rim, SPONGE, pores * 0.5)
}

/** Smooth scraped bone, as on a frenched rack. */
export function scrapedBone(seed: number): Material {
  return (x, y, depth, dab) => {
    const c = blend(rgb('#d9c2a0'), rgb('#f3e8d4'), smooth(0, 12, depth) * (0.75 + 0.4 * clouds(x / 22, y / 22, seed, 2)))
    dye(dab, blend(c, rgb('#b77866'), smooth(0.62, 0.82, clouds(x / 30, y / 12, seed + 2, 3)) * 0.35))
    dab.gloss = 0.28
  }
}

/** Poultry skin: fine follicles, thin over the muscle, thicker yellow folds of fat. */
export function birdSkin(p: Palette, seed: number, yellow = 0.4): Material {
  return (x, y, depth, dab) => {
    const tone = clouds(x / 70, y / 70, seed + 1, 4)
    let c = blend(p.lean, p.bright, clamp(tone * 1.8 - 0.4))
    c = blend(c, p.fat, smooth(0.5, 0.75, clouds(x / 95, y / 80, seed + 2, 3)) * yellow)
    c = blend(c, p.deep, smooth(18, 0, depth) * 0.25)
    const pores = dots(x, y, 12, seed + 3)
    dye(dab, blend(c, p.cream, pores * 0.35))
    dab.lift = pores * 0.7 + (clouds(x / 48, y / 34, seed + 4, 3) - 0.5) * 7
    dab.gloss = p.gloss
  }
}

/** Scattered round bumps, one to a cell of the given size. */
export function dots(x: number, y: number, cell: number, seed: number): number {
  const i = Math.floor(x / cell)
  const j = Math.floor(y / cell)
  const cx = (i + 0.3 + 0.4 * hash(i, j, seed)) * cell
  const cy = (j + 0.3 + 0.4 * hash(i, j, seed + 1)) * cell
  return smooth(cell * 0.3, cell * 0.05, Math.hypot(x - cx, y - cy)) * (0.4 + 0.6 * hash(i, j, seed + 2))
}
