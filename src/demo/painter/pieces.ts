/** Stacks pieces on a layer, each with a shadow, a side wall and a surface, lit from the upper left. */
import { eachSpot, type Layer, over, pixelBox } from './layer.ts'
import { clamp, clouds, smooth } from './noise.ts'
import { boxOf, type Distance, distanceTo, type Polygon } from './outline.ts'

/** A material's answer for one point. Reused for every point, to spare the garbage collector. */
export type Sample = { r: number; g: number; b: number; lift: number; gloss: number; alpha: number }

export type Material = (x: number, y: number, depth: number, sample: Sample) => void

export type Piece = {
  outline: Polygon
  material: Material
  seed: number
  /** Raggedness of the edge, in table units. */
  rough?: number
  /** Width of the rounded edge, and the height behind it. */
  rim?: number
  rise?: number
  /** How much of the side shows below the top, as on a thick steak. */
  wall?: number
  swell?: number
  grain?: number
  /** Length of the shadow; 0 for flat pieces. */
  shadow?: number
  /** Transparent, so that the shadow shows only around it. */
  clear?: boolean
}

const LIGHT = { x: -0.48, y: -0.58, z: 0.66 }

export function layPieces(layer: Layer, pieces: Piece[]): Layer {
  for (const piece of pieces) layPiece(layer, piece)
  return layer
}

function layPiece(layer: Layer, piece: Piece) {
  const { shadow = 26, wall = 0 } = piece
  const distance = distanceTo(piece.outline, 70 + shadow + wall, piece.outline.length > 200 ? 5 : 4)
  if (shadow > 0) castShadow(layer, piece, distance, shadow, wall)
  if (wall > 0) paintWall(layer, piece, distance, wall)
  paintTop(layer, piece, distance)
}

function castShadow(
  layer: Layer,
  { outline, clear = false }: Piece,
  distance: Distance,
  length: number,
  wall: number,
) {
  eachSpot(layer, boxOf(outline, length * 2.6 + wall + 12), (at, x, y) => {
    const soft =
      smooth(length * 2.1, -length * 0.4, distance(x - length * 0.8, y - length - wall * 0.6)) * 0.55
    const near = smooth(length * 0.6, -3, distance(x - length * 0.2, y - length * 0.25 - wall)) * 0.42
    const falls = clear ? smooth(-3, 5, distance(x, y)) : 1
    darken(layer.light, at, (1 - (1 - soft) * (1 - near)) * falls)
  })
}

function darken(light: Float32Array, at: number, dark: number) {
  const keep = 1 - dark
  light[at] = (light[at] as number) * keep
  light[at + 1] = (light[at + 1] as number) * keep
  light[at + 2] = (light[at + 2] as number) * keep
  light[at + 3] = dark + (light[at + 3] as number) * keep
}

/** The side of a thick cut: its top, dragged down and darkened. */
function paintWall(layer: Layer, piece: Piece, distance: Distance, wall: number) {
  const sample = newSample()
  const steps = Math.max(2, Math.ceil(wall / 6))
  eachSpot(layer, boxOf(piece.outline, wall + 4), (at, x, y) => {
    let nearest = 99
    let drop = 0
    for (let k = 1; k <= steps; k++) {
      const d = distance(x, y - (wall * k) / steps)
      if (d < nearest) nearest = d
      if (d < 0 && drop === 0) drop = k / steps
    }
    if (nearest > 1) return
    resetSample(sample)
    piece.material(x + clouds(x / 14, y / 90, piece.seed + 3, 2) * 6, y - wall * (drop || 1) - 8, 9, sample)
    const shade = (0.5 - 0.26 * drop) * (0.85 + 0.3 * clouds(x / 9, y / 26, piece.seed + 4, 2))
    over(
      layer.light,
      at,
      sample.r * shade,
      sample.g * shade,
      sample.b * shade,
      smooth(1, -1, nearest) * sample.alpha,
    )
  })
}

