import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsEvents, visits } from '#db/schema/index.ts'
import { iso } from './iso.ts'

/** Visits while signed in, with what was recorded of them. */
export const visitsOf = (db: Db, userId: number) =>
  db
    .select()
    .from(visits)
    .where(eq(visits.userId, userId))
    .orderBy(visits.startedAt)
    .all()
    .map(({ id, startedAt, landingPage, referrer, browser }) => ({
      started_at: iso(startedAt),
      landing_page: landingPage,
      came_from: referrer,
      browser,
      events: eventsOf(db, id),
    }))

const eventsOf = (db: Db, visitId: number) =>
  db
    .select({ name: analyticsEvents.name, properties: analyticsEvents.properties, at: analyticsEvents.at })
    .from(analyticsEvents)
    .where(eq(analyticsEvents.visitId, visitId))
    .orderBy(analyticsEvents.at, analyticsEvents.id)
    .all()
    .map(({ name, properties, at }) => ({ name, properties, at: iso(at) }))
