/** The second picture: the same cut as it arrives, drawn tight in clear film with the farm's label on it. */
import sharp, { type Sharp } from 'sharp'
import type { CutPicture, Surface } from '#db/seeds/shelves/pictures.ts'
import { develop, settle } from './cut-picture.ts'
import { LABEL, type LabelWords, labelSvg } from './label.ts'
import { blankLayer, type Layer, layPieces, over, TABLE } from './layer.ts'
import { clamp, clouds, dice, smooth, threads } from './noise.ts'
import { curve, distanceTo, place, type Polygon, unplace } from './outline.ts'
import { surface } from './surfaces.ts'

/** Packs stand on another surface than the cut, so that a gallery does not repeat itself. */
const beneath: Record<Surface, Surface> = { paper: 'slate', slate: 'marble', oak: 'linen', linen: 'walnut', marble: 'oak', walnut: 'paper' }

const BAG: Polygon = [[-480, -342], [-220, -347], [0, -344], [220, -348], [480, -342], [485, -170], [482, 0], [486, 170], [480, 342], [220, 347], [0, 343], [-220, 348], [-480, 342], [-485, 170], [-481, 0], [-486, -170]]

export async function paintPack(picture: CutPicture, cut: Layer, words: LabelWords): Promise<Sharp> {
  const { width, height } = cut
  const roll = dice(picture.seed + 300)
  const turn = roll(-0.07, 0.07)
  const bag = curve(place(BAG, { x: 590, y: 440, turn }), 4)
  const table = surface(beneath[picture.surface], picture.seed + 1, width, height)
  settle(table, layPieces(blankLayer(width), [backing(bag, picture.seed)]))
  const shrunk = shrink(cut, 0.68, 590 - roll(30, 60), 440 - roll(44, 64), turn)
  settle(table, shrunk)
  settle(table, film(bag, shrunk, picture.seed, turn))
  const put = { x: 590 + roll(210, 240), y: 440 + roll(186, 198), turn: turn + roll(-0.05, 0.03) }
  const label = await labelLayer(words, put, width)
  settle(table, label)
  return develop(table, width, height)
}

const backing = (outline: Polygon, seed: number) => ({
  outline, seed, rough: 2, rim: 16, rise: 6, swell: 0, grain: 0, shadow: 16, clear: true,
  material: (x: number, y: number, _depth: number, dab: { r: number; g: number; b: number; alpha: number; gloss: number }) => {
    const cloud = clouds(x / 140, y / 140, seed, 3)
    dab.r = 0.62 + cloud * 0.12
    dab.g = 0.63 + cloud * 0.12
    dab.b = 0.63 + cloud * 0.12
    dab.alpha = 0.17
    dab.gloss = 0.3
  },
})

/** The cut layer, smaller, turned and moved; table units. */
function shrink(cut: Layer, size: number, x: number, y: number, turn: number): Layer {
  const out = blankLayer(cut.width)
  const back = unplace({ x, y, turn, size })
  for (let j = 0; j < out.height; j++)
    for (let i = 0; i < out.width; i++) {
      const [u, v] = back(i / out.scale, j / out.scale)
      average(cut, (u + TABLE.width / 2) * cut.scale, (v + TABLE.height / 2) * cut.scale, out.light, (j * out.width + i) * 4)
    }
  return out
}

