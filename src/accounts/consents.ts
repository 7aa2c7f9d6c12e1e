import type { Tx } from '#db/client.ts'
import { consents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { normalizeEmail } from './users.ts'

export type Consent = Omit<typeof consents.$inferInsert, 'id' | 'givenAt'>

export function recordConsent(tx: Tx, consent: Consent, now: Instant) {
  tx.insert(consents)
    .values({ ...consent, email: normalizeEmail(consent.email), givenAt: now })
    .onConflictDoNothing()
    .run()
}
