/** Trees, painted pixel by pixel: noise crowns lit from the sun's side, or spires for firs. */

import { blend, dim, type Rgb, rgb } from '../color.ts'
import { clamp, clouds, hash, noise, seededRandom, smooth } from '../noise.ts'
import type { Trees } from '../scene.ts'
import { put } from './sheet.ts'
import { RIDGES, ridgeLine, type View } from './view.ts'

type Kind = {
  dark: Rgb
  light: Rgb
  tall: number
  wide: number
  trunk: number
  shape: 'crown' | 'spire' | 'palm' | 'column'
}

const kind = (
  dark: string,
  light: string,
  tall: number,
  wide: number,
  trunk: number,
  shape: Kind['shape'] = 'crown',
): Kind => ({ dark: rgb(dark), light: rgb(light), tall, wide, trunk, shape })

const kinds: Record<Exclude<Trees, 'none'>, Kind[]> = {
  conifers: [
    kind('#1f3a30', '#4d7358', 1.25, 0.42, 0.06, 'spire'),
    kind('#24402f', '#587a55', 1, 0.4, 0.06, 'spire'),
  ],
  broadleaf: [kind('#2c4a24', '#6f9446', 1, 0.92, 0.2), kind('#35532a', '#7fa152', 0.85, 0.9, 0.2)],
  oaks: [kind('#33452a', '#78874c', 0.72, 1.15, 0.2), kind('#2d3f27', '#6b7d47', 0.62, 1.05, 0.2)],
  palms: [kind('#35502c', '#86a052', 1.3, 0.7, 0.7, 'palm')],
  orchard: [kind('#3f5f2a', '#8eab4e', 0.62, 0.66, 0.22)],
  saguaro: [kind('#3f5a3d', '#7d9663', 1, 0.2, 0, 'column')],
  cottonwoods: [kind('#6f7a2c', '#d3b84c', 1.1, 0.84, 0.24), kind('#56692c', '#a8a548', 1, 0.8, 0.24)],
  bare: [kind('#5c5148', '#a3968a', 1.05, 0.84, 0.3)],
  autumn: [
    kind('#8a3a1c', '#df7f34', 0.95, 0.86, 0.2),
    kind('#8f6a1e', '#e8b84a', 0.95, 0.84, 0.2),
    kind('#365428', '#7d9a48', 1, 0.86, 0.2),
    kind('#7d2a20', '#c9543a', 0.9, 0.8, 0.2),
  ],
}

type Tree = { u: number; foot: number; size: number; seed: number; ridge: number; kind: Kind }

export function plantRidge(view: View, k: number) {
  const { land, sheet } = view
  if (land.trees === 'none') return
  const aspect = sheet.width / sheet.height
  const random = seededRandom(land.seed * 7 + k)
  const t = k / (RIDGES - 1)
  const count = land.trees === 'saguaro' ? 5 + k * 3 : Math.round(treeCount(k))
  const trees: Tree[] = []
  for (let i = 0; i < count; i++) {
    const u = random(-0.02, 1.02)
    const grove = clouds(u * aspect * 2.3, k * 5, land.seed + 200, 2)
    const open = land.buildings.some((b) => Math.abs(u - b.at) < 0.075 * b.size && k >= 2)
    if (open || (grove < 0.47 && random() > 0.1)) continue
    const foot = ridgeLine(view, k, u, aspect) + random(0.002, 0.016 + 0.03 * t)
    if (foot > 0.93) continue
    const choices = kinds[land.trees]
    trees.push({
      u,
      foot,
      size: (0.036 + 0.075 * t) * random(0.75, 1.3),
      seed: land.seed + k * 100 + i,
      ridge: k,
      kind: choices[Math.floor(random() * choices.length) % choices.length] as Kind,
    })
  }
  if (land.trees === 'orchard' && k === RIDGES - 2) trees.push(...orchardRows(view, k, aspect))
  trees.sort((a, b) => a.foot - b.foot)
  for (const tree of trees) stamp(view, tree)
}

const treeCount = (k: number) => [70, 46, 30, 9][k] ?? 10

function orchardRows(view: View, k: number, aspect: number): Tree[] {
  return Array.from({ length: 54 }, (_, i) => {
    const row = Math.floor(i / 18)
    const u = ((i % 18) + 0.5 * (row % 2)) / 17.5
    const foot = ridgeLine(view, k, u, aspect) + 0.03 + row * 0.045
    return {
      u,
      foot,
      size: 0.058 + row * 0.014,
      seed: view.land.seed + i,
      ridge: k,
      kind: kinds.orchard[0] as Kind,
    }
  })
}

