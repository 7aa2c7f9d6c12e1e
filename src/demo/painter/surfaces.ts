/** What cuts lie on. Each surface is painted once per run, larger than a picture, and the seed picks a crop. */

import { blend, dim, type Rgb, rgb } from './color.ts'
import { clamp, clouds, hash, smooth, threads } from './noise.ts'
import type { Surface } from './scene.ts'

type Paint = (x: number, y: number) => Rgb

const KRAFT = [rgb('#d3b084'), rgb('#e9d2ab'), rgb('#f7e9cf')] as const

function paper(x: number, y: number): Rgb {
  const fibers =
    clouds(x / 3, y / 46, 5, 3) * 0.3 +
    clouds(x / 260, y / 220, 9, 4) * 0.75 +
    clouds(x / 1.7, y / 1.7, 3, 2) * 0.22
  const c = blend(KRAFT[0], KRAFT[1], clamp(fibers - 0.16))
  const fold = (x * 0.62 + y * 0.34 + clouds(x / 700, y / 700, 77, 2) * 120) / 430
  const crease = fold - Math.floor(fold)
  const lit = smooth(0.06, 0, crease) * 0.5 + smooth(0.985, 1, crease) * 0.1
  return dim(blend(c, KRAFT[2], lit), 1 - 0.1 * smooth(0.9, 0.985, crease) + 0.04 * smooth(0.3, 0.1, crease))
}

const SLATE = [rgb('#1f2327'), rgb('#474d53'), rgb('#6d747a')] as const

function slate(x: number, y: number): Rgb {
  const f = clouds(x / 190, y / 90, 21, 5) * 0.95 + clouds(x / 4, y / 4, 8, 3) * 0.3
  const c = blend(SLATE[0], SLATE[1], clamp(f * 1.15 - 0.42))
  const ledge = threads((x + clouds(x / 90, y / 90, 31, 3) * 90) / 330, y / 150, 23, 3)
  return blend(c, SLATE[2], smooth(0.86, 0.97, ledge) * 0.3)
}

function planks(dark: Rgb, light: Rgb, streak: Rgb, gap: Rgb, seed: number): Paint {
  const PLANK = 236
  return (x, y) => {
    const plank = Math.floor(y / PLANK)
    const within = y - plank * PLANK
    const warp = clouds(x / 520, y / 70, seed + plank, 4) * 70
    const rings = clouds(x / 430, (y + warp) / 10, seed + 20 + plank * 7, 4)
    const pores = clouds(x / 70, y / 2.1, seed + 50 + plank, 3)
    let c = blend(dark, light, clamp(rings * 1.5 - 0.32))
    c = blend(c, streak, smooth(0.58, 0.82, pores) * 0.42)
    c = dim(c, 0.9 + 0.2 * hash(plank, 3, seed))
    const edge = Math.min(within, PLANK - within)
    return blend(
      blend(gap, c, smooth(0, 3, edge)),
      light,
      smooth(6, 3.5, within) * smooth(2, 3, within) * 0.4,
    )
  }
}

const LINEN = [rgb('#cfc5b4'), rgb('#ece5d8'), rgb('#b3a791'), rgb('#8fa0a6')] as const

function linen(x: number, y: number): Rgb {
  const sway = clouds(x / 300, y / 300, 41, 3) * 40
  const warp = Math.sin((x + sway + clouds(x / 40, y / 9, 42, 2) * 5) * 1.15)
  const weft = Math.sin((y + sway + clouds(x / 9, y / 40, 43, 2) * 5) * 1.15)
  const slub =
    smooth(0.68, 0.85, clouds(x / 60, y / 3, 44, 2)) + smooth(0.68, 0.85, clouds(x / 3, y / 60, 45, 2))
  let c = blend(
    LINEN[0],
    LINEN[1],
    clamp(0.5 + 0.22 * (warp + weft) + (clouds(x / 200, y / 160, 46, 4) - 0.5) * 0.8),
  )
  c = blend(c, LINEN[2], clamp(slub) * 0.22)
  const stripe = (at: number, half: number) =>
    smooth(half, half - 3, Math.abs(x * 0.98 + y * 0.17 + sway * 0.2 - at))
  const dyed = Math.max(stripe(262, 15), stripe(302, 5), stripe(1522, 15), stripe(1482, 5))
  c = blend(c, LINEN[3], dyed * 0.62)
  const fold = (x * 0.3 - y * 0.7 + clouds(x / 380, y / 380, 47, 3) * 420) / 560
  const at = fold - Math.floor(fold)
  return dim(c, 1 + 0.1 * smooth(0.1, 0, at) - 0.12 * smooth(0.88, 1, at))
}

const MARBLE = [rgb('#d9d8d5'), rgb('#f3f2ef'), rgb('#8b9094')] as const

function marble(x: number, y: number): Rgb {
  const wx = x + clouds(x / 200, y / 200, 52, 4) * 260
  const wy = y + clouds(x / 200, y / 200, 53, 4) * 260
  const c = blend(MARBLE[0], MARBLE[1], clamp(clouds(wx / 180, wy / 180, 51, 5) * 1.6 - 0.3))
  const vein =
    smooth(0.9, 1, threads(wx / 420, wy / 260, 54, 2)) * 0.5 +
    smooth(0.9, 1, threads(wx / 130, wy / 90, 55, 2)) * 0.16
  return blend(c, MARBLE[2], clamp(vein))
}

const painters: Record<Surface, Paint> = {
  paper,
  slate,
  oak: planks(rgb('#9a6a3c'), rgb('#d2a56f'), rgb('#7b5029'), rgb('#412812'), 60),
  walnut: planks(rgb('#4a2f1f'), rgb('#835a3c'), rgb('#331e12'), rgb('#1c100a'), 160),
  linen,
  marble,
}

const SPARE = { width: 300, height: 225 }
const sheets = new Map<string, Float32Array>()

/** A crop in linear light, three numbers per pixel. */
export function surface(kind: Surface, seed: number, width: number, height: number): Float32Array {
  const scale = width / 1200
  const sheetWidth = width + Math.round(SPARE.width * scale)
  const sheetHeight = height + Math.round(SPARE.height * scale)
  const sheet = sheetOf(kind, sheetWidth, sheetHeight, scale)
  const left = Math.floor(hash(seed, 1, 71) * (sheetWidth - width))
  const top = Math.floor(hash(seed, 2, 71) * (sheetHeight - height))
  const out = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const from = ((y + top) * sheetWidth + left) * 3
    out.set(sheet.subarray(from, from + width * 3), y * width * 3)
  }
  return out
}

function sheetOf(kind: Surface, width: number, height: number, scale: number): Float32Array {
  const key = `${kind} ${width}`
  const cached = sheets.get(key)
  if (cached) return cached
  const sheet = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) sheet.set(painters[kind](x / scale, y / scale), (y * width + x) * 3)
  sheets.set(key, sheet)
  return sheet
}