function average({ width, height, light }: Layer, x: number, y: number, out: Float32Array, at: number) {
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

/** Clear film: wrinkles where it is drawn to the board, a soft glare over the meat, welded seams at both ends. */
function film(bag: Polygon, cut: Layer, seed: number, turn: number): Layer {
  const out = blankLayer(cut.width)
  const edge = distanceTo(bag, 20)
  const back = unplace({ x: 590, y: 440, turn })
  for (let j = 0; j < out.height; j++)
    for (let i = 0; i < out.width; i++) {
      const x = i / out.scale
      const y = j / out.scale
      const depth = -edge(x, y)
      if (depth <= 0) continue
      const at = (j * out.width + i) * 4
      const meat = clamp(((cut.light[at + 3] as number) - 0.5) * 2)
      const slope = wrinkle(x, y, seed) - wrinkle(x + 3, y + 3, seed)
      const loose = 1 - 0.72 * meat
      const [lx] = back(x, y)
      const seam = smooth(436, 442, Math.abs(lx)) * smooth(481, 473, Math.abs(lx))
      const weld = seam * (0.5 + 0.5 * Math.sin(lx * 0.95))
      const glare = smooth(0.6, 0.82, clouds((x + y * 0.55) / 300, (y - x * 0.4) / 520, seed + 5, 3)) * 0.22 * (0.35 + 0.65 * meat)
      const bright = clamp(slope * 2.6) * loose * 0.5 + glare + weld * 0.34 + smooth(5, 1, depth) * 0.35
      const dark = clamp(-slope * 2.2) * loose * 0.3 + seam * (1 - weld) * 0.06
      over(out.light, at, 0.02, 0.03, 0.035, clamp(dark))
      over(out.light, at, 1, 1, 1, clamp(bright, 0, 0.85))
    }
  return out
}

function wrinkle(x: number, y: number, seed: number): number {
  const wx = x + (clouds(x / 130, y / 130, seed + 9, 3) - 0.5) * 150
  const wy = y + (clouds(x / 130, y / 130, seed + 10, 3) - 0.5) * 150
  return threads(wx / 230, wy / 120, seed + 11, 3)
}

const SIZE = 0.84

async function labelLayer(words: LabelWords, put: { x: number; y: number; turn: number }, width: number): Promise<Layer> {
  const out = blankLayer(width)
  const scale = out.scale * SIZE
  const { data, info } = await sharp(Buffer.from(labelSvg(words, scale * 2))).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const source: Layer = { width: info.width, height: info.height, scale: scale * 2, left: 0, top: 0, light: new Float32Array(data.length) }
  for (let i = 0; i < data.length; i += 4) {
    const alpha = (data[i + 3] as number) / 255
    for (let ch = 0; ch < 3; ch++) source.light[i + ch] = Math.pow((data[i + ch] as number) / 255, 2.2) * alpha
    source.light[i + 3] = alpha
  }
  const back = unplace({ ...put, size: SIZE })
  const sheet: Polygon = [[-LABEL.width / 2, -LABEL.height / 2], [LABEL.width / 2, -LABEL.height / 2], [LABEL.width / 2, LABEL.height / 2], [-LABEL.width / 2, LABEL.height / 2]]
  layPieces(out, [{ outline: place(sheet, { ...put, size: SIZE * 0.98 }), seed: words.seed, rough: 0, rim: 2, rise: 1, swell: 0, grain: 0, shadow: 9, material: (_x, _y, _d, dab) => { dab.r = dab.g = dab.b = 0.9; dab.gloss = 0 } }])
  const dot = new Float32Array(4)
  for (let j = 0; j < out.height; j++)
    for (let i = 0; i < out.width; i++) {
      const [u, v] = back(i / out.scale, j / out.scale)
      if (Math.abs(u) > LABEL.width / 2 || Math.abs(v) > LABEL.height / 2) continue
      dot.fill(0)
      average(source, (u + LABEL.width / 2) * source.scale, (v + LABEL.height / 2) * source.scale, dot, 0)
      const paper = 0.86 + 0.1 * clouds(i / 5, j / 5, words.seed, 2) - 0.05 * smooth(0.4, 0.8, clouds(i / 160, j / 160, words.seed + 2, 2))
      const alpha = dot[3] as number
      if (alpha > 0.02) over(out.light, (j * out.width + i) * 4, ((dot[0] as number) / alpha) * paper, ((dot[1] as number) / alpha) * paper, ((dot[2] as number) / alpha) * paper, alpha)
    }
  return out
}
