import { blend, dim, type Rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clouds, type seededRandom, smooth } from '../noise.ts'
import type { Placing } from '../outline.ts'
import type { Material, Piece } from '../pieces.ts'

export type Random = ReturnType<typeof seededRandom>

export type GarnishBuilder = (at: Placing, seed: number, random: Random) => Piece[]

export const matte =
  (dark: Rgb, light: Rgb, seed: number, gloss = 0.1): Material =>
  (x, y, depth, sample) => {
    setColor(sample, dim(blend(dark, light, clouds(x / 8, y / 8, seed, 2)), 0.8 + 0.2 * smooth(0, 6, depth)))
    sample.gloss = gloss
  }

export const scatter = (random: Random, { x, y }: Placing, spread: number): Placing => {
  const a = random(0, 6.283)
  const r = random() ** 0.7 * spread
  return { x: x + Math.cos(a) * r * 1.25, y: y + Math.sin(a) * r, turn: random(0, 3) }
}
