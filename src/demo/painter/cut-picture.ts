import sharp, { type Sharp } from 'sharp'
import { toByte } from './color.ts'
import { garnishPieces } from './garnish.ts'
import { blankLayer, type Layer, TABLE, type Window } from './layer.ts'
import { hash, seededRandom } from './noise.ts'
import { layPieces } from './pieces.ts'
import { planPieces } from './plans/plans.ts'
import type { CutPicture } from './scene.ts'
import { surface } from './surfaces.ts'

export const cutLayer = (picture: CutPicture, width: number): Layer =>
  layPieces(blankLayer(width), planPieces(picture))

/** A close-up of the meat. The table is enlarged, which blurs it like a lens. */
export function paintClose(picture: CutPicture, width: number): Sharp {
  const random = seededRandom(picture.seed + 500)
  const zoom = 2.05
  const window = { left: 600 - 600 / zoom + random(-40, 70), top: 450 - 450 / zoom + random(-70, 20), zoom }
  const layer = layPieces(blankLayer(width, window), planPieces(picture))
  const table = enlarge(
    surface(picture.surface, picture.seed, width, layer.height),
    width,
    layer.height,
    window,
  )
  composite(table, layer)
  return develop(table, width, layer.height)
}

function enlarge(
  table: Float32Array,
  width: number,
  height: number,
  { left, top, zoom }: Window,
): Float32Array {
  const out = new Float32Array(table.length)
  const scale = width / TABLE.width
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromX = Math.min(width - 1, Math.floor(left * scale + x / zoom))
      const fromY = Math.min(height - 1, Math.floor(top * scale + y / zoom))
      const from = (fromY * width + fromX) * 3
      out.set(table.subarray(from, from + 3), (y * width + x) * 3)
    }
  return out
}

export function paintCut(picture: CutPicture, cut: Layer): Sharp {
  const garnish = garnishPieces(picture.garnish, picture.seed, seededRandom(picture.seed + 77))
  const under = layPieces(blankLayer(cut.width), garnish)
  return onSurface(picture, [under, cut])
}

function onSurface(picture: CutPicture, layers: Layer[]): Sharp {
  const [{ width, height }] = layers as [Layer]
  const table = surface(picture.surface, picture.seed, width, height)
  for (const layer of layers) composite(table, layer)
  return develop(table, width, height)
}

export function composite(table: Float32Array, { light }: Layer) {
  for (let i = 0, at = 0; at < light.length; i += 3, at += 4) {
    const keep = 1 - (light[at + 3] as number)
    for (let ch = 0; ch < 3; ch++)
      table[i + ch] = (table[i + ch] as number) * keep + (light[at + ch] as number)
  }
}

/** Light from the upper left, darker corners, and slight noise against banding. */
export function develop(table: Float32Array, width: number, height: number): Sharp {
  const bytes = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot((x / width - 0.42) * 1.1, y / height - 0.4)
      const lamp = 1.08 - 0.34 * distance * distance + (hash(x, y, 17) - 0.5) * 0.012
      const i = (y * width + x) * 3
      for (let ch = 0; ch < 3; ch++) bytes[i + ch] = toByte((table[i + ch] as number) * lamp)
    }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}
