/** Sky, far country, ridges and ground, one behind the other. Lengths are in heights of the picture. */
import type { Ground, Landscape } from '#db/seeds/shelves/pictures.ts'
import { blend, dim, type Rgb, rgb } from '../colour.ts'
import { clamp, clouds, mix, noise, smooth, threads } from '../noise.ts'
import type { Light } from './light.ts'
import { put, type Sheet } from './sheet.ts'

export const HORIZON = 0.46
/** Ridges from far to near; the last is the ground at the viewer's feet. */
export const RIDGES = 4

export type View = { land: Landscape; light: Light; sheet: Sheet }

const isWet = ({ far, water }: Landscape) => far === 'sea' || far === 'islands' || water === 'sea'

export function skyAt({ land, light }: View, u: number, v: number, aspect: number, disc = true): Rgb {
  let c = blend(light.zenith, light.horizon, Math.pow(clamp(v / 0.5), 0.85))
  const far = Math.hypot((u - land.sun.at) * aspect, v - land.sun.height)
  c = blend(c, light.glow, Math.exp(-far / light.glowSize) * 0.8)
  const band = clouds(u * aspect * 2.1 + land.seed, v * 9, land.seed + 90, 5)
  const lump = clouds(u * aspect * 5 + land.seed, v * 12, land.seed + 92, 4)
  const heavy = land.hour === 'overcast' ? 0.16 : 0
  const cover = smooth(0.5 - heavy, 0.74 - heavy, band * 0.72 + lump * 0.3) * smooth(HORIZON, 0.12, v) * 0.9
  const under = smooth(0.5, 0.75, clouds(u * aspect * 2.1 + land.seed, v * 9 - 0.22, land.seed + 90, 5))
  c = blend(c, blend(light.cloud, light.shade, under * 0.6), cover)
  return land.hour === 'overcast' || !disc ? c : blend(c, light.sun, smooth(0.045, 0.037, far) * (1 - cover * 0.6))
}

export function paintSky(view: View) {
  const { sheet } = view
  const aspect = sheet.width / sheet.height
  for (let y = 0; y < sheet.height; y++)
    for (let x = 0; x < sheet.width; x++) put(sheet, x, y, skyAt(view, x / sheet.width, y / sheet.height, aspect))
}

/** How high the far country stands at `u`, in parts of the height from the top. */
function farLine({ land }: View, u: number, aspect: number): number {
  const x = u * aspect
  const s = land.seed
  switch (land.far) {
    case 'peaks':
      return HORIZON + 0.03 - (0.1 + 0.24 * land.relief) * Math.pow(threads(x * 1.35 + s, 3.3, s + 1, 6), 1.5) - 0.05 * clouds(x * 2, 1, s + 2, 4)
    case 'mesas': {
      const table = clouds(x * 1.5 + s, 1.7, s + 1, 2)
      const step = smooth(0.5, 0.53, table) * 0.11 + smooth(0.62, 0.64, table) * 0.05
      return HORIZON - step - 0.012 * clouds(x * 9, 2, s + 3, 3)
    }
    case 'bluffs':
      return HORIZON - 0.02 - 0.1 * land.relief * smooth(0.35, 0.62, clouds(x * 1.3 + s, 2.2, s + 1, 3)) - 0.02 * clouds(x * 7, 2, s, 3)
    case 'hills':
      return HORIZON - 0.02 - 0.22 * land.relief * (clouds(x * 0.9 + s, 4.1, s + 1, 4) - 0.22)
    case 'islands':
      return HORIZON + 0.004 - Math.max(0, clouds(x * 2.4 + s, 4.1, s + 1, 5) - 0.47) * 0.5 * (0.5 + land.relief)
    case 'sea':
    case 'plain':
      return HORIZON
  }
}

export function paintFar(view: View) {
  const { sheet, land, light } = view
  const aspect = sheet.width / sheet.height
  for (let x = 0; x < sheet.width; x++) {
    const u = x / sheet.width
    const line = farLine(view, u, aspect)
    for (let y = Math.floor(line * sheet.height); y < sheet.height; y++) {
      const v = y / sheet.height
      const c = farColour(view, u * aspect, v, v - line)
      const near = smooth(-0.02, 0.2, v - HORIZON + 0.16)
      const veil = land.far === 'peaks' ? 0.14 : land.far === 'islands' || land.far === 'mesas' ? 0.2 : 0.36
      put(sheet, x, y, blend(c, light.haze, veil + 0.34 * near), smooth(0, 1.5, y - line * sheet.height))
    }
  }
}

