import { counted } from '#src/counted.ts'
import type { FarmList, ListedFarm } from '#src/farms/farm-list.ts'
import { type Mark, spreadMarks } from '#src/farms/map-marks.ts'
import { MAP_HEIGHT, MAP_WIDTH, type MapPoint } from '#src/farms/map-projection.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'

/** Two drawings, because rounds that a finger can hit cover half of the map on a phone. */
const DRAWINGS = [
  { kind: 'wide', radius: 26, dot: 7 },
  { kind: 'phone', radius: 55, dot: 10 },
] as const

type Drawing = (typeof DRAWINGS)[number]

/** Each farm as a round of its own land; those of other pages and those that don't match are dots. */
export const FarmsMap = ({ list }: { list: FarmList }) => (
  <section class="farms-map" aria-label="Map of the farms">
    <Picture name="us-map" sizes="(width >= 79em) 1200px, 96vw" priority="first" alt="" />
    {DRAWINGS.map((drawing) => (
      <Marks drawing={drawing} list={list} />
    ))}
    <p class="farms-map__count">
      <b>{list.count}</b> of {counted(list.total, 'farm', 'farms')}
    </p>
  </section>
)

function Marks({
  drawing: { kind, radius, dot },
  list: { farms, elsewhere },
}: {
  drawing: Drawing
  list: FarmList
}) {
  const marks = spreadMarks(
    farms.map(({ point }) => point),
    radius,
  )
  const landed = farms.flatMap((farm, index) => {
    const mark = marks[index]
    return mark ? [{ farm, mark }] : []
  })
  return (
    <svg class={`farms-map__marks farms-map__marks--${kind}`} viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}>
      <title>{farms.length === 0 ? 'No farm matches' : 'Where the farms are'}</title>
      <Dots points={elsewhere.unmatched} radius={dot} class="farms-map__dot" />
      <Dots points={elsewhere.others} radius={dot} class="farms-map__dot farms-map__dot--match" />
      {landed.map(({ mark }) => (
        <Lead mark={mark} dot={dot} />
      ))}
      {landed.map(({ farm, mark }) => (
        <Round farm={farm} at={mark.at} radius={radius} id={`${kind}_${farm.slug}`} />
      ))}
    </svg>
  )
}

const Dots = ({ points, radius, class: name }: { points: MapPoint[]; radius: number; class: string }) => (
  <g class={name}>
    {points.map(({ x, y }) => (
      <circle cx={tenths(x)} cy={tenths(y)} r={radius} />
    ))}
  </g>
)

/** From a round that was moved aside to its place. */
const Lead = ({ mark: { at, place }, dot }: { mark: Mark; dot: number }) =>
  Math.hypot(at.x - place.x, at.y - place.y) < dot ? null : (
    <g class="farms-map__lead">
      <path d={`M${tenths(place.x)} ${tenths(place.y)}L${tenths(at.x)} ${tenths(at.y)}`} />
      <circle cx={tenths(place.x)} cy={tenths(place.y)} r={dot / 2} />
    </g>
  )

type RoundProps = { farm: ListedFarm; at: MapPoint; radius: number; id: string }

function Round({ farm, at, radius, id }: RoundProps) {
  const [x, y] = [tenths(at.x), tenths(at.y)]
  const inner = radius - 3
  return (
    <a class="farms-map__farm" href={paths.farm(farm.slug)} aria-label={`${farm.name}, ${farm.state}`}>
      <title>
        {farm.name}, {farm.town}, {farm.state}
      </title>
      <circle class="farms-map__rim" cx={x} cy={y} r={radius} />
      <clipPath id={id}>
        <circle cx={x} cy={y} r={inner} />
      </clipPath>
      <LandImage name={farm.picture} at={at} radius={inner} clip={id} />
    </a>
  )
}

/** The smallest file of the picture, wider than the round, so that its middle shows. */
export function LandImage({
  name,
  at,
  radius,
  clip,
}: {
  name: string
  at: MapPoint
  radius: number
  clip: string
}) {
  const picture = usePage().findPicture(name)
  const url = picture?.sources[0]?.url
  if (!url) return null
  const size = 2.3 * radius
  return (
    <image
      href={url}
      x={tenths(at.x - size * 0.75)}
      y={tenths(at.y - size / 2)}
      width={tenths(size * 1.5)}
      height={tenths(size)}
      preserveAspectRatio="xMidYMid slice"
      clip-path={`url(#${clip})`}
    />
  )
}

export const tenths = (value: number) => Math.round(value * 10) / 10
