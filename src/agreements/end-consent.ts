import { and, eq, isNull, ne } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { consents, orders, textSubscriptions, type User } from '#db/schema/index.ts'
import { endMarketingConsent } from '../accounts/consents.ts'
import { writePreferences } from '../accounts/preferences.ts'
import type { Instant } from '../day.ts'
import { personOf } from '../privacy/person.ts'
import { endSubscription } from '../texts/ending.ts'

type Consent = typeof consents.$inferSelect

/** Ends the texts that the consent allowed, too. @returns null for another person's, as for none */
export const endConsent = (db: Db, user: User, id: number, now: Instant): Promise<Consent | null> =>
  durably(db, (tx): Consent | null => {
    const { email } = personOf(user)
    const consent = tx.select().from(consents).where(eq(consents.id, id)).get()
    if (!consent || consent.email !== email) return null
    if (consent.endedAt !== null) return consent
    if (consent.kind === 'sms_marketing') {
      writePreferences(tx, user.id, { textLevel: 'never' }, now)
      endMarketingConsent(tx, email, now)
    } else endDeliveryTexts(tx, user, consent, now)
    tx.update(consents)
      .set({ endedAt: now })
      .where(and(eq(consents.id, id), isNull(consents.endedAt)))
      .run()
    return consent
  })

/** Of the account and of the orders with its email. Another account with the same number keeps its own. */
function endDeliveryTexts(tx: DurableTx, user: User, { phone, email }: Consent, now: Instant) {
  const live = tx
    .select({ subscription: textSubscriptions, order: orders })
    .from(textSubscriptions)
    .leftJoin(orders, eq(orders.id, textSubscriptions.orderId))
    .where(and(eq(textSubscriptions.phone, phone), ne(textSubscriptions.state, 'off')))
    .all()
  for (const { subscription, order } of live) {
    const isOwn = subscription.userId === user.id || order?.userId === user.id
    const isGuests = order?.userId === null && order.email?.toLowerCase() === email
    if (isOwn || isGuests) endSubscription(tx, subscription, 'person', now)
  }
}
