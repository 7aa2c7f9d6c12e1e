import { z } from 'zod'
import type { Db } from '#db/client.ts'
import { type Delivery, INSPECTIONS } from '#db/schema/index.ts'
import { addDays, type Day, formatDate, parseDay } from '../day.ts'
import type { CountedLine } from '../stock/check-in.ts'
import { lotCode, MAX_LOT_LENGTH } from '../stock/lots.ts'
import type { Body } from '../web/env.ts'
import { checkbox, digits, line, readFields } from '../web/fields.ts'
import { offerWithFarm } from './receiving.ts'

const MAX_UNITS = 100_000
const MAX_REASON_LENGTH = 200
const MAX_LINES = 40
const MAX_DAYS_TO_BEST_BY = 5 * 366

const Line = z.object({
  bid_item_token: line(60),
  lot: line(MAX_LOT_LENGTH),
  quantity: digits(7),
  best_by: line(10),
  pack_date: line(10),
  harvest_date: line(10),
  freeze_date: line(10),
  inspection: line(10),
  establishment: line(20),
  reason: line(MAX_REASON_LENGTH),
  new_lot: checkbox,
})

type Typed = z.output<typeof Line>

const LABELS = {
  bid_item_token: 'the offer',
  lot: '“Lot”',
  quantity: '“Packs counted”',
  best_by: '“Best by”',
  pack_date: '“Packed on”',
  harvest_date: '“Harvested on”',
  freeze_date: '“Frozen on”',
  inspection: '“Inspection”',
  establishment: '“Establishment number”',
  reason: '“Different because”',
}

const isFields = (one: unknown): one is Body => typeof one === 'object' && one !== null && !Array.isArray(one)

export type CountRead =
  | { ok: true; lines: CountedLine[]; temperatureF: number | null }
  | { ok: false; status: 404 | 422; message: string }

/** What was counted, as scripts and the form send it. Rows of the form that are left empty were not counted. */
export function readCount(db: Db, delivery: Delivery, today: Day, body: Body): CountRead {
  const listed = Array.isArray(body.lines) ? body.lines : []
  if (listed.length > MAX_LINES) return refuse(`Please check in at most ${MAX_LINES} lines at once.`)
  const lines: CountedLine[] = []
  for (const one of listed) {
    if (!isFields(one)) return refuse('Please check the lines: each needs an offer, a lot and a quantity.')
    const typed = readFields(Line, one, LABELS)
    if (!typed.ok) return refuse(typed.message)
    const { quantity, lot, reason } = typed.value
    if (quantity === '' && lot === '' && reason === '') continue
    const read = readLine(db, delivery, today, typed.value)
    if (!read.ok) return read
    lines.push(read.line)
  }
  if (lines.length === 0) return refuse('Please count at least one line.')
  const temperature = readTemperature(body)
  if (temperature === 'unreadable') return refuse('Please check the temperature: whole degrees Fahrenheit.')
  return { ok: true, lines, temperatureF: temperature }
}

const refuse = (message: string) => ({ ok: false as const, status: 422 as const, message })

type LineRead = { ok: true; line: CountedLine } | Exclude<CountRead, { ok: true }>

function readLine(db: Db, delivery: Delivery, today: Day, typed: Typed): LineRead {
  const offer = offerWithFarm(db, typed.bid_item_token)
  if (!offer) return { ok: false, status: 404, message: `There is no offer "${typed.bid_item_token}".` }
  if (offer.farmId !== delivery.farmId)
    return refuse(`${offer.name} is from another farm than this delivery.`)
  const quantity = /^\d{1,6}$/.test(typed.quantity) ? Number(typed.quantity) : -1
  if (quantity < 0 || quantity > MAX_UNITS)
    return refuse(`${offer.name}: please enter how many packs you counted.`)
  const dates = readDates(typed, today, quantity > 0)
  if (typeof dates === 'string') return refuse(`${offer.name}: ${dates}`)
  if (quantity > 0 && typed.lot === '') return refuse(`${offer.name}: please enter the lot on the label.`)
  const inspection = INSPECTIONS.find((known) => known === (typed.inspection || 'federal'))
  if (!inspection) return refuse(`${offer.name}: the inspection is federal, cis or state.`)
  const { reason, establishment, new_lot: isNewLot } = typed
  const facts = { inspection, establishment: establishment || null, reason, isNewLot }
  return {
    ok: true,
    line: { offerId: offer.id, name: offer.name, lot: lotCode(typed.lot), quantity, ...dates, ...facts },
  }
}

type Dates = Pick<CountedLine, 'bestBy' | 'harvestedOn' | 'packedOn' | 'frozenOn'>

/** @returns what is wrong with them, in words */
function readDates(typed: Typed, today: Day, isBestByRequired: boolean): Dates | string {
  const [bestBy, packedOn, harvestedOn, frozenOn] = [
    typed.best_by,
    typed.pack_date,
    typed.harvest_date,
    typed.freeze_date,
  ].map((text) => (text === '' ? null : (parseDay(text) ?? 'unreadable')))
  const all = { bestBy, packedOn, harvestedOn, frozenOn }
  if (Object.values(all).includes('unreadable')) return 'please enter dates like 2027-05-30.'
  if (!bestBy && isBestByRequired) return 'please enter the best-by date on the label.'
  const dates = all as Dates
  if (dates.bestBy && dates.bestBy <= today)
    return `its best-by date, ${formatDate(dates.bestBy)}, is over. Set it aside.`
  if (dates.bestBy && dates.bestBy > addDays(today, MAX_DAYS_TO_BEST_BY))
    return 'its best-by date is more than five years away.'
  const made = [dates.packedOn, dates.harvestedOn, dates.frozenOn]
  if (made.some((day) => day !== null && day > today))
    return 'it was packed, harvested or frozen after today.'
  return made.some((day) => day !== null && dates.harvestedOn !== null && day < dates.harvestedOn)
    ? 'it can’t be packed or frozen before it was harvested.'
    : dates
}

function readTemperature(body: Body): number | null | 'unreadable' {
  const text = String(body.temperature_f ?? '').trim()
  if (text === '') return null
  return /^[-\u2212]?\d{1,3}$/.test(text) ? Number(text.replace('−', '-')) : 'unreadable'
}
