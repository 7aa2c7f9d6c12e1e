import { and, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { weatherAlerts } from '#db/schema/weather.ts'
import { type Day, formatDay } from '#src/day.ts'
import type { Block } from './calendar.ts'
import { type ServedZone, stateOf } from './postal-zones.ts'

/** What the alerts of a zone's center close. */
export function weatherBlocks(db: Db, zone: ServedZone, span: { from: Day; to: Day }): Block[] {
  const fcId = zone.fc.id
  // Mostly there is none, and then nobody has to ask for the state.
  if (!statements(db).any.get({ ...span, fcId })) return []
  const area = { zip3: zone.zip.slice(0, 3), state: stateOf(db, zone) ?? '' }
  return statements(db)
    .inArea.all({ ...span, ...area, fcId })
    .map(({ title, startsOn, endsOn }) => ({
      startsOn,
      endsOn,
      reason: 'weather',
      sentence: `${title}: no boxes travel to your area through ${formatDay(endsOn, 'long')}.`,
    }))
}

const placeholder = sql.placeholder

const isStanding = and(
  eq(weatherAlerts.fcId, placeholder('fcId')),
  isNull(weatherAlerts.clearedAt),
  lte(weatherAlerts.startsOn, placeholder('to')),
  gte(weatherAlerts.endsOn, placeholder('from')),
)

const statements = oncePerDatabase((db) => ({
  any: db.select({ id: weatherAlerts.id }).from(weatherAlerts).where(isStanding).limit(1).prepare(),
  inArea: db
    .select({
      title: weatherAlerts.title,
      startsOn: weatherAlerts.startsOn,
      endsOn: weatherAlerts.endsOn,
    })
    .from(weatherAlerts)
    .where(
      and(
        isStanding,
        sql`(${placeholder('zip3')} in (select value from json_each(${weatherAlerts.zip3s}))
          or ${placeholder('state')} in (select value from json_each(${weatherAlerts.states})))`,
      ),
    )
    .orderBy(weatherAlerts.id)
    .prepare(),
}))
