import { gte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { shipDays } from '#db/schema/index.ts'
import { counted } from '../../counted.ts'
import { type Day, formatDay, type Instant, weekday } from '../../day.ts'
import { centerSettings } from '../../delivery/change-centers.ts'
import { closedDaysFrom } from '../../delivery/closed-carrier-days.ts'
import { rowsIn, sameService, zoneRows } from '../../delivery/zone-chart.ts'
import { dayIn, SHOP_ZONE } from '../../delivery/zones.ts'
import { formatCents } from '../../money.ts'
import type { SettingValue } from '../../shop-settings/versions.ts'
import { rangesIn } from './lines.ts'
import { daysAt, lastBoxes, type Repriced, repriced, sampleZips, type ZipDays, zipIn } from './what-if.ts'

/** A consequence of a change, as a table. */
export type Effect = { title: string; summary: string; head: string[]; rows: string[][] }

/** Measured before a change and again after it, in the same transaction. */
export type Measure = {
  boxes: Repriced[]
  days: ZipDays[]
  zones: ReturnType<typeof zoneRows>
  centerNames: Map<number | null, string>
  booked: { fcId: number; day: Day; boxes: number; closed: boolean }[]
}

const ABOUT_MONEY = ['ordering', 'rates', 'tax']
const ABOUT_DAYS = ['centers', 'zones', 'holidays']

/** @param zips to measure besides the samples */
export function measure(db: Db, groupId: string, now: Instant, zips: string[] = []): Measure {
  const measuresDays = ABOUT_DAYS.includes(groupId)
  return {
    boxes: ABOUT_MONEY.includes(groupId) ? lastBoxes(db).map((order) => repriced(db, order)) : [],
    days: measuresDays ? daysAt(db, [...new Set([...zips, ...sampleZips(db)])], now) : [],
    zones: groupId === 'zones' ? zoneRows(db) : [],
    centerNames: new Map(measuresDays ? centerSettings(db).map(({ id, name }) => [id, name]) : []),
    booked: measuresDays ? bookedDays(db, now) : [],
  }
}

const ZIPS_OF_CHANGES = 6

/** A few ZIP codes of the areas that a new chart changes. */
export function changedZips(db: Db, groupId: string, { chart }: SettingValue): string[] {
  const read = groupId === 'zones' ? rangesIn(String(chart), centerSettings(db)) : null
  if (!read?.ok) return []
  const old = new Map(zoneRows(db).map((zone) => [zone.prefix, zone]))
  return rowsIn(db, read.value)
    .filter((zone) => {
      const was = old.get(zone.prefix)
      return !was || !sameService(was, zone)
    })
    .slice(0, ZIPS_OF_CHANGES)
    .flatMap(({ prefix }) => zipIn(db, prefix) ?? [])
}

/** The ZIP codes that could be delivered to before, and couldn't at all after. */
export const lostDays = (before: Measure, after: Measure): ZipDays[] =>
  before.days.filter((was) => {
    const is = after.days.find(({ zip }) => zip === was.zip)
    return was.days.length > 0 && is?.refusal === null && is.days.length === 0
  })

export function effectsOf(groupId: string, before: Measure, after: Measure): Effect[] {
  if (ABOUT_MONEY.includes(groupId)) return [ordersEffect(before.boxes, after.boxes)]
  if (!ABOUT_DAYS.includes(groupId)) return []
  return [...zoneEffects(before, after), daysEffect(before.days, after.days), ...bookedEffects(before, after)]
}

const ROWS_SHOWN = 12

function ordersEffect(before: Repriced[], after: Repriced[]): Effect {
  const title = 'Recent boxes under this change'
  const head = ['Order', 'Items', 'Delivery', 'Tax', 'Minimum']
  if (before.length === 0) return { title, summary: 'Nothing has been sold yet.', head, rows: [] }
  const pairs = before.flatMap((was, index) => {
    const is = after[index]
    return is ? [{ was, is }] : []
  })
  const changed = pairs.filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is))
  const sum = (boxes: Repriced[], key: 'shippingCents' | 'taxCents') =>
    formatCents(boxes.reduce((cents, box) => cents + box[key], 0))
  const below = (boxes: Repriced[]) => boxes.filter(({ isBelowMinimum }) => isBelowMinimum).length
  const summary = `Of the last ${before.length} boxes, ${changed.length} would have been different. Delivery: ${sum(before, 'shippingCents')} before, ${sum(after, 'shippingCents')} after. Tax: ${sum(before, 'taxCents')} before, ${sum(after, 'taxCents')} after. Below the minimum: ${below(before)} before, ${below(after)} after.`
  const rows = changed
    .slice(0, ROWS_SHOWN)
    .map(({ was, is }) => [
      was.identifier,
      formatCents(was.itemsCents),
      moved(formatCents(was.shippingCents), formatCents(is.shippingCents)),
      moved(formatCents(was.taxCents), formatCents(is.taxCents)),
      moved(was.isBelowMinimum ? 'below' : 'reached', is.isBelowMinimum ? 'below' : 'reached'),
    ])
  return { title, summary, head, rows }
}

