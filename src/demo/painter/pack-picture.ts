/** The second picture: the same cut as delivered, in clear film with the farm's label. */

import type { Sharp } from 'sharp'
import { composite, develop } from './cut-picture.ts'
import { film } from './film.ts'
import type { LabelText } from './label.ts'
import { labelLayer, sampleLayer } from './label-layer.ts'
import { blankLayer, type Layer, TABLE } from './layer.ts'
import { clouds, seededRandom } from './noise.ts'
import { curve, type Polygon, place, points, unplace } from './outline.ts'
import { layPieces } from './pieces.ts'
import type { CutPicture, Surface } from './scene.ts'
import { surface } from './surfaces.ts'

/** Packs lie on a different surface than the cut, for a varied gallery. */
const packSurfaces: Record<Surface, Surface> = {
  paper: 'slate',
  slate: 'marble',
  oak: 'linen',
  linen: 'walnut',
  marble: 'oak',
  walnut: 'paper',
}

const BAG: Polygon =
  points(`-480,-342 -220,-347 0,-344 220,-348 480,-342 485,-170 482,0 486,170 480,342 220,347 0,343
    -220,348 -480,342 -485,170 -481,0 -486,-170`)

export async function paintPack(picture: CutPicture, cut: Layer, text: LabelText): Promise<Sharp> {
  const { width, height } = cut
  const random = seededRandom(picture.seed + 300)
  const turn = random(-0.07, 0.07)
  const bag = curve(place(BAG, { x: 590, y: 440, turn }), 4)
  const table = surface(packSurfaces[picture.surface], picture.seed + 1, width, height)
  composite(table, layPieces(blankLayer(width), [backingPiece(bag, picture.seed)]))
  const shrunk = shrinkLayer(cut, 0.68, 590 - random(30, 60), 440 - random(44, 64), turn)
  composite(table, shrunk)
  composite(table, film(bag, shrunk, picture.seed, turn))
  const placing = { x: 590 + random(210, 240), y: 440 + random(186, 198), turn: turn + random(-0.05, 0.03) }
  const label = await labelLayer(text, placing, width)
  composite(table, label)
  return develop(table, width, height)
}

const backingPiece = (outline: Polygon, seed: number) => ({
  outline,
  seed,
  rough: 2,
  rim: 16,
  rise: 6,
  swell: 0,
  grain: 0,
  shadow: 16,
  clear: true,
  material: (
    x: number,
    y: number,
    _depth: number,
    sample: { r: number; g: number; b: number; alpha: number; gloss: number },
  ) => {
    const cloud = clouds(x / 140, y / 140, seed, 3)
    sample.r = 0.62 + cloud * 0.12
    sample.g = 0.63 + cloud * 0.12
    sample.b = 0.63 + cloud * 0.12
    sample.alpha = 0.17
    sample.gloss = 0.3
  },
})

function shrinkLayer(cut: Layer, size: number, x: number, y: number, turn: number): Layer {
  const out = blankLayer(cut.width)
  const toLocal = unplace({ x, y, turn, size })
  for (let j = 0; j < out.height; j++)
    for (let i = 0; i < out.width; i++) {
      const [u, v] = toLocal(i / out.scale, j / out.scale)
      sampleLayer(
        cut,
        (u + TABLE.width / 2) * cut.scale,
        (v + TABLE.height / 2) * cut.scale,
        out.light,
        (j * out.width + i) * 4,
      )
    }
  return out
}
