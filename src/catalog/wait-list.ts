import { type Db, durably } from '#db/client.ts'
import { waitListEntries } from '#db/schema/index.ts'
import { type Consent, keepConsent } from '../accounts/consents.ts'
import { normalizeEmail } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import type { Standpoint } from './listing.ts'
import { findOffer, findProduct, type Product, type ProductOffer } from './products.ts'

export type WaitListItem = { product: Product; offer: ProductOffer }

/** An offer that somebody may want to wait for, with its product; null for an unknown or hidden one. */
export function findWaitListItem(db: Db, token: string, standpoint: Standpoint): WaitListItem | null {
  const found = findOffer(db, token)
  const product = found && findProduct(db, found.variety.slug, standpoint)
  const offer = product?.offers.find((one) => one.token === token)
  return product && offer ? { product, offer } : null
}

type Entry = Pick<typeof waitListEntries.$inferInsert, 'campaignType' | 'offerId' | 'postalCode'>

/**
 * Puts an address on the list, with what else was agreed to. Who is on it already stays where he stands: joining
 * twice is nothing.
 */
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
    if (consent) keepConsent(tx, consent, now)
  })
}
