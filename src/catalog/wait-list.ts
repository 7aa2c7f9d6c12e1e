import { type Db, durably } from '#db/client.ts'
import { waitListEntries } from '#db/schema/index.ts'
import { type Consent, recordConsent } from '../accounts/consents.ts'
import { normalizeEmail } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import type { ViewContext } from './listing.ts'
import { findOffer, findProduct, type Product, type ProductOffer } from './products.ts'

export type WaitListItem = { product: Product; offer: ProductOffer }

export function findWaitListItem(db: Db, token: string, view: ViewContext): WaitListItem | null {
  const found = findOffer(db, token)
  const product = found && findProduct(db, found.variety.slug, view)
  const offer = product?.offers.find((candidate) => candidate.token === token)
  return product && offer ? { product, offer } : null
}

type Entry = Pick<typeof waitListEntries.$inferInsert, 'campaignType' | 'offerId' | 'postalCode'>

/** Adds an email to the wait list and records the consent, if any. Joining twice keeps the first place in line. */
export async function joinWaitList(
  db: Db,
  email: string,
  entry: Entry,
  consent: Consent | null,
  now: Instant,
) {
  await durably(db, (tx) => {
    tx.insert(waitListEntries)
      .values({ ...entry, email: normalizeEmail(email), joinedAt: now })
      .onConflictDoNothing()
      .run()
    if (consent) recordConsent(tx, consent, now)
  })
}
