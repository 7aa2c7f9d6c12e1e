import { and, eq, isNull, sql } from 'drizzle-orm'
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

/**
 * For an account whose proved address changed: otherwise the next owner of the old address would see them. A consent
 * that the new address already gave ends.
 */
export function moveConsents(tx: Tx, { from, to }: { from: string; to: string }, now: Instant) {
  tx.run(sql`
    update consents set ended_at = ${now} where email = ${from} and ended_at is null and exists (
      select 1 from consents as other where other.email = ${to} and other.ended_at is null
        and other.kind = consents.kind and other.phone = consents.phone and other.words = consents.words)`)
  tx.update(consents).set({ email: to }).where(eq(consents.email, from)).run()
}
