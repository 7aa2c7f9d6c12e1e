/** A point of the map, which is 975 wide and 610 high. */
export type MapPoint = { x: number; y: number }

export const MAP_WIDTH = 975
export const MAP_HEIGHT = 610

type Cone = { turn: number; center: [longitude: number, latitude: number]; parallels: [number, number] }
type Sheet = Cone & { scale: number; at: MapPoint }

const SCALE = 1_300
const MIDDLE: MapPoint = { x: MAP_WIDTH / 2, y: MAP_HEIGHT / 2 }

/** The usual map of the United States: Albers' equal-area cone, with Alaska (at a third) and Hawaii moved below. */
const MAINLAND = sheet({ turn: 96, center: [-0.6, 38.7], parallels: [29.5, 45.5] }, SCALE, MIDDLE)
const ALASKA = sheet({ turn: 154, center: [-2, 58.5], parallels: [55, 65] }, SCALE * 0.35, {
  x: MIDDLE.x - 0.307 * SCALE,
  y: MIDDLE.y + 0.201 * SCALE,
})
const HAWAII = sheet({ turn: 157, center: [-3, 19.9], parallels: [8, 18] }, SCALE, {
  x: MIDDLE.x - 0.205 * SCALE,
  y: MIDDLE.y + 0.212 * SCALE,
})

export function mapPoint({ latitude, longitude, state }: Place): MapPoint {
  const { scale, at, turn, center, parallels } = sheetOf(state)
  const [point, middle] = [onCone([longitude + turn, latitude], parallels), onCone(center, parallels)]
  return { x: at.x + scale * (point.x - middle.x), y: at.y - scale * (point.y - middle.y) }
}

export type Place = { latitude: number; longitude: number; state: string }

function sheetOf(state: string): Sheet {
  if (state === 'AK') return ALASKA
  return state === 'HI' ? HAWAII : MAINLAND
}

function sheet(cone: Cone, scale: number, at: MapPoint): Sheet {
  return { ...cone, scale, at }
}

function onCone([longitude, latitude]: [number, number], [south, north]: [number, number]): MapPoint {
  const sine = Math.sin(radians(south))
  const n = (sine + Math.sin(radians(north))) / 2
  const c = 1 + sine * (2 * n - sine)
  const radius = Math.sqrt(c - 2 * n * Math.sin(radians(latitude))) / n
  const angle = n * radians(longitude)
  return { x: radius * Math.sin(angle), y: Math.sqrt(c) / n - radius * Math.cos(angle) }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
