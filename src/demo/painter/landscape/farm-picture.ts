/** A farm in its landscape: terrain first, then buildings, herd and fence, in the light of the hour. */
import sharp, { type Sharp } from 'sharp'
import { blend, dim, fromByte, type Rgb, toByte } from '../color.ts'
import { hash, seededRandom, smooth } from '../noise.ts'
import type { Landscape } from '../scene.ts'
import { buildingSvg } from './buildings.ts'
import { paintFar } from './far.ts'
import { fenceSvg } from './fences.ts'
import { paintRidge } from './ground.ts'
import { herdSvg } from './herd.ts'
import { lights } from './light.ts'
import { blankSheet, put, type Sheet } from './sheet.ts'
import { paintSky } from './sky.ts'
import { plantRidge } from './trees.ts'
import { HORIZON, RIDGES, ridgeLine, type View } from './view.ts'
import { paintSea, paintWater } from './water.ts'

export async function paintFarm(land: Landscape, width: number, height: number): Promise<Sharp> {
  const view: View = { land, light: lights[land.hour], sheet: blankSheet(width, height) }
  const atSea = land.far === 'sea' || land.far === 'islands' || land.water === 'sea'
  paintSky(view)
  paintFar(view)
  if (atSea) paintSea(view)
  for (let k = 0; k < RIDGES - 1; k++) {
    paintRidge(view, k)
    plantRidge(view, k)
    if (k === RIDGES - 2) {
      if (atSea && land.herd === 'boats') await drawFigures(view, boats(view), 0.2)
      await drawFigures(view, buildings(view), 0.12)
    }
  }
  paintRidge(view, RIDGES - 1)
  paintWater(view)
  plantRidge(view, RIDGES - 1)
  await drawFigures(view, herd(view), 0)
  await drawFigures(view, fenceSvg(land.fence, land.seed, width, height), 0)
  return develop(view.sheet)
}

const aspectOf = ({ sheet }: View) => sheet.width / sheet.height

function buildings(view: View): string {
  const { width, height } = view.sheet
  return view.land.buildings
    .map((building) => {
      const foot =
        ridgeLine(view, RIDGES - 2, building.at, aspectOf(view)) +
        (view.land.water === 'slough' ? -0.004 : 0.022)
      const size = building.size * height * 0.00215
      return `<g transform="translate(${building.at * width} ${Math.min(foot, 0.74) * height}) scale(${size})">${buildingSvg(building)}</g>`
    })
    .join('')
}

function boats(view: View): string {
  const { width, height } = view.sheet
  const random = seededRandom(view.land.seed + 500)
  return [0.62, 0.42, 0.83]
    .map((u, i) => {
      const v = HORIZON + 0.06 + ([0.16, 0.07, 0.03][i % 3] ?? 0)
      const size = (0.5 + (v - HORIZON) * 7) * height * 0.0011
      return `<g transform="translate(${(u + random(-0.04, 0.04)) * width} ${v * height}) scale(${i % 2 ? -size : size} ${size})">${herdSvg.boats(i + view.land.seed)}</g>`
    })
    .join('')
}

const COUNTS: Partial<Record<Landscape['herd'], number>> = {
  hens: 22,
  ducks: 12,
  turkeys: 13,
  sheep: 15,
  pigs: 10,
  bison: 12,
}

function herd(view: View): string {
  const { land, sheet } = view
  if (land.herd === 'none' || land.herd === 'boats') return ''
  const random = seededRandom(land.seed + 900)
  const center = random(0.4, 0.62)
  const draw = herdSvg[land.herd]
  const swimming = land.herd === 'ducks' && (land.water === 'slough' || land.water === 'pond')
  return Array.from({ length: COUNTS[land.herd] ?? 9 }, (_, n) => {
    const u = Math.min(0.97, Math.max(0.03, center + (random() + random() - 1) * 0.44))
    const line = ridgeLine(view, RIDGES - 1, u, aspectOf(view))
    const v = swimming
      ? random(land.water === 'pond' ? 0.77 : 0.645, land.water === 'pond' ? 0.83 : 0.69)
      : line + random(0.008, 0.075)
    return { u, v, n, flip: random() > 0.5 }
  })
    .sort((a, b) => a.v - b.v)
    .map(({ u, v, n, flip }) => {
      const size =
        sheet.height *
        (0.00105 + Math.max(0, v - 0.7) * 0.0045) *
        (land.herd === 'hens' ? 1.25 : land.herd === 'ducks' ? 1.9 : 1)
      return `<g transform="translate(${u * sheet.width} ${v * sheet.height}) scale(${flip ? -size : size} ${size})">${draw(n + land.seed)}</g>`
    })
    .join('')
}

async function drawFigures(view: View, figures: string, haze: number) {
  if (figures === '') return
  const { sheet, light } = view
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}">${figures}</svg>`
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let y = 0; y < sheet.height; y++)
    for (let x = 0; x < sheet.width; x++) {
      const at = (y * sheet.width + x) * 4
      const alpha = (data[at + 3] as number) / 255
      if (alpha === 0) continue
      const c: Rgb = [
        fromByte(data[at] as number),
        fromByte(data[at + 1] as number),
        fromByte(data[at + 2] as number),
      ]
      const lit: Rgb = [c[0] * light.tint[0], c[1] * light.tint[1], c[2] * light.tint[2]]
      put(sheet, x, y, dim(blend(lit, light.haze, haze), 0.94 + 0.12 * hash(x, y, 3)), alpha)
    }
}

function develop({ width, height, light }: Sheet): Sharp {
  const bytes = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const corner = 1 - 0.2 * smooth(0.35, 0.8, Math.hypot(x / width - 0.5, y / height - 0.5))
      const grain = 1 + (hash(x, y, 5) - 0.5) * 0.02
      const i = (y * width + x) * 3
      for (let ch = 0; ch < 3; ch++) bytes[i + ch] = toByte((light[i + ch] as number) * corner * grain)
    }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}
