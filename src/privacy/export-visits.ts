import { and, eq, gte, lte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { analyticsEvents, visits } from '#db/schema/index.ts'
import { HOUR_MS } from '../day.ts'
import { iso } from './iso.ts'

/** The client begins a new visit after four hours; its last events may be a minute late. */
const VISIT_MS = 5 * HOUR_MS

/** Visits while signed in, with what was recorded of them. Events are found by their time, as no index has visits. */
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
      events: eventsOf(db, id, startedAt),
    }))

const eventsOf = (db: Db, visitId: number, startedAt: number) =>
  db
    .select({ name: analyticsEvents.name, properties: analyticsEvents.properties, at: analyticsEvents.at })
    .from(analyticsEvents)
    .where(
      and(
        gte(analyticsEvents.at, startedAt - HOUR_MS),
        lte(analyticsEvents.at, startedAt + VISIT_MS),
        eq(analyticsEvents.visitId, visitId),
      ),
    )
    .all()
    .map(({ name, properties, at }) => ({ name, properties, at: iso(at) }))
