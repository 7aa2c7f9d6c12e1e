/** The canvas of a landscape, in linear light. */
import type { Rgb } from '../color.ts'

export type Sheet = { width: number; height: number; light: Float32Array }

export const blankSheet = (width: number, height: number): Sheet => ({
  width,
  height,
  light: new Float32Array(width * height * 3),
})

export function put({ width, height, light }: Sheet, x: number, y: number, c: Rgb, alpha = 1) {
  if (x < 0 || y < 0 || x >= width || y >= height || alpha <= 0) return
  const at = (y * width + x) * 3
  for (let ch = 0; ch < 3; ch++)
    light[at + ch] = (light[at + ch] as number) * (1 - alpha) + (c[ch] as number) * alpha
}
