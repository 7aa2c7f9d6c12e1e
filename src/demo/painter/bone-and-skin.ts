import { blend, type Rgb, rgb } from './color.ts'
import { setColor } from './flesh.ts'
import { clamp, clouds, hash, smooth } from './noise.ts'
import type { Palette } from './palettes.ts'
import type { Material } from './pieces.ts'

const BONE = rgb('#ead9bf')

const BONE_EDGE = rgb('#d3b795')

const SPONGE = rgb('#b5675a')

/** Sawn bone: a dense rim around reddish sponge. */
export function boneAt(x: number, y: number, seed: number, depth: number): Rgb {
  const rim = blend(BONE_EDGE, BONE, smooth(0, 7, depth))
  const pores = smooth(0.42, 0.66, clouds(x / 5, y / 5, seed + 60, 2)) * smooth(7, 14, depth)
  return blend(rim, SPONGE, pores * 0.5)
}

export function scrapedBone(seed: number): Material {
  return (x, y, depth, sample) => {
    const c = blend(
      rgb('#d9c2a0'),
      rgb('#f3e8d4'),
      smooth(0, 12, depth) * (0.75 + 0.4 * clouds(x / 22, y / 22, seed, 2)),
    )
    setColor(sample, blend(c, rgb('#b77866'), smooth(0.62, 0.82, clouds(x / 30, y / 12, seed + 2, 3)) * 0.35))
    sample.gloss = 0.28
  }
}

/** Poultry skin: fine follicles, thin over muscle, with thicker yellow folds of fat. */
export function birdSkin(p: Palette, seed: number, yellow = 0.4): Material {
  return (x, y, depth, sample) => {
    const tone = clouds(x / 70, y / 70, seed + 1, 4)
    let c = blend(p.lean, p.bright, clamp(tone * 1.8 - 0.4))
    c = blend(c, p.fat, smooth(0.5, 0.75, clouds(x / 95, y / 80, seed + 2, 3)) * yellow)
    c = blend(c, p.deep, smooth(18, 0, depth) * 0.25)
    const pores = dots(x, y, 12, seed + 3)
    setColor(sample, blend(c, p.cream, pores * 0.35))
    sample.lift = pores * 0.7 + (clouds(x / 48, y / 34, seed + 4, 3) - 0.5) * 7
    sample.gloss = p.gloss
  }
}

export function dots(x: number, y: number, cell: number, seed: number): number {
  const i = Math.floor(x / cell)
  const j = Math.floor(y / cell)
  const cx = (i + 0.25 + 0.5 * hash(i, j, seed)) * cell
  const cy = (j + 0.25 + 0.5 * hash(i, j, seed + 1)) * cell
  const size = 0.1 + 0.18 * hash(i, j, seed + 3)
  return (
    smooth(cell * size, cell * size * 0.3, Math.hypot(x - cx, y - cy)) * (0.25 + 0.75 * hash(i, j, seed + 2))
  )
}
