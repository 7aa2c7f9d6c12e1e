import { type Db, quickly } from '#db/client.ts'
import { analyticsEvents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

const LONGEST_SOURCE = 200

/**
 * Notes the address of a page that is gone and sent somebody here. Without its query, which may hold what is
 * nobody's business; and once a request.
 */
export async function recordMissingPage(db: Db, requestId: string, source: string, now: Instant) {
  const address = source.split(/[?#]/)[0]?.slice(0, LONGEST_SOURCE) ?? ''
  await quickly(db, (tx) => {
    tx.insert(analyticsEvents)
      .values({
        key: `page_not_found:${requestId}`,
        name: 'page_not_found',
        properties: { source: address },
        at: now,
      })
      .onConflictDoNothing()
      .run()
  })
}
