import { clamp, mix } from './noise.ts'

export type Point = readonly [number, number]
export type Polygon = Point[]

/** Parses points in SVG's format: 'x,y x,y …'. */
export const points = (text: string): Polygon =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [x, y] = pair.split(',')
      return [Number(x), Number(y)] as const
    })

/** Signed distance: negative inside. */
export type Distance = (x: number, y: number) => number

/** A smooth closed curve through the points (Catmull-Rom). */
export function curve(corners: Polygon, steps = 12): Polygon {
  const out: Point[] = []
  const at = (i: number) => corners[(i + corners.length) % corners.length] as Point
  corners.forEach((_, i) => {
    for (let k = 0; k < steps; k++) out.push(between(at(i - 1), at(i), at(i + 1), at(i + 2), k / steps))
  })
  return out
}

function between(p0: Point, p1: Point, p2: Point, p3: Point, t: number): Point {
  const interpolate = (a: number, b: number, c: number, d: number) =>
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t)
  return [interpolate(p0[0], p1[0], p2[0], p3[0]), interpolate(p0[1], p1[1], p2[1], p3[1])]
}

export function oval(cx: number, cy: number, rx: number, ry: number, count = 36): Polygon {
  return Array.from({ length: count }, (_, i) => {
    const a = (i / count) * Math.PI * 2
    return [cx + Math.cos(a) * rx, cy + Math.sin(a) * ry] as const
  })
}

export function ribbon(path: Polygon, width: (t: number) => number): Polygon {
  const left: Point[] = []
  const right: Point[] = []
  path.forEach((p, i) => {
    const before = path[Math.max(0, i - 1)] as Point
    const after = path[Math.min(path.length - 1, i + 1)] as Point
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
    const nx = -(after[1] - before[1]) / length
    const ny = (after[0] - before[0]) / length
    const half = width(i / (path.length - 1)) / 2
    left.push([p[0] + nx * half, p[1] + ny * half])
    right.unshift([p[0] - nx * half, p[1] - ny * half])
  })
  return [...left, ...right]
}

export function path(stops: Polygon, steps = 10): Polygon {
  const out: Point[] = []
  const at = (i: number) => stops[clamp(i, 0, stops.length - 1)] as Point
  for (let i = 0; i < stops.length - 1; i++)
    for (let k = 0; k < steps; k++) out.push(between(at(i - 1), at(i), at(i + 1), at(i + 2), k / steps))
  out.push(at(stops.length - 1))
  return out
}

export type Placing = { x: number; y: number; turn?: number; size?: number; flip?: boolean }

export function place(shape: Polygon, { x, y, turn = 0, size = 1, flip = false }: Placing): Polygon {
  const c = Math.cos(turn) * size
  const s = Math.sin(turn) * size
  return shape.map(([px, py]) => {
    const fx = flip ? -px : px
    return [x + fx * c - py * s, y + fx * s + py * c] as const
  })
}

/** The inverse of `place`: from scene coordinates to the piece's own. */
export function unplace({
  x,
  y,
  turn = 0,
  size = 1,
  flip = false,
}: Placing): (px: number, py: number) => Point {
  const c = Math.cos(-turn) / size
  const s = Math.sin(-turn) / size
  return (px, py) => {
    const dx = px - x
    const dy = py - y
    const lx = dx * c - dy * s
    return [flip ? -lx : lx, dx * s + dy * c]
  }
}

export type Box = { left: number; top: number; right: number; bottom: number }

export function boxOf(polygon: Polygon, margin: number): Box {
  const xs = polygon.map((p) => p[0])
  const ys = polygon.map((p) => p[1])
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  }
}

/** Signed distance to a polygon, measured on a grid and interpolated. */
export function distanceTo(polygon: Polygon, margin = 90, step = 4): Distance {
  const box = boxOf(polygon, margin)
  const columns = Math.ceil((box.right - box.left) / step) + 2
  const rows = Math.ceil((box.bottom - box.top) / step) + 2
  const grid = new Float32Array(columns * rows)
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++)
      grid[j * columns + i] = exactly(polygon, box.left + i * step, box.top + j * step)
  return (x, y) => {
    const gx = clamp((x - box.left) / step, 0, columns - 1.001)
    const gy = clamp((y - box.top) / step, 0, rows - 1.001)
    const i = gx | 0
    const j = gy | 0
    const u = gx - i
    const v = gy - j
    const at = j * columns + i
    const upper = mix(grid[at] as number, grid[at + 1] as number, u)
    const lower = mix(grid[at + columns] as number, grid[at + columns + 1] as number, u)
    return mix(upper, lower, v)
  }
}

function exactly(polygon: Polygon, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY
  let inside = false
  let [ax, ay] = polygon[polygon.length - 1] as Point
  for (const [bx, by] of polygon) {
    const ex = bx - ax
    const ey = by - ay
    const wx = x - ax
    const wy = y - ay
    const t = clamp((wx * ex + wy * ey) / (ex * ex + ey * ey || 1))
    const dx = wx - ex * t
    const dy = wy - ey * t
    nearest = Math.min(nearest, dx * dx + dy * dy)
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    ax = bx
    ay = by
  }
  return inside ? -Math.sqrt(nearest) : Math.sqrt(nearest)
}
