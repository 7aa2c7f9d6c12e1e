/** What stands on the map: mountains, hills, woods and grass, scattered where the country has them. */
import { mapPoint } from '../../../farms/map-projection.ts'
import { seededRandom } from '../noise.ts'

type IsLand = (x: number, y: number) => boolean
type Random = () => number
type Draw = (x: number, y: number, size: number) => string

/** Along a line between two places, or within the box that they span. `spread` is in degrees. */
type Stand = {
  draw: Draw
  shape: 'line' | 'box'
  from: [longitude: number, latitude: number]
  to: [longitude: number, latitude: number]
  spread: number
  count: number
  size: number
  state?: string
}

const peak: Draw = (x, y, s) =>
  `<path d="M${x - 7 * s} ${y}l${7 * s} ${-12 * s}l${7 * s} ${12 * s}z" fill="#b9a68a"/><path d="M${x} ${y - 12 * s}l${7 * s} ${12 * s}h${-6 * s}l${-2 * s} ${-5 * s}z" fill="#9a8870"/><path d="M${x - 2.6 * s} ${y - 7.6 * s}l${2.6 * s} ${-4.4 * s}l${2.6 * s} ${4.4 * s}l${-2 * s} ${-1 * s}l${-1.2 * s} ${1.4 * s}z" fill="#fbf7ee"/>`

const hill: Draw = (x, y, s) =>
  `<path d="M${x - 9 * s} ${y}q${9 * s} ${-11 * s} ${18 * s} 0z" fill="#93a880" opacity=".8"/><path d="M${x} ${y - 5.4 * s}q${5 * s} 0 ${9 * s} ${5.4 * s}h${-7 * s}q${0.5 * s} ${-3 * s} ${-2 * s} ${-5.4 * s}z" fill="#7c946c" opacity=".7"/>`

const fir: Draw = (x, y, s) =>
  `<path d="M${x} ${y - 11 * s}l${3.6 * s} ${9 * s}h${-7.2 * s}z" fill="#5f7f58"/><path d="M${x} ${y - 11 * s}l${3.6 * s} ${9 * s}h${-3.6 * s}z" fill="#4c6b48"/><path d="M${x} ${y - 2 * s}v${2.4 * s}" stroke="#6b5a44" stroke-width="${1.2 * s}"/>`

const oak: Draw = (x, y, s) =>
  `<path d="M${x} ${y - 3 * s}v${3.5 * s}" stroke="#6b5a44" stroke-width="${1.3 * s}"/><circle cx="${x}" cy="${y - 5 * s}" r="${3.6 * s}" fill="#7d9a68"/><circle cx="${x + 1.2 * s}" cy="${y - 4.4 * s}" r="${2.4 * s}" fill="#66845a"/>`

const tuft: Draw = (x, y, s) =>
  `<path d="M${x - 3 * s} ${y}q${0.5 * s} ${-4 * s} ${-1 * s} ${-6 * s}M${x} ${y}v${-8 * s}M${x + 3 * s} ${y}q${-0.5 * s} ${-4 * s} ${1 * s} ${-6 * s}" fill="none" stroke="#b99a52" stroke-width="${1.1 * s}" stroke-linecap="round"/>`

const mesa: Draw = (x, y, s) =>
  `<path d="M${x - 8 * s} ${y}l${3 * s} ${-7 * s}h${9 * s}l${4 * s} ${7 * s}z" fill="#cf9a6d"/><path d="M${x - 6 * s} ${y - 4.5 * s}h${12 * s}" stroke="#b57f57" stroke-width="${1.2 * s}"/>`

