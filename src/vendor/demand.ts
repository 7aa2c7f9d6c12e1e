import { sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { cutName } from '../catalog/search/cut-name.ts'
import type { Instant } from '../day.ts'
import { type Region, regionOf } from '../postal/regions.ts'
import {
  type Demand,
  type DemandQuery,
  LEAST_PEOPLE,
  peopleShown,
  shownWeeks,
  type Wanted,
  WEEK_MS,
} from './demand-rules.ts'

const MAX_ROWS = 20

export function demandOf(db: Db, farmId: number, { weekAt, region }: DemandQuery, now: Instant): Demand {
  const searches = (found: boolean) => (at: Instant) =>
    statements(db)
      .searches.all({ weekAt: at, region, found: found ? 1 : 0 })
      .map(({ phrase, people }): [string, number] => [phrase, people])
  const waits = (at: Instant) => waitsOf(db, farmId, at, region)
  return {
    weekAt,
    region,
    weeks: shownWeeks(now),
    searched: compared(searches(true), weekAt),
    missed: compared(searches(false), weekAt),
    waiting: compared(waits, weekAt),
  }
}

type Counted = (weekAt: Instant) => [what: string, people: number][]

function compared(count: Counted, weekAt: Instant): Wanted[] {
  const before = new Map(count(weekAt - WEEK_MS))
  return count(weekAt)
    .flatMap(([what, people]): Wanted[] => {
      const shown = peopleShown(people)
      return shown === null ? [] : [{ what, people: shown, before: peopleShown(before.get(what) ?? 0) }]
    })
    .sort((a, b) => b.people - a.people || a.what.localeCompare(b.what, 'en'))
    .slice(0, MAX_ROWS)
}

/** Own products by name; of other farms, only what kind of cut it is. */
function waitsOf(db: Db, farmId: number, weekAt: Instant, region: Region | null): [string, number][] {
  const people = new Map<string, Set<string>>()
  for (const { email, state, name, cut, farm } of statements(db).waits.all({
    from: weekAt,
    to: weekAt + WEEK_MS,
  })) {
    if (region !== null && regionOf(state) !== region) continue
    const what = farm === farmId ? `${name} (yours)` : cutName(cut)
    people.set(what, (people.get(what) ?? new Set()).add(email))
  }
  return [...people].map(([what, { size }]) => [what, size])
}

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  searches: db
    .select({ phrase: sql<string>`phrase`, people: sql<number>`count(distinct visitor)` })
    .from(sql`search_marks`)
    .where(
      sql`week_at = ${placeholder('weekAt')} and found = ${placeholder('found')}
        and region = coalesce(${placeholder('region')}, region)`,
    )
    .groupBy(sql`phrase`)
    .having(sql`count(distinct visitor) >= ${LEAST_PEOPLE}`)
    .prepare(),
  waits: db
    .select({
      email: sql<string>`entries.email`,
      state: sql<string | null>`zip_codes.state`,
      name: sql<string>`varieties.name`,
      cut: sql<string>`varieties.cut`,
      farm: sql<number>`varieties.farm_id`,
    })
    .from(
      sql`wait_list_entries as entries join offers on offers.id = entries.offer_id
        join varieties on varieties.id = offers.variety_id
        left join zip_codes on zip_codes.zip = entries.postal_code`,
    )
    .where(sql`entries.joined_at >= ${placeholder('from')} and entries.joined_at < ${placeholder('to')}`)
    .prepare(),
}))
