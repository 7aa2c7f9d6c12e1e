/** What every part of a landscape is painted with. Lengths are in heights of the picture. */

import { clouds, smooth } from '../noise.ts'
import type { Landscape } from '../scene.ts'
import type { Light } from './light.ts'
import type { Sheet } from './sheet.ts'

export type View = { land: Landscape; light: Light; sheet: Sheet }

export const HORIZON = 0.46

/** Number of ridges from far to near; the last is the foreground. */
export const RIDGES = 4

const isWet = ({ far, water }: Landscape) => far === 'sea' || far === 'islands' || water === 'sea'

/** The row in pixels below which nearer ridges hide ridge `k`; −1 is the sky, the horizon and the sea. */
export function hiddenFrom({ land, sheet }: View, k: number, u: number, aspect: number): number {
  let highest = 1
  for (let nearer = k + 1; nearer < RIDGES; nearer++)
    highest = Math.min(highest, ridgeLine({ land }, nearer, u, aspect))
  return Math.min(sheet.height, Math.ceil(highest * sheet.height) + 4)
}

/** The top edge of ridge `k`, as a share of the height. Buildings and trees stand on it. */
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
  // By the sea, near ridges taper into headlands and leave one side open.
  if (k < RIDGES - 1) {
    const side = land.buildings[0] && land.buildings[0].at > 0.5 ? 1 - u : u
    return base - swell * 1.5 + smooth(0.2 + 0.12 * t, 0.36 + 0.24 * t, side) * 0.5
  }
  return base - swell * 0.7 + 0.06
}
