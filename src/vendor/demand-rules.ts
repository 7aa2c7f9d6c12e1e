import { weekOf } from '../catalog/search/search-weeks.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { REGIONS, type Region } from '../postal/regions.ts'

export const WEEK_MS = 7 * DAY_MS
export const WEEKS_SHOWN = 8
/** Fewer people than this show nowhere, and others are rounded down to it: no difference shows a person either. */
export const LEAST_PEOPLE = 5
/** How many people at least, for a page; null where it would be too few to show. */
export const peopleShown = (people: number): number | null =>
  people < LEAST_PEOPLE ? null : people - (people % LEAST_PEOPLE)

export type DemandQuery = { weekAt: Instant; region: Region | null }

export type Wanted = {
  what: string
  people: number
  /** In the week before; null if that was too few to show. */
  before: number | null
}

export type Demand = DemandQuery & {
  weeks: Instant[]
  searched: Wanted[]
  missed: Wanted[]
  waiting: Wanted[]
}

/** The week and region of an address, `usualDemand` where it has none. */
export function readDemandQuery({ week, region }: Record<string, string>, now: Instant): DemandQuery | null {
  const weeks = shownWeeks(now)
  const weekAt =
    week === undefined || week === '' ? usualDemand(now).weekAt : weeks.find((at) => isoDay(at) === week)
  const isKnown = region === undefined || region === '' || REGIONS.some(({ id }) => id === region)
  if (weekAt === undefined || !isKnown) return null
  return { weekAt, region: (region || null) as Region | null }
}

/** The last whole week, all regions. */
export const usualDemand = (now: Instant): DemandQuery => ({ weekAt: weekOf(now) - WEEK_MS, region: null })

/** The current week first. */
export const shownWeeks = (now: Instant): Instant[] =>
  Array.from({ length: WEEKS_SHOWN }, (_, back) => weekOf(now) - back * WEEK_MS)

export const isoDay = (at: Instant) => new Date(at).toISOString().slice(0, 10)
