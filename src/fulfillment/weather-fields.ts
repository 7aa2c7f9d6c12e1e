import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import type { FulfillmentCenter } from '#db/schema/index.ts'
import { addDays, type Day, parseDay } from '../day.ts'
import { STATES } from '../postal/states.ts'
import type { AlertFields } from '../weather/alerts.ts'
import type { Body } from '../web/env.ts'
import { type FieldsRead, line, readFields } from '../web/fields.ts'

/** What was typed into a form that was refused. */
export type TypedAlert = Record<'title' | 'states' | 'zip3s' | 'from' | 'to', string>

const MAX_TITLE_LENGTH = 60
const MAX_DAYS = 60
const MAX_AREAS = 200

const Fields = z.object({
  title: line(MAX_TITLE_LENGTH).refine((typed) => typed !== '', {
    message: 'shoppers read it, so name the weather',
  }),
  from: line(10),
  to: line(10),
})

const LABELS = { title: 'the title', from: 'the first day', to: 'the last day' }

/** What a clerk typed for an alert, or the first thing that is wrong with it. `states` and `zip3s` are lists or words. */
export function readAlertFields(
  db: Db,
  center: FulfillmentCenter,
  today: Day,
  body: Body,
): FieldsRead<AlertFields> {
  const read = readFields(Fields, body, LABELS)
  if (!read.ok) return read
  const { title } = read.value
  const dates = readDates(read.value, today)
  if (!dates.ok) return dates
  const [states, zip3s] = [words(body.states), words(body.zip3s)]
  if (states === null || zip3s === null) return refuse(`An alert has at most ${MAX_AREAS} areas.`)
  const problem = areaProblem(db, center, states, zip3s)
  return problem === null ? { ok: true, value: { title, states, zip3s, ...dates.value } } : refuse(problem)
}

const refuse = (message: string) => ({ ok: false as const, message })

function readDates(
  typed: { from: string; to: string },
  today: Day,
): FieldsRead<{ startsOn: Day; endsOn: Day }> {
  const [startsOn, endsOn] = [parseDay(typed.from), parseDay(typed.to)]
  if (startsOn === null || endsOn === null) return refuse('Please choose the first and the last day.')
  if (endsOn < startsOn) return refuse('The last day is before the first.')
  if (endsOn < today) return refuse('These days are over.')
  if (endsOn > addDays(today, MAX_DAYS)) return refuse(`An alert ends within ${MAX_DAYS} days.`)
  return { ok: true, value: { startsOn, endsOn } }
}

/** In order and once each; null if there are too many, or something other than text. */
function words(typed: unknown): string[] | null {
  const listed = [typed ?? []].flat()
  if (listed.length > MAX_AREAS || !listed.every((each) => typeof each === 'string')) return null
  const found = listed.flatMap((each) => each.toUpperCase().split(/[\s,]+/)).filter(Boolean)
  return found.length > MAX_AREAS ? null : [...new Set(found)].sort()
}

function areaProblem(db: Db, center: FulfillmentCenter, states: string[], zip3s: string[]): string | null {
  if (states.length + zip3s.length === 0) return 'Please choose a state or a ZIP area.'
  const unknown = states.find((state) => !Object.hasOwn(STATES, state))
  if (unknown) return `"${unknown.slice(0, 20)}" isn’t a state. Please use its two letters, like WA.`
  const malformed = zip3s.find((zip3) => !/^\d{3}$/.test(zip3))
  if (malformed) return `"${malformed.slice(0, 20)}" isn’t a ZIP area. Please use its three digits, like 981.`
  const elsewhere = zip3s.find((zip3) => !deliversTo(db, center, zip3))
  return elsewhere === undefined ? null : `${center.name} doesn't deliver to ZIP area ${elsewhere}.`
}

const deliversTo = (db: Db, { id }: FulfillmentCenter, zip3: string): boolean =>
  db.get(sql`select 1 from postal_zones where substr(prefix, 1, 3) = ${zip3} and fc_id = ${id} limit 1`) !==
  undefined