function farColour({ land, light }: View, x: number, v: number, deep: number): Rgb {
  const s = land.seed
  const slope = clouds(x * 9 + deep * 10, v * 16, s + 21, 4) - clouds(x * 9 + 0.12 + deep * 10, v * 16 + 0.1, s + 21, 4)
  const lit = 1 + clamp(slope * 3.4, -0.4, 0.5)
  if (land.far === 'peaks') {
    const snow = smooth(0.01, -0.03, deep - 0.05 - 0.07 * clouds(x * 8, v * 9, s + 8, 3) - (land.ground === 'snow' ? 0.2 : 0)) * (0.6 + 0.4 * smooth(0.3, 0.5, clouds(x * 14, v * 18, s + 9, 3)))
    return blend(dim(rgb('#5d7190'), lit), dim(blend(rgb('#f2f4f8'), light.glow, 0.22), 0.75 + lit * 0.28), snow)
  }
  if (land.far === 'mesas') {
    const strata = Math.sin(deep * 420 + clouds(x * 6, v * 8, s, 3) * 6)
    return dim(blend(rgb('#a8583f'), rgb('#d08d62'), 0.5 + 0.4 * strata), lit)
  }
  if (land.far === 'islands') return dim(blend(rgb('#2f4a4c'), rgb('#54705a'), noise(x * 150, v * 90, s) * 0.8), lit)
  return dim(land.ground === 'snow' ? rgb('#aebccb') : blend(rgb('#62808a'), rgb('#7f9a72'), clouds(x * 3, v * 8, s + 5, 3)), lit)
}

/** The line of ridge `k`, in parts of the height. Buildings and trees stand on it. */
export function ridgeLine({ land }: { land: Landscape }, k: number, u: number, aspect: number): number {
  const t = k / (RIDGES - 1)
  const flat = land.far === 'plain' || land.water === 'slough' ? 0.3 : 1
  const swell = (clouds((u * aspect) / (0.85 - 0.35 * t) + k * 3.1, k * 9.7, land.seed + k * 3, 4) - 0.5) * 0.2 * (0.25 + land.relief) * (1 - 0.4 * t) * flat
  const base = HORIZON + 0.035 + 0.31 * Math.pow(t, 1.35)
  if (!isWet(land)) return base - swell
  // By the sea the near ridges run out into headlands, leaving the water open on one side.
  if (k < RIDGES - 1) {
    const side = land.buildings[0] && land.buildings[0].at > 0.5 ? 1 - u : u
    return base - swell * 1.5 + smooth(0.2 + 0.12 * t, 0.36 + 0.24 * t, side) * 0.5
  }
  return base - swell * 0.7 + 0.06
}

type Soil = { low: Rgb; high: Rgb; blade: number; rows: number }

const soil = (low: string, high: string, blade: number, rows = 0): Soil => ({ low: rgb(low), high: rgb(high), blade, rows })

const soils: Record<Ground, Soil> = {
  pasture: soil('#4d7231', '#7da048', 0.26),
  clover: soil('#3f6d33', '#79a850', 0.3),
  prairie: soil('#8a7a35', '#c9ad5c', 0.4),
  wheat: soil('#a98a3c', '#dcc070', 0.34, 0.35),
  rows: soil('#5f6f2c', '#9ab04c', 0.2, 1),
  sage: soil('#8b8a60', '#c9b88a', 0.3),
  snow: soil('#cfd9e6', '#f6f8fb', 0.06),
  marsh: soil('#5d6e3c', '#a79c55', 0.42),
  sand: soil('#c39a6b', '#e6c998', 0.12),
}

export function paintRidge(view: View, k: number) {
  const { sheet, land } = view
  const aspect = sheet.width / sheet.height
  for (let x = 0; x < sheet.width; x++) {
    const u = x / sheet.width
    const line = ridgeLine(view, k, u, aspect)
    for (let y = Math.max(0, Math.floor(line * sheet.height)); y < sheet.height; y++) {
      const c = groundAt(view, k, u, y / sheet.height, line, aspect)
      put(sheet, x, y, c, smooth(0, 1.6, y - line * sheet.height))
    }
  }
}

