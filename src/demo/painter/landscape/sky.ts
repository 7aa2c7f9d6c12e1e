import { blend, type Rgb } from '../color.ts'
import { clamp, clouds, smooth } from '../noise.ts'
import { put } from './sheet.ts'
import { HORIZON, type View } from './view.ts'

export function skyAt({ land, light }: View, u: number, v: number, aspect: number, disc = true): Rgb {
  let c = blend(light.zenith, light.horizon, clamp(v / 0.5) ** 0.85)
  const far = Math.hypot((u - land.sun.at) * aspect, v - land.sun.height)
  c = blend(c, light.glow, Math.exp(-far / light.glowSize) * 0.8)
  const band = clouds(u * aspect * 2.1 + land.seed, v * 9, land.seed + 90, 5)
  const lump = clouds(u * aspect * 5 + land.seed, v * 12, land.seed + 92, 4)
  const heavy = land.hour === 'overcast' ? 0.16 : 0
  const cover = smooth(0.5 - heavy, 0.74 - heavy, band * 0.72 + lump * 0.3) * smooth(HORIZON, 0.12, v) * 0.9
  const under = smooth(0.5, 0.75, clouds(u * aspect * 2.1 + land.seed, v * 9 - 0.22, land.seed + 90, 5))
  c = blend(c, blend(light.cloud, light.shade, under * 0.6), cover)
  return land.hour === 'overcast' || !disc
    ? c
    : blend(c, light.sun, smooth(0.045, 0.037, far) * (1 - cover * 0.6))
}

const BELOW_HORIZON = 0.6

export function paintSky(view: View) {
  const { sheet } = view
  const aspect = sheet.width / sheet.height
  for (let y = 0; y < sheet.height * BELOW_HORIZON; y++)
    for (let x = 0; x < sheet.width; x++)
      put(sheet, x, y, skyAt(view, x / sheet.width, y / sheet.height, aspect))
}
