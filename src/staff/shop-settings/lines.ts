import { NOT_SERVED_REASONS } from '#db/schema/delivery.ts'
import { type Day, formatDay, parseDay } from '../../day.ts'
import type { CenterSettings } from '../../delivery/change-centers.ts'
import type { ClosedDay } from '../../delivery/closed-carrier-days.ts'
import type { ZoneRange } from '../../delivery/zone-chart.ts'

/** Long lists that people read and write as lines. */

export type LinesRead<T> = { ok: true; value: T[] } | { ok: false; message: string }

const MAX_DAYS = 400
const MAX_RANGES = 1_200

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ number: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== '')

export const closedDaysText = (days: ClosedDay[]): string =>
  days.map(({ day, name }) => `${day} ${name}`).join('\n')

/** Days before `from` are past, so they are left out. */
export function closedDaysIn(text: string, from: Day): LinesRead<ClosedDay> {
  const days = new Map<Day, ClosedDay>()
  for (const { number, line } of linesOf(text)) {
    const [, typed = '', name = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
    const day = parseDay(typed)
    if (!day) return refuse(`Line ${number}: “${typed}” is no date. Write it like 2026-12-25.`)
    if (name === '') return refuse(`Line ${number}: please add a name. Shoppers read it in the calendar.`)
    if (name.length > 60) return refuse(`Line ${number}: please keep the name under 60 characters.`)
    if (days.has(day)) return refuse(`Line ${number}: ${formatDay(day, 'long')} is listed twice.`)
    if (day >= from) days.set(day, { day, name })
  }
  if (days.size > MAX_DAYS) return refuse(`Please list at most ${MAX_DAYS} days.`)
  return { ok: true, value: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)) }
}

/** Centers by number and name, because both stay readable in an old version. */
export const rangesText = (ranges: ZoneRange[], centers: CenterSettings[]): string =>
  ranges.map((range) => `${areaWords(range)} ${serviceWords(range, centers)}`).join('\n')

const areaWords = ({ first, last }: ZoneRange) => (first === last ? first : `${first}-${last}`)

function serviceWords(range: ZoneRange, centers: CenterSettings[]): string {
  if ('notServed' in range) return range.notServed
  const name = centers.find(({ id }) => id === range.fcId)?.name ?? 'center'
  return `${range.fcId} ${name.replace(/\s+/g, '-')} ${range.transitDays}`
}

const LINE = /^(\d{3}|\d{5})(?:\s*-\s*(\d{3}|\d{5}))?\s+(?:(\d+)(?:\s+\d*[^\d\s]\S*)?\s+(\d)|([a-z]+))$/

export function rangesIn(text: string, centers: CenterSettings[]): LinesRead<ZoneRange> {
  const ranges: ZoneRange[] = []
  for (const { number, line } of linesOf(text)) {
    const read = LINE.exec(line)
    if (!read) return refuse(`Line ${number}: “${line}” isn't like “010-012 2 Center 1” or “995-999 alaska”.`)
    const [, first = '', last = first, fcId, days, reason] = read
    if (last.length !== first.length || last < first)
      return refuse(`Line ${number}: ${first} to ${last} isn’t a range of ZIP areas.`)
    const service = serviceOf({ fcId, days, reason }, centers)
    if ('message' in service) return refuse(`Line ${number}: ${service.message}`)
    ranges.push({ first, last, ...service })
    if (ranges.length > MAX_RANGES) return refuse(`Please keep at most ${MAX_RANGES} lines.`)
  }
  return { ok: true, value: ranges }
}

type TypedService = { fcId: string | undefined; days: string | undefined; reason: string | undefined }

function serviceOf({ fcId, days, reason }: TypedService, centers: CenterSettings[]) {
  if (reason !== undefined) {
    const notServed = NOT_SERVED_REASONS.find((one) => one === reason)
    if (notServed) return { notServed }
    return { message: `“${reason}” isn’t a reason. Use ${NOT_SERVED_REASONS.join(', ')}.` }
  }
  const center = centers.find(({ id }) => id === Number(fcId))
  if (!center) return { message: `there is no center ${fcId}.` }
  const transitDays = Number(days)
  if (transitDays < 1 || transitDays > 3) return { message: 'a box travels 1 to 3 days.' }
  return { fcId: Number(fcId), transitDays }
}

const refuse = (message: string) => ({ ok: false as const, message })
