import { and, eq, isNull } from 'drizzle-orm'
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

/** Of the account with this email: a number that others gave us, too, keeps their consent. */
export function endMarketingConsent(tx: Tx, email: string, now: Instant) {
  tx.update(consents)
    .set({ endedAt: now })
    .where(
      and(
        eq(consents.email, normalizeEmail(email)),
        eq(consents.kind, 'sms_marketing'),
        isNull(consents.endedAt),
      ),
    )
    .run()
}
