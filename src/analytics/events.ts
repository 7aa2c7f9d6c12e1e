import { sql } from 'drizzle-orm'
import { oncePerDatabase, type Tx } from '#db/client.ts'
import { analyticsEvents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

type Event = { key: string; name: string; properties: Record<string, unknown>; at: Instant }

/** Once per key. */
export const recordEvent = (tx: Tx, event: Event) => void statement(tx).run(event)

const statement = oncePerDatabase((db) =>
  db
    .insert(analyticsEvents)
    .values({
      key: sql.placeholder('key'),
      name: sql.placeholder('name'),
      properties: sql.placeholder('properties'),
      at: sql.placeholder('at'),
    })
    .onConflictDoNothing()
    .prepare(),
)