function stamp({ sheet, land, light }: View, tree: Tree) {
  const { height: H, width: W } = sheet
  const tall = tree.size * tree.kind.tall * H
  const wide = tree.size * tree.kind.wide * H
  const cx = tree.u * W
  const foot = tree.foot * H
  const haze = (1 - tree.ridge / (RIDGES - 1)) ** 1.7 * 0.55
  const sunSide = land.sun.at * W < cx ? -1 : 1
  for (let y = Math.floor(foot - tall); y <= foot + tall * 0.08; y++)
    for (let x = Math.floor(cx - wide * 0.8); x <= cx + wide * 1.1; x++) {
      const dx = (x - cx) / (wide / 2)
      const up = (foot - y) / tall
      if (up < 0) {
        put(
          sheet,
          x,
          y,
          [0.02, 0.03, 0.02],
          0.4 * smooth(1.1, 0.2, Math.hypot((dx - 0.25 * -sunSide) * 0.8, up * 14)),
        )
        continue
      }
      const leaf = crown(tree, dx, up)
      const bark =
        tree.kind.trunk > 0
          ? smooth(0.1, 0.06, Math.abs(dx) * (tree.kind.shape === 'palm' ? 1.4 : 1) - 0.02 * (1 - up)) *
            (up < tree.kind.trunk + 0.3 ? 1 : 0)
          : 0
      if (leaf <= 0 && bark <= 0) continue
      const side = clamp(0.5 + dx * 0.38 * sunSide + (up - 0.5) * 0.6)
      const grainy = noise(x / 2.4, y / 2.4, tree.seed) * 0.6 + noise(x / 6, y / 6, tree.seed + 1) * 0.5
      let c =
        leaf > 0.05
          ? blend(tree.kind.dark, tree.kind.light, clamp(side * 0.75 + grainy * 0.6 - 0.28))
          : rgb('#4a3a2c')
      if (land.ground === 'snow')
        c = blend(c, rgb('#f3f6fa'), smooth(0.52, 0.7, noise(x / 5, y / 3, tree.seed + 4)) * 0.75)
      c = dim([c[0] * light.tint[0], c[1] * light.tint[1], c[2] * light.tint[2]], 0.9)
      put(
        sheet,
        x,
        y,
        blend(c, light.haze, haze * (land.trees === 'autumn' ? 0.75 : 1)),
        Math.max(leaf, bark) * (tree.kind === kinds.bare[0] ? 0.55 : 1),
      )
    }
}

/** Leaf coverage at a point: `dx` −1 to 1 across, `up` 0 at the foot to 1 at the top. */
function crown({ kind: k, seed }: Tree, dx: number, up: number): number {
  if (k.shape === 'spire') {
    const tiers = 0.78 + 0.22 * Math.abs(Math.sin(up * 26 + seed))
    const half = (1 - up) * tiers * 1.02 + 0.02
    const ragged = (noise(dx * 7, up * 30, seed) - 0.5) * 0.3
    return up < 0.05 ? 0 : smooth(half, half - 0.14, Math.abs(dx) + ragged * (1 - up))
  }
  if (k.shape === 'column') {
    const body = smooth(0.34, 0.24, Math.abs(dx)) * smooth(1, 0.97, up + 0.06 * dx * dx)
    const arm = (side: number, from: number, to: number) => {
      const ax = dx * side
      const elbow = smooth(0.05, 0.03, Math.abs(up - from)) * (ax > 0.2 && ax < 0.95 ? 1 : 0)
      return Math.max(elbow, smooth(0.2, 0.12, Math.abs(ax - 0.85)) * (up > from - 0.03 && up < to ? 1 : 0))
    }
    return Math.max(
      body,
      hash(seed, 1, 1) > 0.3 ? arm(1, 0.42, 0.74) : 0,
      hash(seed, 2, 1) > 0.4 ? arm(-1, 0.52, 0.82) : 0,
    )
  }
  if (k.shape === 'palm') {
    const ry = (up - 0.82) / 0.2
    const a = Math.atan2(ry, dx * 1.1)
    const fronds = 0.5 + 0.5 * Math.cos(a * 7 + seed)
    return smooth(0.5 + 0.5 * fronds, 0.3 + 0.4 * fronds, Math.hypot(dx, ry))
  }
  const mid = k.trunk + (1 - k.trunk) / 2
  const lobes = (clouds(dx * 1.9 + seed, up * 3.4, seed + 3, 3) - 0.5) * 0.75
  const fine = (noise(dx * 11, up * 17, seed + 5) - 0.5) * 0.2
  const d = Math.hypot(dx * 0.98, (up - mid) / ((1 - k.trunk) / 2)) + lobes + fine
  return smooth(0.98, 0.86, d)
}
