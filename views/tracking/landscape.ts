/** The land that a box travels through: dry on the side of the desert, green where it rains. */

export type Size = { name: 'wide' | 'phone'; width: number; height: number; font: number }

export const WIDE: Size = { name: 'wide', width: 640, height: 400, font: 14 }
export const PHONE: Size = { name: 'phone', width: 360, height: 250, font: 15.5 }

const DRY = new Set(['NV', 'AZ', 'UT', 'NM', 'WY', 'CO', 'ID', 'MT'])
const MOUNTAINS = new Set([...DRY, 'WA', 'OR', 'CA', 'AK'])

const COLORS = {
  dry: { far: '#c7bfae', mid: '#cbb68b', ground: '#d3b071', plant: '#a7a77a' },
  green: { far: '#a3b4b4', mid: '#8ea893', ground: '#72985a', plant: '#56785a' },
}

const climateOf = (state: string) => (DRY.has(state) ? 'dry' : 'green')

const drawn = new Map<string, string>()

/** Kept, because it is the same for all boxes between two climates. */
export function landscape(size: Size, from: string, to: string): string {
  const hasPeaks = MOUNTAINS.has(from) || MOUNTAINS.has(to)
  const key = `${size.name} ${climateOf(from)} ${climateOf(to)} ${hasPeaks}`
  const kept = drawn.get(key)
  if (kept !== undefined) return kept
  const svg = draw(size, climateOf(from), climateOf(to), hasPeaks)
  drawn.set(key, svg)
  return svg
}

type Climate = keyof typeof COLORS

function draw(size: Size, from: Climate, to: Climate, hasPeaks: boolean): string {
  const { width, height, name } = size
  const blend = (id: string, part: 'far' | 'mid' | 'ground') =>
    `<linearGradient id="${name}_${id}"><stop offset=".2" stop-color="${COLORS[from][part]}"/><stop offset=".8" stop-color="${COLORS[to][part]}"/></linearGradient>`
  return [
    '<defs>',
    `<linearGradient id="${name}_sky" x2="0" y2="1"><stop stop-color="#7ba4c4"/><stop offset=".4" stop-color="#b7cdd4"/><stop offset=".75" stop-color="#f0dfbf"/></linearGradient>`,
    blend('far', 'far'),
    blend('mid', 'mid'),
    blend('ground', 'ground'),
    `<g id="${name}_tree"><path d="M0-17 3.4-9.4H1.7L5.1-3.1H-5.1L-1.7-9.4H-3.4Z"/><path d="M-.7-3.1H.7V0H-.7Z" fill="#5a4636"/></g>`,
    `<g id="${name}_bush"><ellipse rx="5" ry="1" cy="1" fill="#5b4a2c" opacity=".2"/><path d="M-5 1a3 3 0 0 1 2-4 3 3 0 0 1 6 0 3 3 0 0 1 2 4Z"/></g>`,
    '</defs>',
    `<path fill="url(#${name}_sky)" d="M0 0H${width}V${height}H0Z"/>`,
    `<circle cx="${width * 0.36}" cy="${height * 0.3}" r="${height * 0.19}" fill="#ffe7b0" opacity=".5"/><circle cx="${width * 0.36}" cy="${height * 0.3}" r="${height * 0.06}" fill="#fff6df"/>`,
    `<g fill="#fff" opacity=".55">${cloud(size, 0.16, 0.12)}${cloud(size, 0.62, 0.09)}${cloud(size, 0.9, 0.2)}</g>`,
    hasPeaks ? peak(size, 0.54, 0.34, 0.11) + peak(size, 0.82, 0.2, 0.17) : '',
    ridge(size, 0.5, 0.02, 0.9, 'far'),
    ridge(size, 0.57, 0.025, 2.4, 'mid'),
    plants(size, from, to, 0.6, 26, 0.7),
    ridge(size, 0.68, 0.02, 4.1, 'ground'),
    plants(size, from, to, 0.78, 18, 1.25),
  ].join('')
}

const round = (value: number) => Math.round(value * 10) / 10

function cloud({ width, height }: Size, x: number, y: number): string {
  return `<ellipse cx="${round(width * x)}" cy="${round(height * y)}" rx="${round(width * 0.12)}" ry="${round(height * 0.018)}"/>`
}

function peak({ width, height }: Size, x: number, top: number, half: number): string {
  const [cx, y, foot, side] = [width * x, height * top, height * 0.56, width * half]
  const snow = y + (foot - y) * 0.4
  const edge = side * 0.4
  return [
    `<path fill="#93a5b6" d="M${round(cx - side)} ${round(foot)} ${round(cx)} ${round(y)} ${round(cx + side)} ${round(foot)}Z"/>`,
    `<path fill="#fffdf6" d="M${round(cx)} ${round(y)} ${round(cx + edge)} ${round(snow)} ${round(cx + edge * 0.4)} ${round(snow - 6)} ${round(cx)} ${round(snow + 6)} ${round(cx - edge * 0.5)} ${round(snow - 5)} ${round(cx - edge)} ${round(snow)}Z"/>`,
  ].join('')
}

/** Two waves that don't repeat across the picture. */
function ridge({ width, height, name }: Size, y: number, swing: number, seed: number, color: string): string {
  const points = Array.from({ length: 21 }, (_, step) => {
    const x = step / 20
    const wave = Math.sin(x * 9 + seed) + 0.6 * Math.sin(x * 17 + seed * 2)
    return `${round(width * x)} ${round(height * (y + swing * wave))}`
  })
  return `<path fill="url(#${name}_${color})" d="M0 ${height}L${points.join(' ')} ${width} ${height}Z"/>`
}

/** The same places each time, farther down the larger. */
function plants(size: Size, from: Climate, to: Climate, y: number, count: number, scale: number): string {
  const { width, height, name } = size
  const spots = Array.from({ length: count }, (_, index) => {
    const x = (index * 0.618 + scale) % 1
    const depth = (index * 0.377) % 1
    const climate = x < 0.5 ? from : to
    const shape = climate === 'dry' ? 'bush' : 'tree'
    const place = `translate(${round(width * x)} ${round(height * (y + depth * 0.16))})`
    const grown = round((size.height / 400) * scale * (0.8 + depth * 0.8))
    return `<use href="#${name}_${shape}" fill="${COLORS[climate].plant}" transform="${place} scale(${grown})"/>`
  })
  return spots.join('')
}
