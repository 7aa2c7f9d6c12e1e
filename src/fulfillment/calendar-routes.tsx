import { Hono } from 'hono'
import { z } from 'zod'
import { type Db, durably, type Tx } from '#db/client.ts'
import { CalendarPage, type CalendarProblem } from '#views/fulfillment/calendar-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { counted } from '../counted.ts'
import { type Day, formatDay, parseDay } from '../day.ts'
import { HORIZON_DAYS } from '../delivery/calendar.ts'
import {
  closeShipDay,
  openShipDay,
  type ShipDayChange,
  setCapacity,
  shipDayPlan,
} from '../delivery/change-ship-day.ts'
import { paths } from '../paths.ts'
import { isStale, versionOf } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { checkbox, digits, line, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { boardOf } from './board.ts'
import { type Clerk, clerk } from './clerk.ts'
import { shipDayJson } from './json.ts'
import { renderCenterPage } from './page.tsx'
import { countDayHolds, type ShipDay, shipDaysFor } from './ship-days.ts'
import { recordClerk } from './trail.ts'

export const calendarRoutes = new Hono<AppEnv>()

calendarRoutes.get(
  paths.centerCalendar.pattern,
  clerk((c, who) => calendarPage(c, who)),
)

const shipDaysNow = (c: Ctx, { center }: Clerk, db: Db = c.var.services.db): ShipDay[] =>
  shipDaysFor(db, boardOf(center, c.var.services.clock.now()), HORIZON_DAYS)

const planOf = ({ capacity, closed }: ShipDay) => ({ capacity, closed })

type Problem = CalendarProblem & { status: 409 | 422 }

function calendarPage(c: Ctx, who: Clerk, problem?: Problem) {
  const { db, clock } = c.var.services
  const beingPaid = countDayHolds(db, who.center.id, clock.now())
  const days = shipDaysNow(c, who).map((day) => ({
    ...day,
    beingPaid: beingPaid.get(day.day) ?? 0,
    version: versionOf(planOf(day)),
  }))
  if (!wantsHtml(c))
    return c.json({
      ship_days: days.map((day) => ({ ...shipDayJson(day), being_paid: day.beingPaid })),
      daily_capacity: who.center.dailyCapacity,
      page: 1,
      pages: 1,
      total: days.length,
    })
  const view = <CalendarPage center={who.center} days={days} problem={problem} />
  const head = { current: 'calendar' as const, title: 'Calendar', status: problem?.status }
  return renderCenterPage(c, who, head, view)
}

const MAX_CAPACITY = 20_000
const MAX_REASON_LENGTH = 80

const change = z.object({
  ship_on: line(10),
  /** Empty: the center's usual capacity. */
  capacity: digits(6)
    .refine((typed) => /^\d*$/.test(typed) && Number(typed) <= MAX_CAPACITY, {
      message: `a whole number up to ${MAX_CAPACITY.toLocaleString('en-US')}`,
    })
    .transform((typed) => (typed === '' ? null : Number(typed))),
  close: checkbox,
  open: checkbox,
  reason: line(MAX_REASON_LENGTH),
  version: line(40),
})

const LABELS = { ship_on: 'the ship day', capacity: '“Boxes”', reason: '“Reason, which shoppers see”' }

type Change = z.output<typeof change>

/** Changes one ship day: its capacity, or with `close` and `open` whether the center ships at all. */
calendarRoutes.post(
  paths.centerCalendar.pattern,
  clerk(async (c, who) => {
    const read = readFields(change, c.var.body, LABELS)
    if (!read.ok) return refuseChange(c, who, read.message, parseDay(String(c.var.body.ship_on)))
    const { db, clock } = c.var.services
    const fields = read.value
    const shipDay = shipDaysNow(c, who).find(({ day }) => day === parseDay(fields.ship_on))
    if (!shipDay) return refuseChange(c, who, unknownDay(who, fields.ship_on))
    const { day } = shipDay
    if (!shipDay.canChange)
      return refuseChange(c, who, `${formatDay(day, 'long')}: ${shipDay.closed}. Nothing was changed.`, day)
    if (fields.close && fields.reason === '')
      return refuseChange(c, who, 'Please say why the day is closed. Shoppers see the reason.', day)
    const at = { fcId: who.center.id, shipOn: day, now: clock.now() }
    const changed = await durably(db, (tx): DayChanged => {
      const before = shipDaysNow(c, who, tx).find((found) => found.day === day) ?? shipDay
      if (isAlready(tx, at, fields)) return { ok: true }
      if (isStale(fields.version, planOf(before))) return { ok: false, taken: null }
      return changeDay(tx, who, at, fields, before)
    })
    const now = shipDaysNow(c, who).find((found) => found.day === day) ?? shipDay
    if (!changed.ok)
      return changed.taken === null
        ? refuseChange(c, who, staleWords(now), day, 409)
        : refuseChange(c, who, takenWords(day, changed.taken, fields), day)
    const next = `${paths.centerCalendar(who.center.slug)}#day_${day}`
    return reply(c, 200, shipDayJson(now), { path: next, flash: { kind: 'notice', message: doneWords(now) } })
  }),
)

type ShipDayAt = Parameters<typeof setCapacity>[1]
type DayChanged = ShipDayChange | { ok: false; taken: null }

/** As after a double press. */
function isAlready(tx: Tx, day: ShipDayAt, fields: Change): boolean {
  const { capacity, closedFor } = shipDayPlan(tx, day)
  if (fields.close) return closedFor === fields.reason
  return closedFor === null && (fields.open || capacity === fields.capacity)
}

function changeDay(tx: Tx, who: Clerk, day: ShipDayAt, fields: Change, before: ShipDay): ShipDayChange {
  const changed = writeChange(tx, day, fields)
  if (!changed.ok) return changed
  recordClerk(tx, who, {
    ...{ kind: 'ship_day', id: day.shipOn, name: formatDay(day.shipOn, 'long'), now: day.now },
    ...(fields.close || fields.open
      ? { verb: fields.close ? 'ship_day.closed' : 'ship_day.opened', reason: fields.reason || null }
      : {
          verb: 'ship_day.capacity_changed',
          detail: { before: before.capacity, after: fields.capacity ?? 'as usual' },
        }),
  })
  return changed
}

function writeChange(tx: Tx, day: ShipDayAt, fields: Change): ShipDayChange {
  if (fields.close) return closeShipDay(tx, day, fields.reason)
  if (!fields.open) return setCapacity(tx, day, fields.capacity)
  openShipDay(tx, day)
  return { ok: true }
}

const unknownDay = ({ center }: Clerk, typed: string) =>
  `"${typed}" is no day on which ${center.name} could ship in the next ${HORIZON_DAYS} days.`

const takenWords = (day: Day, taken: number, { close }: Change) => {
  const boxes = taken === 1 ? '1 box has a place' : `${taken} boxes have places`
  const what = close
    ? `so it can't be closed. To sell no more, set its capacity to ${taken}.`
    : `so its capacity can't be lower than ${taken}. Nothing was changed.`
  return `${boxes} on ${formatDay(day, 'long')}, ${what}`
}

const staleWords = (now: ShipDay) =>
  `A colleague changed this day after you opened this page. ${doneWords(now)} Nothing was saved. Saving yours again replaces your colleague’s.`

const doneWords = ({ day, closed, capacity }: ShipDay) =>
  closed === null
    ? `${formatDay(day, 'long')} is open for ${counted(capacity, 'box', 'boxes')}.`
    : `${formatDay(day, 'long')} is closed: ${closed}.`

function refuseChange(c: Ctx, who: Clerk, message: string, day: Day | null = null, status: 409 | 422 = 422) {
  if (!wantsHtml(c)) return c.json({ error: message, message }, status)
  return calendarPage(c, who, { status, message, day, typed: c.var.body })
}
