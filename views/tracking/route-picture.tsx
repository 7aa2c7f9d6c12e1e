import { raw } from 'hono/html'
import { formatDay } from '#src/day.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { isExpected, knownArrival } from '#src/tracking/known-arrival.ts'
import { type Route, routeOf } from '#src/tracking/route-stops.ts'
import type { Tracking } from '#src/tracking/tracking.ts'
import { formatTime } from '../shared/local-time.ts'
import { arrivalWords } from './arrival-words.ts'
import { landscape, PHONE, type Size, WIDE } from './landscape.ts'

/** Drawn from where the box was, once for wide pages and once for phones. */
export const RoutePicture = ({ tracking }: { tracking: Tracking }) => {
  const route = routeOf(tracking)
  const label = inWords(tracking, route)
  return (
    <div class="tracking-card__picture">
      {[WIDE, PHONE].map((size) => (
        <svg
          class={`route route--${size.name}`}
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="xMidYMax meet"
          role="img"
          aria-label={label}
        >
          {raw(landscape(size, tracking.from.state, tracking.to.state) + road(size, tracking, route))}
        </svg>
      ))}
    </div>
  )
}

/** What the picture shows, for people who listen to it. */
function inWords({ from, to, word }: Tracking, { stops, share, leftAt }: Route): string {
  const past = stops.length > 0 ? ` past ${stops.map(({ city }) => city).join(' and ')}` : ''
  const where =
    share === 1 || word === 'delivered'
      ? 'The box is at the door.'
      : leftAt === null
        ? 'The box is at our packing house.'
        : word === 'out_for_delivery'
          ? `The box is on the van in ${to.city}.`
          : word === 'returned'
            ? 'The box is on its way back to us.'
            : 'The box is on its way.'
  return `The route from our packing house in ${from.city}${past} to ${to.city}. ${where}`
}

const round = (value: number) => Math.round(value * 10) / 10

/** From the barn on the left to the house on the right. */
const roadX = ({ width }: Size, share: number) => width * (0.11 + 0.77 * share)
const roadY = ({ height }: Size, share: number) =>
  height * (0.77 - 0.06 * Math.sin(share * Math.PI * 2.2) - 0.02 * share)

function line(size: Size, from: number, to: number): string {
  const steps = Math.max(2, Math.ceil((to - from) * 28))
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const share = from + ((to - from) * step) / steps
    return `${round(roadX(size, share))} ${round(roadY(size, share))}`
  })
  return `M${points.join(' ')}`
}

function road(size: Size, tracking: Tracking, route: Route): string {
  const { share, stops } = route
  const thick = size.height / 40
  const stroke = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
  const done =
    share > 0
      ? `<path d="${line(size, 0, share)}" ${stroke} stroke="#7b2320" stroke-width="${round(thick * 0.5)}"/>`
      : ''
  const ahead =
    share < 1
      ? `<path d="${line(size, share, 1)}" ${stroke} stroke="#94867a" stroke-width="${round(thick * 0.3)}" stroke-dasharray="0.1 ${round(thick)}"/>`
      : ''
  return [
    `<path d="${line(size, 0, 1)}" ${stroke} stroke="#f6ead2" stroke-width="${round(thick)}"/>`,
    barn(size),
    house(size),
    ahead,
    done,
    ...stops.map((stop) => dot(size, stop.share)),
    dot(size, 0),
    share < 1 && share > 0 ? van(size, share) : '',
    labels(size, tracking, route),
  ].join('')
}

const dot = (size: Size, share: number) =>
  `<circle cx="${round(roadX(size, share))}" cy="${round(roadY(size, share))}" r="${round(size.height / 70)}" fill="#fffdf8" stroke="#7b2320" stroke-width="2.5"/>`

const placed = (size: Size, share: number, dx: number, dy: number, shape: string) => {
  const scale = size.height / 400
  return `<g transform="translate(${round(roadX(size, share) + dx * scale)} ${round(roadY(size, share) + dy * scale)}) scale(${round(scale * 1.15)})">${shape}</g>`
}

const barn = (size: Size) =>
  placed(
    size,
    0,
    -14,
    -6,
    '<path d="M-30 0V-26L-20-40H14L26-26V0Z" fill="#7b2320"/><path d="M-34-25-21-43H15L30-25" fill="none" stroke="#4b3a32" stroke-width="4"/><path d="M-12 0V-20H8V0Z" fill="#f6ead2"/><path d="M-12-20 8 0M8-20-12 0" stroke="#7b2320" stroke-width="2"/>',
  )

