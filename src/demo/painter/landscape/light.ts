import { type Rgb, rgb } from '../color.ts'
import type { Hour } from '../scene.ts'

export type Light = {
  zenith: Rgb
  horizon: Rgb
  glow: Rgb
  sun: Rgb
  haze: Rgb
  cloud: Rgb
  shade: Rgb
  /** Multiplies what the sun lights. */
  tint: Rgb
  glowSize: number
}

const light = (
  zenith: string,
  horizon: string,
  glow: string,
  haze: string,
  cloud: string,
  shade: string,
  tint: Rgb,
  glowSize: number,
): Light => ({
  zenith: rgb(zenith),
  horizon: rgb(horizon),
  glow: rgb(glow),
  sun: [1, 0.97, 0.88],
  haze: rgb(haze),
  cloud: rgb(cloud),
  shade: rgb(shade),
  tint,
  glowSize,
})

export const lights: Record<Hour, Light> = {
  dawn: light('#7f9cc0', '#f3cdb4', '#ffb59a', '#c9c3cf', '#f6d7cf', '#8d8aa6', [0.92, 0.84, 0.88], 0.26),
  morning: light('#79b1d6', '#f4ead2', '#ffeebb', '#cfdcdc', '#fffaf0', '#b3c3cc', [1.04, 1.02, 0.94], 0.2),
  noon: light('#5b9fd0', '#d8eaf0', '#fffbe8', '#c4d6dd', '#ffffff', '#b4c6d2', [1.04, 1.04, 1.02], 0.12),
  golden: light('#6c9ec6', '#f9dcae', '#ffc978', '#d2c6b8', '#ffe9cb', '#b0a3a0', [1.12, 0.98, 0.78], 0.27),
  dusk: light('#3f5184', '#f2a27c', '#ff8a55', '#9a8799', '#e9a595', '#5b5576', [0.8, 0.66, 0.7], 0.3),
  overcast: light('#a9b6bf', '#dfe2df', '#f3f1e8', '#ced4d6', '#eef0ef', '#96a2ab', [0.92, 0.95, 0.96], 0.2),
}