const moved = (before: string, after: string) => (before === after ? after : `${before}, then ${after}`)

function daysEffect(before: ZipDays[], after: ZipDays[]): Effect {
  const rows = after.map((is) => {
    const was = before.find(({ zip }) => zip === is.zip)
    return [is.place, routeWords(was, is), dayWords(was), dayWords(is)]
  })
  const changed = rows.filter(([, , was, is]) => was !== is).length
  return {
    title: 'The next days on which boxes can come',
    summary:
      changed === 0
        ? 'The next days stay as they are.'
        : `They change for ${changed} of ${rows.length} examples.`,
    head: ['To', 'From', 'Now', 'Then'],
    rows,
  }
}

function routeWords(was: ZipDays | undefined, is: ZipDays): string {
  const route = ({ from, transitDays }: ZipDays) =>
    transitDays === null ? 'nowhere' : `${from}, ${counted(transitDays, 'day', 'days')}`
  return was ? moved(route(was), route(is)) : route(is)
}

function dayWords(at: ZipDays | undefined): string {
  if (!at) return ''
  if (at.refusal) return at.refusal
  return at.days.map((day) => formatDay(day, 'short')).join(', ') || 'none in the coming weeks'
}

function zoneEffects(before: Measure, after: Measure): Effect[] {
  if (after.zones.length === 0) return []
  const old = new Map(before.zones.map((zone) => [zone.prefix, zone]))
  const changed = after.zones.filter((zone) => {
    const was = old.get(zone.prefix)
    return !was || !sameService(was, zone)
  })
  const words = (zone: Measure['zones'][number] | undefined) => {
    if (!zone) return 'not listed'
    if ('notServed' in zone) return zone.notServed
    return `${after.centerNames.get(zone.fcId)}, ${counted(zone.transitDays, 'day', 'days')}`
  }
  return [
    {
      title: 'ZIP areas that change',
      summary: `${counted(changed.length, 'area changes', 'areas change')}.`,
      head: ['ZIP codes', 'Now', 'Then'],
      rows: changed
        .slice(0, ROWS_SHOWN)
        .map((zone) => [
          zone.prefix.length === 3 ? `${zone.prefix}..` : zone.prefix,
          words(old.get(zone.prefix)),
          words(zone),
        ]),
    },
  ]
}

/** Placed boxes keep their day, even where no more are taken. */
function bookedEffects(before: Measure, after: Measure): Effect[] {
  const stranded = after.booked.filter(
    ({ fcId, day, closed }) =>
      closed && !before.booked.find((was) => was.fcId === fcId && was.day === day)?.closed,
  )
  if (stranded.length === 0) return []
  return [
    {
      title: 'Boxes already booked on days that would close',
      summary: 'They keep their day until you move or cancel them.',
      head: ['Day', 'Boxes'],
      rows: stranded.map(({ day, boxes }) => [formatDay(day, 'long'), String(boxes)]),
    },
  ]
}

function bookedDays(db: Db, now: Instant): Measure['booked'] {
  const today = dayIn(SHOP_ZONE, now)
  const centers = centerSettings(db)
  const holidays = new Set(closedDaysFrom(db, today).map(({ day }) => day))
  return db
    .select({ fcId: shipDays.fcId, day: shipDays.shipOn, boxes: shipDays.booked })
    .from(shipDays)
    .where(gte(shipDays.shipOn, today))
    .all()
    .filter(({ boxes }) => boxes > 0)
    .map((row) => ({
      ...row,
      closed:
        holidays.has(row.day) ||
        !centers.find(({ id }) => id === row.fcId)?.shipWeekdays.includes(weekday(row.day)),
    }))
}