const STANDS: Stand[] = [
  { draw: peak, shape: 'line', from: [-114.6, 48.6], to: [-110.6, 43.4], spread: 1.3, count: 16, size: 1.1 },
  { draw: peak, shape: 'line', from: [-110.4, 43.2], to: [-106.2, 37], spread: 1.2, count: 16, size: 1.15 },
  { draw: peak, shape: 'line', from: [-121.4, 48.6], to: [-121.8, 42.4], spread: 0.4, count: 11, size: 1 },
  { draw: peak, shape: 'line', from: [-120.6, 39.8], to: [-118.3, 36.2], spread: 0.3, count: 9, size: 1 },
  { draw: peak, shape: 'box', from: [-117.6, 37.8], to: [-114.4, 41.2], spread: 0, count: 8, size: 0.7 },
  {
    draw: peak,
    shape: 'box',
    from: [-156, 61.8],
    to: [-145, 65.4],
    spread: 0,
    count: 14,
    size: 0.9,
    state: 'AK',
  },
  { draw: mesa, shape: 'box', from: [-112.4, 34.4], to: [-107.4, 37.8], spread: 0, count: 9, size: 1 },
  { draw: mesa, shape: 'box', from: [-107.4, 32.4], to: [-104.8, 34.6], spread: 0, count: 4, size: 0.9 },
  { draw: hill, shape: 'line', from: [-84.4, 34.8], to: [-77.4, 40.6], spread: 0.9, count: 17, size: 0.95 },
  { draw: hill, shape: 'line', from: [-76.6, 41.2], to: [-71.2, 44.8], spread: 0.8, count: 11, size: 0.9 },
  { draw: hill, shape: 'box', from: [-94.4, 34.6], to: [-91.6, 37.2], spread: 0, count: 7, size: 0.8 },
  { draw: fir, shape: 'box', from: [-124, 42.4], to: [-122.4, 48.2], spread: 0, count: 22, size: 0.95 },
  { draw: fir, shape: 'box', from: [-117.6, 46.6], to: [-115.6, 48.8], spread: 0, count: 8, size: 0.85 },
  { draw: fir, shape: 'box', from: [-95, 46.4], to: [-84.6, 48], spread: 0, count: 26, size: 0.85 },
  { draw: fir, shape: 'box', from: [-71, 44.2], to: [-68, 47], spread: 0, count: 13, size: 0.85 },
  {
    draw: fir,
    shape: 'box',
    from: [-150, 58.4],
    to: [-134, 61],
    spread: 0,
    count: 8,
    size: 0.8,
    state: 'AK',
  },
  { draw: oak, shape: 'box', from: [-93.6, 31], to: [-81.8, 36], spread: 0, count: 34, size: 0.9 },
  { draw: oak, shape: 'box', from: [-88.6, 37.4], to: [-82, 42], spread: 0, count: 20, size: 0.85 },
  { draw: oak, shape: 'box', from: [-82.6, 27], to: [-80.8, 29.6], spread: 0, count: 5, size: 0.85 },
  { draw: tuft, shape: 'box', from: [-103.4, 32.6], to: [-97, 48.4], spread: 0, count: 64, size: 0.75 },
  { draw: tuft, shape: 'box', from: [-96.8, 39.4], to: [-90.6, 45], spread: 0, count: 18, size: 0.7 },
]

/** From north to south, so that what is nearer covers what is behind. */
export function growths(isLand: IsLand): string {
  const random = seededRandom(1804)
  return STANDS.flatMap((stand) => scattered(stand, random, isLand))
    .sort((a, b) => a.y - b.y)
    .map(({ x, y, size, draw }) => draw(x, y, size))
    .join('')
}

function scattered(stand: Stand, random: Random, isLand: IsLand) {
  const { draw, shape, from, to, spread, count, size, state = 'KS' } = stand
  return Array.from({ length: count }, (_, index) => {
    const along = (index + random()) / count
    const off = (random() - 0.5) * 2
    const [across, up] = shape === 'line' ? [along, along] : [random(), random()]
    const longitude = from[0] + (to[0] - from[0]) * across + off * spread
    const latitude = from[1] + (to[1] - from[1]) * up
    const point = mapPoint({ longitude, latitude, state })
    return { draw, x: tenths(point.x), y: tenths(point.y), size: size * (0.8 + 0.4 * random()) }
  }).filter(({ x, y }) => [-9, 0, 9].every((dx) => isLand(x + dx, y) && isLand(x + dx, y - 8)))
}

const tenths = (value: number) => Math.round(value * 10) / 10
