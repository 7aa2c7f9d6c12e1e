import type { FarmFacts } from '#src/farms/farm-detail.ts'
import type { WayHome } from '#src/farms/farm-route.ts'
import { MAP_HEIGHT, MAP_WIDTH, type MapPoint } from '#src/farms/map-projection.ts'
import { usePage } from '../shared/page-facts.ts'
import { LandImage, tenths } from './farms-map.tsx'

const ROUND = 24
const MARGIN = 70
const ASPECT = 1.32
const MIN_WIDTH = 330

type WayMapProps = { farm: FarmFacts['farm']; point: MapPoint; way: WayHome | null }

/** The part of the map with the farm and, once we know the ZIP code, its packing house and the visitor's town. */
export function WayMap({ farm, point, way }: WayMapProps) {
  const url = usePage().findPicture('us-map')?.sources.at(-1)?.url
  const points = [point, ...(way ? [way.packedIn.point, way.home.point] : [])]
  const view = viewAround(points)
  return (
    <figure class="way-map">
      <svg
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        role="img"
        aria-label={wordsOf(farm, way)}
      >
        {url && <Land url={url} />}
        {way && <Way from={point} way={way} size={view.width / MIN_WIDTH} />}
        <Round farm={farm} at={point} radius={ROUND * Math.max(0.8, view.width / MIN_WIDTH)} />
      </svg>
      <figcaption class="way-map__words">{wordsOf(farm, way)}</figcaption>
    </figure>
  )
}

/** Half of the page's bytes, below its first screen on a phone; an `<image>` cannot wait for a scroll. */
const Land = ({ url }: { url: string }) => (
  <foreignObject width={MAP_WIDTH} height={MAP_HEIGHT}>
    <img
      class="way-map__land"
      src={url}
      width={MAP_WIDTH}
      height={MAP_HEIGHT}
      alt=""
      loading="lazy"
      decoding="async"
    />
  </foreignObject>
)

function wordsOf({ name, town, state, showsPlace }: FarmFacts['farm'], way: WayHome | null): string {
  const place = `${name} is ${showsPlace ? 'in' : 'near'} ${town}, ${state}.`
  return way
    ? `${place} Its packs wait in ${way.packedIn.name} and come to ${way.home.name} from there.`
    : place
}

function Way({ from, way: { packedIn, home }, size }: { from: MapPoint; way: WayHome; size: number }) {
  return (
    <g class="way-map__way">
      <path
        d={`${bend(from, packedIn.point)}${bend(packedIn.point, home.point)}`}
        stroke-width={tenths(2.4 * size)}
      />
      <circle
        class="way-map__packed"
        cx={tenths(packedIn.point.x)}
        cy={tenths(packedIn.point.y)}
        r={tenths(4.5 * size)}
      />
      <circle
        class="way-map__home"
        cx={tenths(home.point.x)}
        cy={tenths(home.point.y)}
        r={tenths(4.5 * size)}
      />
    </g>
  )
}

/** A flat arc, so that ways that go back and forth don't cover each other. */
function bend(from: MapPoint, to: MapPoint): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [x, y] = [from.x + dx / 2 - dy * 0.14, from.y + dy / 2 + dx * 0.14]
  return `M${tenths(from.x)} ${tenths(from.y)}Q${tenths(x)} ${tenths(y)} ${tenths(to.x)} ${tenths(to.y)}`
}

function Round({ farm, at, radius }: { farm: FarmFacts['farm']; at: MapPoint; radius: number }) {
  const [x, y] = [tenths(at.x), tenths(at.y)]
  return (
    <g>
      <circle class="way-map__rim" cx={x} cy={y} r={tenths(radius)} />
      <clipPath id="way_farm">
        <circle cx={x} cy={y} r={tenths(radius * 0.88)} />
      </clipPath>
      <LandImage name={farm.picture} at={at} radius={radius * 0.88} clip="way_farm" />
    </g>
  )
}

function viewAround(points: MapPoint[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const span = (values: number[]) => Math.max(...values) - Math.min(...values) + 2 * MARGIN
  const width = Math.min(MAP_WIDTH, Math.max(MIN_WIDTH, span(xs), span(ys) * ASPECT))
  const height = Math.min(MAP_HEIGHT, width / ASPECT)
  const start = (values: number[], size: number, whole: number) =>
    Math.min(whole - size, Math.max(0, (Math.max(...values) + Math.min(...values) - size) / 2))
  return {
    x: tenths(start(xs, width, MAP_WIDTH)),
    y: tenths(start(ys, height, MAP_HEIGHT)),
    width: tenths(width),
    height: tenths(height),
  }
}
