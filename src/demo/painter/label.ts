import type { VarietyInput } from '../../catalog/import/item-schemas.ts'
import { herdSvg } from './landscape/herd.ts'

type Animal = NonNullable<VarietyInput['animal']>

export type LabelText = {
  farm: string
  name: string
  place: string
  note: string
  animal: Animal
  seed: number
}

export const LABEL = { width: 400, height: 250 }

const BANDS: Record<Animal, string> = {
  beef: '#7b2320',
  pork: '#a5574a',
  lamb: '#40593b',
  bison: '#4a3426',
  poultry: '#b7822a',
  seafood: '#3e6480',
  pantry: '#5b5048',
}

const EMBLEMS: Partial<Record<Animal, string>> = {
  beef: herdSvg['black-cattle'](3),
  pork: herdSvg.pigs(2),
  lamb: herdSvg.sheep(1),
  bison: herdSvg.bison(2),
  poultry: herdSvg.hens(0),
}

const FISH =
  '<path d="M-22 -10C-12 -20 6 -20 16 -11L26 -18C24 -12 24 -8 26 -2L16 -9C6 0 -12 0 -22 -10Z" fill="#211a15"/><circle cx="-14" cy="-12" r="1.6" fill="#fff"/>'
const SPOON = '<path d="M-20 -10a9 6 0 1 1 18 0 9 6 0 0 1 -18 0ZM-2 -11H26v2H-2z" fill="#211a15"/>'

const SERIF = "Fraunces, 'Liberation Serif', 'DejaVu Serif', Georgia, serif"
const SANS = "Inter, 'Liberation Sans', 'DejaVu Sans', Arial, sans-serif"

export function labelSvg({ farm, name, place, note, animal, seed }: LabelText, scale = 1): string {
  const lines = wrap(name, 17)
  const size = lines.length > 2 ? 27 : Math.max(...lines.map((l) => l.length)) > 15 ? 31 : 36
  const title = lines
    .map((line, i) => `<tspan x="26" dy="${i === 0 ? 0 : size * 1.06}">${escapeXml(line)}</tspan>`)
    .join('')
  const emblem = animal === 'seafood' ? FISH : animal === 'pantry' ? SPOON : (EMBLEMS[animal] ?? '')
  const emblemSize = animal === 'poultry' ? 2 : animal === 'lamb' || animal === 'pork' ? 1.35 : 1
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${LABEL.width * scale}" height="${LABEL.height * scale}" viewBox="0 0 ${LABEL.width} ${LABEL.height}">
    <rect width="${LABEL.width}" height="${LABEL.height}" rx="7" fill="#faf4e8"/><rect width="${LABEL.width}" height="${LABEL.height}" rx="7" fill="none" stroke="#d9cbb5"/>
    <path d="M0 7a7 7 0 0 1 7 -7H${LABEL.width - 7}a7 7 0 0 1 7 7V52H0Z" fill="${BANDS[animal]}"/>
    <text x="26" y="34" font-family="${SERIF}" font-size="${farm.length > 24 ? 19 : 22}" font-weight="600" fill="#fdf8ee">${escapeXml(farm)}</text>
    <text x="26" y="${lines.length > 2 ? 88 : 100}" font-family="${SERIF}" font-size="${size}" font-weight="700" fill="#211a15">${title}</text>
    <path d="M26 ${LABEL.height - 60}H${LABEL.width - 26}" stroke="#cdbda5"/>
    <text x="26" y="${LABEL.height - 36}" font-family="${SANS}" font-size="15.500" fill="#5b5048">${escapeXml(place)}</text>
    <text x="26" y="${LABEL.height - 15}" font-family="${SANS}" font-size="13.500" fill="#5b5048">${escapeXml(note)} · lot ${1000 + ((seed * 37) % 9000)}</text>
    <g transform="translate(${LABEL.width - 62} ${LABEL.height - 16}) scale(${emblemSize})">${emblem}</g></svg>`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