function groundAt({ land, light }: View, k: number, u: number, v: number, line: number, aspect: number): Rgb {
  const t = k / (RIDGES - 1)
  const x = u * aspect
  const s = land.seed + k * 11
  const ground = soils[land.ground]
  const deep = v - line
  const patch = clouds(x * (2.2 + t), deep * 9 + k, s + 40, 4)
  let c = blend(ground.low, ground.high, clamp(patch * 1.7 - 0.35))
  if (land.far === 'hills' && k < 2) c = blend(c, rgb('#54743f'), 0.4)
  const rows = ground.rows * (k === RIDGES - 1 ? 1 : 0.3)
  if (rows > 0) {
    const furrow = Math.sin(((x - aspect * 0.5) / (deep + 0.09)) * 5.2 + clouds(x * 4, v * 10, s + 70, 3) * 1.4)
    c = dim(c, 1 - 0.26 * rows * smooth(0.3, -0.6, furrow))
  }
  const near = smooth(0.3, 1, t)
  const blades = noise(x * 520, v * 170, s + 71) * 0.6 + noise(x * 190, v * 60, s + 72) * 0.4
  c = dim(c, 1 + ground.blade * (blades - 0.5) * (0.4 + near))
  if (land.ground === 'sage' || land.ground === 'sand') c = blend(c, rgb('#5f6b4c'), smooth(0.64, 0.74, clouds(x * 26, v * 60, s + 73, 3)) * (land.ground === 'sage' ? 0.7 : 0.35))
  if (land.ground === 'marsh' || land.ground === 'prairie') c = blend(c, rgb('#e2cf8c'), smooth(0.7, 0.9, noise(x * 380, v * 42, s + 74)) * 0.3 * near)
  if (land.ground === 'clover') c = blend(c, rgb('#efe9dd'), smooth(0.84, 0.94, noise(x * 420, v * 420, s + 75)) * 0.3 * near)
  const rolling = clouds(x * 1.7, deep * 6, s + 60, 3) - clouds(x * 1.7 + 0.2, deep * 6 + 0.14, s + 60, 3)
  const sunward = 1 + clamp(rolling * 2.2 * (land.sun.at < 0.5 ? -1 : 1), -0.22, 0.24)
  c = dim(c, (0.86 + 0.14 * smooth(0, 0.05, deep)) * sunward)
  c = [c[0] * light.tint[0], c[1] * light.tint[1], c[2] * light.tint[2]]
  c = blend(c, light.glow, Math.exp(-Math.hypot((u - land.sun.at) * aspect, (v - land.sun.height) * 1.6) / (light.glowSize * 1.5)) * 0.3)
  return blend(c, light.haze, Math.pow(1 - t, 1.7) * 0.56)
}

/** Water mirrors the sky above it, broken by ripples that grow toward the viewer. */
export function waterAt(view: View, u: number, v: number, aspect: number, shore: number): Rgb {
  const { land, light } = view
  const depth = v - shore
  const rows = Math.log(1 + Math.max(0, depth) * 22) * 44
  const across = (u - 0.5) * aspect * (5 + 26 / (0.3 + depth * 5))
  const ripple = (noise(across, rows, land.seed + 81) - 0.5) * (0.05 + depth * 0.3)
  const up = clamp(shore - depth * 0.9 - Math.abs(ripple), 0.02, HORIZON)
  let c = dim(skyAt(view, u, up, aspect, false), 0.74)
  c = blend(c, rgb(land.water === 'slough' ? '#4f5a49' : '#274a5c'), (land.water === 'slough' ? 0.12 : 0.28) + clamp(depth, 0, 0.35) * 0.8)
  const path = Math.exp(-Math.abs(u - land.sun.at) * aspect * (9 - 10 * clamp(depth, 0, 0.4)))
  const glint = smooth(0.62, 0.8, noise(across * 2.2, rows * 1.7, land.seed + 82)) * path
  return blend(c, light.sun, glint * (land.hour === 'overcast' ? 0.12 : 0.75))
}

export function paintSea(view: View) {
  const { sheet } = view
  const aspect = sheet.width / sheet.height
  for (let y = Math.floor(HORIZON * sheet.height); y < sheet.height; y++)
    for (let x = 0; x < sheet.width; x++) put(sheet, x, y, waterAt(view, x / sheet.width, y / sheet.height, aspect, HORIZON), smooth(0, 1.5, y - HORIZON * sheet.height))
}

/** A river or slough winds through the near ground; a pond lies in it. */
export function paintWater(view: View) {
  const { sheet, land } = view
  if (land.water === 'none' || land.water === 'sea') return
  const aspect = sheet.width / sheet.height
  for (let y = Math.floor(0.55 * sheet.height); y < sheet.height; y++)
    for (let x = 0; x < sheet.width; x++) {
      const u = x / sheet.width
      const v = y / sheet.height
      const inside = wetness(land, u * aspect, v, aspect)
      if (inside <= -0.014) continue
      const bank = smooth(-0.014, -0.002, inside)
      put(sheet, x, y, rgb('#5d4f35'), bank * 0.6)
      put(sheet, x, y, waterAt(view, u, v, aspect, 0.56), smooth(-0.003, 0.002, inside))
    }
}

/** Above 0 in the water, in parts of the height. */
function wetness(land: Landscape, x: number, v: number, aspect: number): number {
  const wobble = (clouds(x * 5, v * 12, land.seed + 85, 3) - 0.5) * 0.03
  if (land.water === 'pond') return 0.07 - Math.hypot((x - aspect * 0.56) * 0.42, v - 0.8) + wobble * 0.6
  if (land.water === 'slough') return 0.05 - Math.abs(v - 0.665 - 0.02 * Math.sin(x * 2.4 + land.seed)) + wobble
  const down = clamp((v - 0.58) / 0.42)
  const middle = aspect * 0.52 + Math.sin(v * 15 + land.seed) * 0.3 * (1 - down * 0.3) - down * 0.2
  return mix(0.006, 0.16, down * down) - Math.abs(x - middle) * mix(0.34, 0.85, down) + wobble * down - (v < 0.6 ? 0.02 : 0)
}