const house = (size: Size) =>
  placed(
    size,
    1,
    22,
    4,
    '<path d="M-22 0V-24L0-42 22-24V0Z" fill="#fdf8ee"/><path d="M-27-22 0-45 27-22" fill="none" stroke="#5b5048" stroke-width="5"/><path d="M-6 0V-17H6V0Z" fill="#7b2320"/><path d="M10-19h8v8H10Z" fill="#ffe7b0"/>',
  )

const van = (size: Size, share: number) =>
  placed(
    size,
    share,
    0,
    2,
    '<path d="M-22-4V-22H6V-4Z" fill="#7b2320"/><path d="M6-4V-17H15L22-10V-4Z" fill="#fdf8ee"/><path d="M-22-10H22V-4H-22Z" fill="#7b2320"/><circle cx="-12" cy="-3" r="4.5" fill="#211a15"/><circle cx="12" cy="-3" r="4.5" fill="#211a15"/>',
  )

type Label = { x: number; y: number; lines: string[]; isDark?: boolean }

function labels(size: Size, tracking: Tracking, { stops, share, leftAt }: Route): string {
  const { from, zone } = tracking
  const isWide = size.name === 'wide'
  const time = (at: number) => `${formatDay(dayIn(zone, at), 'short').slice(0, 3)}, ${formatTime(at, zone)}`
  const below = size.font * 2.1
  const all: Label[] = [
    {
      x: roadX(size, 0),
      y: roadY(size, 0) + below,
      lines: [from.city, ...(isWide && leftAt !== null ? [time(leftAt)] : [])],
    },
    {
      x: roadX(size, 1),
      y: roadY(size, 1) + below,
      lines: [
        'Your door',
        ...(isWide && isExpected(tracking) && knownArrival(tracking) !== null
          ? [arrivalWords(tracking)]
          : []),
      ],
    },
    ...(isWide
      ? stops.map(
          (stop): Label => ({
            x: roadX(size, stop.share),
            y: roadY(size, stop.share) + below,
            lines: [stop.city, time(stop.at)],
          }),
        )
      : []),
    ...(share > 0 && share < 1
      ? [
          {
            x: roadX(size, share),
            y: roadY(size, share) - size.height * 0.13,
            lines: ['Your box'],
            isDark: true,
          },
        ]
      : []),
  ]
  return apart(size, all)
    .map((label) => labelBox(size, label))
    .join('')
}

/** About as wide as a letter of our font is at its size. */
const LETTER = 0.56

const widthOf = ({ font }: Size, { lines }: Label) =>
  Math.max(...lines.map((text) => text.length)) * font * LETTER + font * 1.2

/** Keeps labels on the picture, and leaves out a stop's that would cover another's. */
function apart(size: Size, all: Label[]): Label[] {
  const kept: Label[] = []
  for (const label of all) {
    const half = widthOf(size, label) / 2
    const x = Math.min(size.width - half - 4, Math.max(half + 4, label.x))
    const moved = { ...label, x }
    const isFree = kept.every(
      (other) =>
        Math.abs(other.y - moved.y) > size.font * 3 ||
        Math.abs(other.x - x) > half + widthOf(size, other) / 2 + 4,
    )
    if (isFree || label.isDark) kept.push(moved)
  }
  return kept
}

function labelBox(size: Size, label: Label): string {
  const { font } = size
  const { x, y, lines, isDark } = label
  const width = widthOf(size, label)
  const height = lines.length * font * 1.3 + font * 0.6
  const text = lines.map(
    (words, index) =>
      `<text x="${round(x)}" y="${round(y + font * (0.35 + index * 1.3))}" text-anchor="middle" font-size="${font}" font-weight="${index === 0 ? 600 : 400}" fill="${isDark ? '#fffdf8' : '#211a15'}">${escaped(words)}</text>`,
  )
  return `<rect x="${round(x - width / 2)}" y="${round(y - font * 0.95)}" width="${round(width)}" height="${round(height)}" rx="4" fill="${isDark ? '#211a15' : '#fffdf8'}"/>${text.join('')}`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
