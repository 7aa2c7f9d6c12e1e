import { type Db, quickly } from '#db/client.ts'
import { analyticsEvents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

const MAX_SOURCE_LENGTH = 200

/** Once per request. The query is dropped, because it may hold private data. */
export async function recordMissingPage(db: Db, requestId: string, source: string, now: Instant) {
  const path = source.split(/[?#]/)[0]?.slice(0, MAX_SOURCE_LENGTH) ?? ''
  await quickly(db, (tx) => {
    tx.insert(analyticsEvents)
      .values({
        key: `page_not_found:${requestId}`,
        name: 'page_not_found',
        properties: { source: path },
        at: now,
      })
      .onConflictDoNothing()
      .run()
  })
}