function paintTop(layer: Layer, piece: Piece, distance: Distance) {
  const { rough = 10, rim = 40, rise = 26, swell = 8, grain = 1.5, seed } = piece
  const box = pixelBox(layer, boxOf(piece.outline, rough + 3))
  const width = box.right - box.left
  const height = box.bottom - box.top
  if (width < 2 || height < 2) return
  const spots = new Float32Array(width * height * 6)
  const lifts = new Float32Array(width * height)
  const sample = newSample()
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const x = (box.left + i) / layer.scale + layer.left
      const y = (box.top + j) / layer.scale + layer.top
      const plain = distance(x, y)
      if (plain > rough + 2) continue
      const ragged =
        rough > 0
          ? plain +
            (clouds(x / 38, y / 38, seed + 5, 3) - 0.5) * rough * 1.4 +
            (clouds(x / 8, y / 8, seed + 6, 2) - 0.5) * rough * 0.4
          : plain
      if (ragged > 1) continue
      resetSample(sample)
      piece.material(x, y, -ragged, sample)
      const in01 = clamp(-ragged / rim)
      const dome = Math.sqrt(1 - (1 - in01) * (1 - in01)) * rise
      const bumps = clouds(x / 62, y / 62, seed + 50, 3) * swell + clouds(x / 6, y / 6, seed + 51, 2) * grain
      const n = j * width + i
      lifts[n] = dome + bumps * Math.min(1, in01 * 3 + 0.2) + sample.lift
      spots.set([sample.r, sample.g, sample.b, sample.gloss, smooth(1, -1, ragged) * sample.alpha], n * 6)
    }
  const at = (i: number, j: number) =>
    lifts[clamp(j, 0, height - 1) * width + clamp(i, 0, width - 1)] as number
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const n = (j * width + i) * 6
      const alpha = spots[n + 4] as number
      if (alpha <= 0) continue
      const slopeX = (at(i + 1, j) - at(i - 1, j)) * 0.5 * layer.scale
      const slopeY = (at(i, j + 1) - at(i, j - 1)) * 0.5 * layer.scale
      const x = (box.left + i) / layer.scale + layer.left
      const y = (box.top + j) / layer.scale + layer.top
      shine(layer, ((box.top + j) * layer.width + box.left + i) * 4, spots, n, slopeX, slopeY, x, y)
    }
}

const HALF = Math.hypot(LIGHT.x, LIGHT.y, LIGHT.z + 1)

function shine(
  layer: Layer,
  at: number,
  spots: Float32Array,
  n: number,
  sx: number,
  sy: number,
  x: number,
  y: number,
) {
  const length = Math.hypot(sx, sy, 1.6)
  const nx = -sx / length
  const ny = -sy / length
  const nz = 1.6 / length
  const facing = Math.max(0, nx * LIGHT.x + ny * LIGHT.y + nz * LIGHT.z)
  const lit = 0.44 + 0.86 * facing
  const half = Math.max(0, (nx * LIGHT.x + ny * LIGHT.y + nz * (LIGHT.z + 1)) / HALF)
  const gloss = spots[n + 3] as number
  const glint =
    gloss > 0 ? half ** 46 * gloss * (0.35 + clouds(x / 13, y / 13, 99, 2)) + half ** 9 * gloss * 0.05 : 0
  // Light scattered in flesh comes out warm, so the shaded side keeps more red.
  const warm = lit + (1 - facing) * 0.07
  const [r, g, b, , alpha] = [
    spots[n] as number,
    spots[n + 1] as number,
    spots[n + 2] as number,
    0,
    spots[n + 4] as number,
  ]
  over(layer.light, at, r * warm + glint, g * lit + glint, b * lit + glint, alpha)
}

const newSample = (): Sample => ({ r: 0, g: 0, b: 0, lift: 0, gloss: 0.3, alpha: 1 })

function resetSample(sample: Sample) {
  sample.lift = 0
  sample.gloss = 0.3
  sample.alpha = 1
}
