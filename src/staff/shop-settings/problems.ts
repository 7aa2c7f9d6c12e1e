import type { Db } from '#db/client.ts'
import { findPicture } from '../../catalog/pictures.ts'
import { counted } from '../../counted.ts'
import type { Instant } from '../../day.ts'
import { centerSettings, centerUse } from '../../delivery/change-centers.ts'
import { allShippingRates, type ShippingRateRow } from '../../delivery/shipping-rates.ts'
import { isKnownZip, knownAreas, rowsIn, zoneRows } from '../../delivery/zone-chart.ts'
import { dayIn, SHOP_ZONE } from '../../delivery/zones.ts'
import { formatCents } from '../../money.ts'
import type { TaxRow } from '../../pricing/sales-tax.ts'
import type { Look, Slide } from '../../shop-settings/page-settings.ts'
import type { OrderTerms } from '../../shop-settings/terms.ts'
import type { SettingValue } from '../../shop-settings/versions.ts'
import { contrast, NEEDED, pairsOf } from './contrast.ts'
import { closedDaysIn, rangesIn } from './lines.ts'
import { centersIn } from './sources.ts'

/** At a field of the form, or above all of them. */
export type Problem = { path: string | null; message: string }

type Check = (value: SettingValue, db: Db, now: Instant) => Problem[]

/** Values with which the shop couldn't sell, or would sell at senseless prices. */
export const problemsOf = (groupId: string, value: SettingValue, db: Db, now: Instant): Problem[] =>
  CHECKS[groupId]?.(value, db, now) ?? []

const CHECKS: Readonly<Record<string, Check>> = {
  ordering: (value) => orderingProblems(value as OrderTerms),
  rates: ({ rows }, db) => rateProblems(rows as ShippingRateRow[], db),
  centers: (value, db) => centerProblems(value, db),
  zones: ({ chart }, db) => zoneProblems(String(chart), db),
  holidays: ({ days }, _, now) => {
    const read = closedDaysIn(String(days), dayIn(SHOP_ZONE, now))
    return read.ok ? [] : [{ path: 'days', message: read.message }]
  },
  tax: ({ rows }) => taxProblems(rows as TaxRow[]),
  look: (value) => lookProblems(value as Look),
  banner: ({ slides }) => slideProblems(slides as Slide[]),
}

function orderingProblems({ minimumCents, freeFromCents, memberFreeFromCents }: OrderTerms): Problem[] {
  const problems: Problem[] = []
  if (freeFromCents < minimumCents)
    problems.push({
      path: 'freeFromCents',
      message: `No order is smaller than ${formatCents(minimumCents)}, so all would ship free. Please enter at least the minimum.`,
    })
  if (memberFreeFromCents < minimumCents)
    problems.push({
      path: 'memberFreeFromCents',
      message: `No order is smaller than ${formatCents(minimumCents)}, so all boxes of members would ship free. Please enter at least the minimum.`,
    })
  if (memberFreeFromCents > freeFromCents)
    problems.push({
      path: 'memberFreeFromCents',
      message: "Members can't pay delivery where others get it free.",
    })
  return problems
}

function rateProblems(rows: ShippingRateRow[], db: Db): Problem[] {
  const used = new Set(zoneRows(db).flatMap((zone) => ('notServed' in zone ? [] : [zone.transitDays])))
  const days = rows.map(({ transitDays }) => transitDays)
  const twice = days.find((day, index) => days.indexOf(day) !== index)
  if (twice !== undefined)
    return [{ path: 'rows', message: `There are two rates for ${twice} days on the road.` }]
  const known = new Set([...used, ...allShippingRates(db).map(({ transitDays }) => transitDays)])
  const missing = [...known].sort().filter((day) => !days.includes(day))
  return missing.map((day) => {
    const road = counted(day, 'day', 'days')
    const message = used.has(day)
      ? `Boxes to some ZIP codes travel ${road}, so there must be a rate for it.`
      : `Please keep the rate for ${road}: orders placed with it may still need it.`
    return { path: 'rows', message }
  })
}

