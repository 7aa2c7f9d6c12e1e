import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { consents, textSubscriptions, users } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { deliveryConsentText } from '../texts/consent-words.ts'

const EMAIL = 'shopper@example.com'
const PHONE = '+12065550187'

/** The shopper of the demo gets texts, which stand at /outbox. */
export function seedTexts(tx: Tx, now: Instant) {
  const user = tx.select({ id: users.id }).from(users).where(eq(users.email, EMAIL)).get()
  if (!user) return
  const at = now - 30 * DAY_MS
  tx.insert(textSubscriptions)
    .values({ userId: user.id, phone: PHONE, state: 'on', askedAt: at, confirmedAt: at })
    .run()
  tx.insert(consents)
    .values({
      kind: 'sms_delivery',
      source: 'delivery_texts',
      email: EMAIL,
      phone: PHONE,
      words: deliveryConsentText('Droveway'),
      givenAt: at,
    })
    .run()
}
