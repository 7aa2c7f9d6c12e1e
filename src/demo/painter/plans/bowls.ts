/** A pantry item in a bowl, seen from above. jar-picture.ts paints its container. */

import { blend, dim, type Rgb, rgb } from '../color.ts'
import { setColor } from '../flesh.ts'
import { clouds, noise, smooth } from '../noise.ts'
import { oval } from '../outline.ts'
import { palettes } from '../palettes.ts'
import type { Material, Piece } from '../pieces.ts'
import type { CutPicture } from '../scene.ts'
import { beans, curls, smoked, surfaces } from './bowlfuls.ts'

const glaze =
  (dark: Rgb, light: Rgb, seed: number): Material =>
  (x, y, _depth, sample) => {
    const speck = smooth(0.86, 0.95, noise(x / 5, y / 5, seed))
    setColor(
      sample,
      blend(blend(dark, light, clouds(x / 120, y / 120, seed + 1, 3)), rgb('#6b5a48'), speck * 0.5),
    )
    sample.gloss = 0.55
  }

export function bowl(picture: CutPicture): Piece[] {
  const { seed } = picture
  const stone = [rgb('#c9c0b2'), rgb('#ece6da')] as const
  return [
    {
      outline: oval(600, 440, 350, 345, 60),
      seed,
      rough: 2,
      rim: 44,
      rise: 34,
      swell: 2,
      grain: 0.4,
      wall: 26,
      shadow: 44,
      material: glaze(...stone, seed),
    },
    {
      outline: oval(600, 440, 310, 305, 60),
      seed: seed + 1,
      rough: 2,
      rim: 90,
      rise: -60,
      swell: 2,
      grain: 0.3,
      shadow: 0,
      material: glaze(dim(stone[0], 0.7), dim(stone[1], 0.75), seed + 1),
    },
    ...contents(picture),
  ]
}

function contents(picture: CutPicture): Piece[] {
  const { flesh, seed } = picture
  if (flesh === 'bean') return beans(picture)
  if (picture.plan === 'tin') return smoked(picture)
  const p = palettes[flesh]
  const fill: Piece = {
    outline: oval(600, 446, 272, 268, 60),
    seed: seed + 2,
    rough: flesh === 'rub' ? 16 : 3,
    rim: 30,
    rise: flesh === 'rub' ? 40 : 6,
    swell: flesh === 'rub' ? 16 : flesh === 'tallow' ? 22 : 2,
    grain: flesh === 'rub' ? 5 : 0.4,
    shadow: 6,
    material: surfaces[flesh === 'rub' ? 'powder' : flesh === 'tallow' ? 'cream' : 'clear'](p, seed),
  }
  return flesh === 'tallow' ? [fill, ...curls(picture)] : [fill]
}
