import { blend, dim, type Rgb, rgb } from '../color.ts'
import { clamp, clouds, mix, noise, smooth } from '../noise.ts'
import type { Landscape } from '../scene.ts'
import { put } from './sheet.ts'
import { skyAt } from './sky.ts'
import { HORIZON, hiddenFrom, type View } from './view.ts'

export function waterAt(view: View, u: number, v: number, aspect: number, shore: number): Rgb {
  const { land, light } = view
  const depth = v - shore
  const rows = Math.log(1 + Math.max(0, depth) * 22) * 44
  const across = (u - 0.5) * aspect * (5 + 26 / (0.3 + depth * 5))
  const ripple = (noise(across, rows, land.seed + 81) - 0.5) * (0.05 + depth * 0.3)
  const up = clamp(shore - depth * 0.9 - Math.abs(ripple), 0.02, HORIZON)
  let c = dim(skyAt(view, u, up, aspect, false), 0.74)
  c = blend(
    c,
    rgb(land.water === 'slough' ? '#4f5a49' : '#274a5c'),
    (land.water === 'slough' ? 0.12 : 0.28) + clamp(depth, 0, 0.35) * 0.8,
  )
  const path = Math.exp(-Math.abs(u - land.sun.at) * aspect * (9 - 10 * clamp(depth, 0, 0.4)))
  const glint = smooth(0.62, 0.8, noise(across * 2.2, rows * 1.7, land.seed + 82)) * path
  const still = land.water === 'sea' ? 0.75 : 0.3
  return blend(c, light.sun, glint * (land.hour === 'overcast' ? 0.12 : still))
}

export function paintSea(view: View) {
  const { sheet } = view
  const aspect = sheet.width / sheet.height
  for (let x = 0; x < sheet.width; x++) {
    const u = x / sheet.width
    const end = hiddenFrom(view, -1, u, aspect)
    for (let y = Math.floor(HORIZON * sheet.height); y < end; y++) {
      const c = waterAt(view, u, y / sheet.height, aspect, HORIZON)
      put(sheet, x, y, c, smooth(0, 1.5, y - HORIZON * sheet.height))
    }
  }
}

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

/** Positive inside the water, as a share of the height. */
function wetness(land: Landscape, x: number, v: number, aspect: number): number {
  const wobble = (clouds(x * 5, v * 12, land.seed + 85, 3) - 0.5) * 0.03
  if (land.water === 'pond') return 0.07 - Math.hypot((x - aspect * 0.56) * 0.42, v - 0.8) + wobble * 0.6
  if (land.water === 'slough')
    return 0.05 - Math.abs(v - 0.665 - 0.02 * Math.sin(x * 2.4 + land.seed)) + wobble
  const down = clamp((v - 0.58) / 0.42)
  const middle = aspect * 0.52 + Math.sin(v * 15 + land.seed) * 0.3 * (1 - down * 0.3) - down * 0.2
  return (
    mix(0.006, 0.16, down * down) -
    Math.abs(x - middle) * mix(0.34, 0.85, down) +
    wobble * down -
    (v < 0.6 ? 0.02 : 0)
  )
}
