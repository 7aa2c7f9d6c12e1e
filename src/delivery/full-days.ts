import { and, eq, gt, gte, isNull, min, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { dayHolds, fulfillmentCenters, shipDays, shopVersions } from '#db/schema/index.ts'
import { addDays, type Day, type Instant } from '#src/day.ts'
import { dayIn } from './zones.ts'

type Cached = { version: number; at: Instant; until: Instant; days: string }

const cacheFor = oncePerDatabase((): { current: Cached | null } => ({ current: null }))

/** The same text while the same ship days are full or closed, however many places are taken on the others. */
export function fullDays(db: Db, now: Instant): string {
  const cache = cacheFor(db)
  const version = statements(db).version.get()?.version ?? 0
  if (cache.current && isCurrent(cache.current, version, now)) return cache.current.days
  const days = readFullDays(db, now)
  const until = statements(db).firstEnd.get({ now })?.at ?? Number.POSITIVE_INFINITY
  cache.current = { version, at: now, until, days }
  return days
}

/** A demo shop's clock may be set back, and then holds that had ended count again. */
const isCurrent = (cached: Cached, version: number, now: Instant) =>
  cached.version === version && now >= cached.at && now < cached.until

function readFullDays(db: Db, now: Instant): string {
  const { booked, held } = statements(db)
  // A center's day is at most one behind that of UTC.
  const from: Day = addDays(dayIn('UTC', now), -1)
  const days = [...booked.all({ from, now }), ...held.all({ now })]
  return days.map(({ fcId, shipOn, closedFor }) => `${fcId} ${shipOn} ${closedFor ?? ''}`).join(',')
}

const placeholder = sql.placeholder
const isLive = gt(dayHolds.expiresAt, placeholder('now'))

const statements = oncePerDatabase((db) => ({
  version: db.select({ version: shopVersions.daysVersion }).from(shopVersions).prepare(),
  firstEnd: db
    .select({ at: min(dayHolds.expiresAt) })
    .from(dayHolds)
    .where(isLive)
    .prepare(),
  booked: db
    .select({ fcId: shipDays.fcId, shipOn: shipDays.shipOn, closedFor: shipDays.closedFor })
    .from(fulfillmentCenters)
    .innerJoin(
      shipDays,
      and(eq(shipDays.fcId, fulfillmentCenters.id), gte(shipDays.shipOn, placeholder('from'))),
    )
    .where(
      sql`${shipDays.closedFor} is not null or ${shipDays.booked} + (select count(*) from day_holds where day_holds.fc_id = ${shipDays.fcId}
        and day_holds.ship_on = ${shipDays.shipOn} and day_holds.expires_at > ${placeholder('now')})
        >= coalesce(${shipDays.capacity}, ${fulfillmentCenters.dailyCapacity})`,
    )
    .orderBy(shipDays.fcId, shipDays.shipOn)
    .prepare(),
  /** Days on which places are held and none is booked yet. */
  held: db
    .select({ fcId: dayHolds.fcId, shipOn: dayHolds.shipOn, closedFor: sql<string | null>`null` })
    .from(dayHolds)
    .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, dayHolds.fcId))
    .leftJoin(shipDays, and(eq(shipDays.fcId, dayHolds.fcId), eq(shipDays.shipOn, dayHolds.shipOn)))
    .where(and(isLive, isNull(shipDays.fcId)))
    .groupBy(dayHolds.fcId, dayHolds.shipOn)
    .having(sql`count(*) >= ${fulfillmentCenters.dailyCapacity}`)
    .orderBy(dayHolds.fcId, dayHolds.shipOn)
    .prepare(),
}))
