import { blend, dim, type Rgb, rgb } from '../color.ts'
import { clamp, clouds, noise, smooth, threads } from '../noise.ts'
import { put } from './sheet.ts'
import { HORIZON, hiddenFrom, type View } from './view.ts'

/** The top edge of the horizon at `u`, as a share of the height from the top. */
function farLine({ land }: View, u: number, aspect: number): number {
  const x = u * aspect
  const s = land.seed
  switch (land.far) {
    case 'peaks':
      return (
        HORIZON +
        0.03 -
        (0.1 + 0.24 * land.relief) * threads(x * 1.35 + s, 3.3, s + 1, 6) ** 1.5 -
        0.05 * clouds(x * 2, 1, s + 2, 4)
      )
    case 'mesas': {
      const table = clouds(x * 1.5 + s, 1.7, s + 1, 2)
      const step = smooth(0.5, 0.53, table) * 0.11 + smooth(0.62, 0.64, table) * 0.05
      return HORIZON - step - 0.012 * clouds(x * 9, 2, s + 3, 3)
    }
    case 'bluffs':
      return (
        HORIZON -
        0.02 -
        0.1 * land.relief * smooth(0.35, 0.62, clouds(x * 1.3 + s, 2.2, s + 1, 3)) -
        0.02 * clouds(x * 7, 2, s, 3)
      )
    case 'hills':
      return HORIZON - 0.02 - 0.22 * land.relief * (clouds(x * 0.9 + s, 4.1, s + 1, 4) - 0.22)
    case 'islands':
      return (
        HORIZON + 0.004 - Math.max(0, clouds(x * 2.4 + s, 4.1, s + 1, 5) - 0.47) * 0.5 * (0.5 + land.relief)
      )
    case 'sea':
    case 'plain':
      return HORIZON
  }
}

export function paintFar(view: View) {
  const { sheet, land, light } = view
  const aspect = sheet.width / sheet.height
  for (let x = 0; x < sheet.width; x++) {
    const u = x / sheet.width
    const line = farLine(view, u, aspect)
    const end = hiddenFrom(view, -1, u, aspect)
    for (let y = Math.floor(line * sheet.height); y < end; y++) {
      const v = y / sheet.height
      const c = farColor(view, u * aspect, v, v - line)
      const near = smooth(-0.02, 0.2, v - HORIZON + 0.16)
      const veil = land.far === 'peaks' ? 0.14 : land.far === 'islands' || land.far === 'mesas' ? 0.2 : 0.36
      put(sheet, x, y, blend(c, light.haze, veil + 0.34 * near), smooth(0, 1.5, y - line * sheet.height))
    }
  }
}

function farColor({ land, light }: View, x: number, v: number, deep: number): Rgb {
  const s = land.seed
  const slope =
    clouds(x * 9 + deep * 10, v * 16, s + 21, 4) - clouds(x * 9 + 0.12 + deep * 10, v * 16 + 0.1, s + 21, 4)
  const lit = 1 + clamp(slope * 3.4, -0.4, 0.5)
  if (land.far === 'peaks') {
    const snow =
      smooth(
        0.01,
        -0.03,
        deep - 0.05 - 0.07 * clouds(x * 8, v * 9, s + 8, 3) - (land.ground === 'snow' ? 0.2 : 0),
      ) *
      (0.6 + 0.4 * smooth(0.3, 0.5, clouds(x * 14, v * 18, s + 9, 3)))
    return blend(
      dim(rgb('#5d7190'), lit),
      dim(blend(rgb('#f2f4f8'), light.glow, 0.22), 0.75 + lit * 0.28),
      snow,
    )
  }
  if (land.far === 'mesas') {
    const strata = Math.sin(deep * 420 + clouds(x * 6, v * 8, s, 3) * 6)
    return dim(blend(rgb('#a8583f'), rgb('#d08d62'), 0.5 + 0.4 * strata), lit)
  }
  if (land.far === 'islands')
    return dim(blend(rgb('#2f4a4c'), rgb('#54705a'), noise(x * 150, v * 90, s) * 0.8), lit)
  return dim(
    land.ground === 'snow'
      ? rgb('#aebccb')
      : blend(rgb('#62808a'), rgb('#7f9a72'), clouds(x * 3, v * 8, s + 5, 3)),
    lit,
  )
}
