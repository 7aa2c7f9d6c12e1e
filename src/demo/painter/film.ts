import { blankLayer, type Layer, over } from './layer.ts'
import { clamp, clouds, smooth, threads } from './noise.ts'
import { distanceTo, type Polygon, unplace } from './outline.ts'

/** Clear film: wrinkles where it meets the board, soft glare over the meat, sealed seams at both ends. */
export function film(bag: Polygon, cut: Layer, seed: number, turn: number): Layer {
  const out = blankLayer(cut.width)
  const edge = distanceTo(bag, 20)
  const toLocal = unplace({ x: 590, y: 440, turn })
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
      const [localX] = toLocal(x, y)
      const seam = smooth(436, 442, Math.abs(localX)) * smooth(481, 473, Math.abs(localX))
      const weld = seam * (0.5 + 0.5 * Math.sin(localX * 0.95))
      const glare =
        smooth(0.6, 0.82, clouds((x + y * 0.55) / 300, (y - x * 0.4) / 520, seed + 5, 3)) *
        0.22 *
        (0.35 + 0.65 * meat)
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
