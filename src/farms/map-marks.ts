import { MAP_HEIGHT, MAP_WIDTH, type MapPoint } from './map-projection.ts'

/** `at` is where a mark is drawn, `place` where it belongs. */
export type Mark = { at: MapPoint; place: MapPoint }

const ROUNDS = 900
/** After these, marks only make room. */
const PULLED_ROUNDS = 200
const GOLDEN_ANGLE = 2.4
const GAP = 3

/** Moves round marks apart until none covers another, each as near to its place as that allows. */
export function spreadMarks(places: MapPoint[], radius: number): Mark[] {
  const marks = places.map((place, index) => ({ at: besides(place, index), place }))
  for (let round = 0; round < ROUNDS; round++) {
    if (round < PULLED_ROUNDS) for (const mark of marks) pullBack(mark)
    const moved = pushApart(marks, 2 * radius + GAP)
    const kept = marks.filter(({ at }) => keepOnMap(at, radius + GAP))
    if (!moved && kept.length === 0) break
  }
  return marks
}

/** Off by a hair, in a direction of its own: several farms may be in one town. */
const besides = ({ x, y }: MapPoint, index: number): MapPoint => ({
  x: x + 0.05 * index * Math.cos(index * GOLDEN_ANGLE),
  y: y + 0.05 * index * Math.sin(index * GOLDEN_ANGLE),
})

/** A little, so that marks that were pushed away return when there is room. */
function pullBack({ at, place }: Mark) {
  at.x += (place.x - at.x) * 0.02
  at.y += (place.y - at.y) * 0.02
}

/** @returns whether any two were too close */
function pushApart(marks: Mark[], distance: number): boolean {
  let moved = false
  marks.forEach(({ at: a }, index) => {
    for (const { at: b } of marks.slice(index + 1)) {
      const [dx, dy] = [b.x - a.x || Number.EPSILON, b.y - a.y]
      const apart = Math.hypot(dx, dy)
      if (apart >= distance) continue
      moved = true
      const push = (distance - apart) / 2 / apart
      a.x -= dx * push
      a.y -= dy * push
      b.x += dx * push
      b.y += dy * push
    }
  })
  return moved
}

/** @returns whether it was too near the edge */
function keepOnMap(at: MapPoint, margin: number): boolean {
  const { x, y } = at
  at.x = Math.min(MAP_WIDTH - margin, Math.max(margin, x))
  at.y = Math.min(MAP_HEIGHT - margin, Math.max(margin, y))
  return at.x !== x || at.y !== y
}
