/** What every part of a landscape is painted with: the land, its light, the sheet. Lengths are in heights of the picture. */

import { clouds, smooth } from '../noise.ts'
import type { Landscape } from '../scene.ts'
import type { Light } from './light.ts'
import type { Sheet } from './sheet.ts'

export type View = { land: Landscape; light: Light; sheet: Sheet }

export const HORIZON = 0.46

/** Ridges from far to near; the last is the ground at the viewer's feet. */
export const RIDGES = 4

const isWet = ({ far, water }: Landscape) => far === 'sea' || far === 'islands' || water === 'sea'

/** The row below which nearer ridges hide everything that lies behind them, in pixels; `k` is −1 for sky, far country and sea. */
export function hiddenFrom({ land, sheet }: View, k: number, u: number, aspect: number): number {
  let highest = 1
  for (let nearer = k + 1; nearer < RIDGES; nearer++)
    highest = Math.min(highest, ridgeLine({ land }, nearer, u, aspect))
  return Math.min(sheet.height, Math.ceil(highest * sheet.height) + 4)
}

/** The line of ridge `k`, in parts of the height. Buildings and trees stand on it. */
export function ridgeLine({ land }: { land: Landscape }, k: number, u: number, aspect: number): number {
  const t = k / (RIDGES - 1)
  const flat = land.far === 'plain' || land.water === 'slough' ? 0.3 : 1
  const swell =
    (clouds((u * aspect) / (0.85 - 0.35 * t) + k * 3.1, k * 9.7, land.seed + k * 3, 4) - 0.5) *
    0.2 *
    (0.25 + land.relief) *
    (1 - 0.4 * t) *
    flat
  const base = HORIZON + 0.035 + 0.31 * t ** 1.35
  if (!isWet(land)) return base - swell
  // By the sea the near ridges run out into headlands, leaving the water open on one side.
  if (k < RIDGES - 1) {
    const side = land.buildings[0] && land.buildings[0].at > 0.5 ? 1 - u : u
    return base - swell * 1.5 + smooth(0.2 + 0.12 * t, 0.36 + 0.24 * t, side) * 0.5
  }
  return base - swell * 0.7 + 0.06
}
