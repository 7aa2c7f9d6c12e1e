/** The paper label on a pack, slightly crooked, as if applied by hand. */
import sharp from 'sharp'
import { LABEL, type LabelText, labelSvg } from './label.ts'
import { blankLayer, type Layer, over } from './layer.ts'
import { clouds, smooth } from './noise.ts'
import { type Polygon, place, unplace } from './outline.ts'
import { layPieces } from './pieces.ts'

const SIZE = 0.84

export async function labelLayer(
  text: LabelText,
  placing: { x: number; y: number; turn: number },
  width: number,
): Promise<Layer> {
  const out = blankLayer(width)
  const scale = out.scale * SIZE
  const { data, info } = await sharp(Buffer.from(labelSvg(text, scale * 2)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const source: Layer = {
    width: info.width,
    height: info.height,
    scale: scale * 2,
    left: 0,
    top: 0,
    light: new Float32Array(data.length),
  }
  for (let i = 0; i < data.length; i += 4) {
    const alpha = (data[i + 3] as number) / 255
    for (let ch = 0; ch < 3; ch++) source.light[i + ch] = ((data[i + ch] as number) / 255) ** 2.2 * alpha
    source.light[i + 3] = alpha
  }
  const toLocal = unplace({ ...placing, size: SIZE })
  const sheet: Polygon = [
    [-LABEL.width / 2, -LABEL.height / 2],
    [LABEL.width / 2, -LABEL.height / 2],
    [LABEL.width / 2, LABEL.height / 2],
    [-LABEL.width / 2, LABEL.height / 2],
  ]
  layPieces(out, [
    {
      outline: place(sheet, { ...placing, size: SIZE * 0.98 }),
      seed: text.seed,
      rough: 0,
      rim: 2,
      rise: 1,
      swell: 0,
      grain: 0,
      shadow: 9,
      material: (_x, _y, _d, sample) => {
        sample.r = sample.g = sample.b = 0.9
        sample.gloss = 0
      },
    },
  ])
  const pixel = new Float32Array(4)
  for (let j = 0; j < out.height; j++)
    for (let i = 0; i < out.width; i++) {
      const [u, v] = toLocal(i / out.scale, j / out.scale)
      if (Math.abs(u) > LABEL.width / 2 || Math.abs(v) > LABEL.height / 2) continue
      pixel.fill(0)
      sampleLayer(
        source,
        (u + LABEL.width / 2) * source.scale,
        (v + LABEL.height / 2) * source.scale,
        pixel,
        0,
      )
      const paper =
        0.86 +
        0.1 * clouds(i / 5, j / 5, text.seed, 2) -
        0.05 * smooth(0.4, 0.8, clouds(i / 160, j / 160, text.seed + 2, 2))
      const alpha = pixel[3] as number
      if (alpha > 0.02)
        over(
          out.light,
          (j * out.width + i) * 4,
          ((pixel[0] as number) / alpha) * paper,
          ((pixel[1] as number) / alpha) * paper,
          ((pixel[2] as number) / alpha) * paper,
          alpha,
        )
    }
  return out
}

export function sampleLayer(
  { width, height, light }: Layer,
  x: number,
  y: number,
  out: Float32Array,
  at: number,
) {
  const i = Math.floor(x)
  const j = Math.floor(y)
  if (i < 0 || j < 0 || i >= width - 1 || j >= height - 1) return
  const u = x - i
  const v = y - j
  for (let ch = 0; ch < 4; ch++) {
    const from = (j * width + i) * 4 + ch
    const upper = (light[from] as number) * (1 - u) + (light[from + 4] as number) * u
    const lower = (light[from + width * 4] as number) * (1 - u) + (light[from + width * 4 + 4] as number) * u
    out[at + ch] = upper * (1 - v) + lower * v
  }
}
