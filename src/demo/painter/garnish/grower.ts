import { blend, dim, type Rgb } from '../colour.ts'
import { dye } from '../flesh.ts'
import { clouds, type dice, smooth } from '../noise.ts'
import type { Placing } from '../outline.ts'
import type { Material, Piece } from '../pieces.ts'

export type Roll = ReturnType<typeof dice>

export type Grower = (at: Placing, seed: number, roll: Roll) => Piece[]

export const matte =
  (dark: Rgb, light: Rgb, seed: number, gloss = 0.1): Material =>
  (x, y, depth, dab) => {
    dye(dab, dim(blend(dark, light, clouds(x / 8, y / 8, seed, 2)), 0.8 + 0.2 * smooth(0, 6, depth)))
    dab.gloss = gloss
  }

export const scatter = (roll: Roll, { x, y }: Placing, spread: number): Placing => {
  const a = roll(0, 6.283)
  const r = roll() ** 0.7 * spread
  return { x: x + Math.cos(a) * r * 1.25, y: y + Math.sin(a) * r, turn: roll(0, 3) }
}
