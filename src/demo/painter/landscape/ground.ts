import { blend, dim, type Rgb, rgb } from '../color.ts'
import { clamp, clouds, noise, smooth } from '../noise.ts'
import type { Ground } from '../scene.ts'
import { put } from './sheet.ts'
import { hiddenFrom, RIDGES, ridgeLine, type View } from './view.ts'

type Soil = { low: Rgb; high: Rgb; blade: number; rows: number }

const soil = (low: string, high: string, blade: number, rows = 0): Soil => ({
  low: rgb(low),
  high: rgb(high),
  blade,
  rows,
})

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
  const { sheet } = view
  const aspect = sheet.width / sheet.height
  for (let x = 0; x < sheet.width; x++) {
    const u = x / sheet.width
    const line = ridgeLine(view, k, u, aspect)
    const end = hiddenFrom(view, k, u, aspect)
    for (let y = Math.max(0, Math.floor(line * sheet.height)); y < end; y++) {
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
    const furrow = Math.sin(
      ((x - aspect * 0.5) / (deep + 0.09)) * 5.2 + clouds(x * 4, v * 10, s + 70, 3) * 1.4,
    )
    c = dim(c, 1 - 0.26 * rows * smooth(0.3, -0.6, furrow))
  }
  const near = smooth(0.3, 1, t)
  const blades = noise(x * 520, v * 170, s + 71) * 0.6 + noise(x * 190, v * 60, s + 72) * 0.4
  c = dim(c, 1 + ground.blade * (blades - 0.5) * (0.4 + near))
  if (land.ground === 'sage' || land.ground === 'sand')
    c = blend(
      c,
      rgb('#5f6b4c'),
      smooth(0.64, 0.74, clouds(x * 26, v * 60, s + 73, 3)) * (land.ground === 'sage' ? 0.7 : 0.35),
    )
  if (land.ground === 'marsh' || land.ground === 'prairie')
    c = blend(c, rgb('#e2cf8c'), smooth(0.7, 0.9, noise(x * 380, v * 42, s + 74)) * 0.3 * near)
  if (land.ground === 'clover')
    c = blend(c, rgb('#efe9dd'), smooth(0.84, 0.94, noise(x * 420, v * 420, s + 75)) * 0.3 * near)
  const rolling = clouds(x * 1.7, deep * 6, s + 60, 3) - clouds(x * 1.7 + 0.2, deep * 6 + 0.14, s + 60, 3)
  const sunward = 1 + clamp(rolling * 2.2 * (land.sun.at < 0.5 ? -1 : 1), -0.22, 0.24)
  c = dim(c, (0.86 + 0.14 * smooth(0, 0.05, deep)) * sunward)
  c = [c[0] * light.tint[0], c[1] * light.tint[1], c[2] * light.tint[2]]
  c = blend(
    c,
    light.glow,
    Math.exp(-Math.hypot((u - land.sun.at) * aspect, (v - land.sun.height) * 1.6) / (light.glowSize * 1.5)) *
      0.3,
  )
  return blend(c, light.haze, (1 - t) ** 1.7 * 0.56)
}
