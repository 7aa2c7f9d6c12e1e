import { curve, distanceTo, type Polygon } from '../outline.ts'

export const inside = (polygon: Polygon) => distanceTo(curve(polygon), 120)

/** Raises the upper edge of an outline to make room for a fat cap. */
export const raise = (polygon: Polygon, by: number, above: number): Polygon =>
  polygon.map(([x, y]) => [x, y < above ? y - by * ((above - y) / above) * 2 : y] as const)