/** Why a center has to stay. */
const KEPT: Record<'zones' | 'records', (name: string) => string> = {
  zones: (name) =>
    `${name} can't be removed while it ships somewhere. First give its ZIP codes to another center, under Delivery zones.`,
  records: (name) =>
    `${name} can't be removed: orders, stock or people name it. To stop shipping from it, give its ZIP codes to another center.`,
}

function centerProblems(value: SettingValue, db: Db): Problem[] {
  const centers = centersIn(value)
  const current = centerSettings(db)
  const problems: Problem[] = []
  for (const { id, name } of current)
    if (id !== null && !centers.some((center) => center.id === id)) {
      const use = centerUse(db, id)
      if (use !== 'none') problems.push({ path: 'rows', message: KEPT[use](name) })
    }
  if (centers.length === 0) problems.push({ path: 'rows', message: 'A shop ships from at least one center.' })
  centers.forEach(({ id, name, shipWeekdays, dailyCapacity }, index) => {
    const at = (field: string) => `rows.${index}.${field}`
    if (id !== null && !current.some((center) => center.id === id))
      problems.push({ path: at('id'), message: `There is no center ${id}.` })
    if (shipWeekdays.length === 0)
      problems.push({
        path: at('shipWeekdays'),
        message: `${name} would never ship. Please choose a weekday.`,
      })
    if (dailyCapacity === 0)
      problems.push({
        path: at('dailyCapacity'),
        message: `With no boxes per day, ${name} would sell nothing. To close single days, use its calendar.`,
      })
    if (centers.findIndex((other) => other.name === name) !== index)
      problems.push({ path: at('name'), message: `Two centers would be called ${name}.` })
  })
  return problems
}

function zoneProblems(chart: string, db: Db): Problem[] {
  const at = (message: string): Problem[] => [{ path: 'chart', message }]
  const read = rangesIn(chart, centerSettings(db))
  if (!read.ok) return at(read.message)
  const rows = rowsIn(db, read.value)
  const prefixes = rows.map(({ prefix }) => prefix)
  const listed = new Set(prefixes)
  if (listed.size < prefixes.length) {
    const twice = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index)
    return at(`${twice} is in two lines.`)
  }
  const before = zoneRows(db)
  const areas = knownAreas(db)
  const fromBefore = new Set(before.map(({ prefix }) => prefix))
  const unknown = prefixes.find(
    (prefix) =>
      !fromBefore.has(prefix) && !(prefix.length === 3 ? areas.has(prefix) : isKnownZip(db, prefix)),
  )
  if (unknown)
    return at(
      unknown.length === 3
        ? `No ZIP code begins with ${unknown}, so no box could go there.`
        : `We don’t know the ZIP code ${unknown}.`,
    )
  const missing = before.find(({ prefix }) => prefix.length === 3 && !listed.has(prefix))
  if (missing)
    return at(
      `${missing.prefix} is missing: its shoppers would read that we don't know their ZIP code. To stop delivering there, write “${missing.prefix} elsewhere”.`,
    )
  if (rows.every((row) => 'notServed' in row)) return at('We wouldn’t deliver anywhere.')
  return []
}

function taxProblems(rows: TaxRow[]): Problem[] {
  const states = rows.map(({ state }) => state)
  return states.flatMap((state, index) =>
    states.indexOf(state) === index
      ? []
      : [{ path: `rows.${index}.state`, message: `${state} has two rows.` }],
  )
}

const lookProblems = (look: Look): Problem[] =>
  pairsOf(look)
    .filter(({ text, ground }) => contrast(text, ground) < NEEDED)
    .map(({ what, text, ground }) => ({
      path: text === look.ink ? 'ink' : text === look.accent || ground === look.accent ? 'accent' : 'paper',
      message: `${what}: ${text} on ${ground} is ${contrast(text, ground).toFixed(1)} to 1, and people need ${NEEDED} to 1.`,
    }))

const slideProblems = (slides: Slide[]): Problem[] =>
  slides.flatMap(({ picture }, index) =>
    picture === '' || findPicture(picture)
      ? []
      : [{ path: `slides.${index}.picture`, message: `There is no picture “${picture}”.` }],
  )
