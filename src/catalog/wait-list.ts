import { and, eq, isNotNull, isNull } from 'drizzle-orm'
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

/**
 * Adds an email to the wait list and records the consent, if any. Joining twice keeps the first place in line; whoever
 * has been told joins at its end.
 */
export async function joinWaitList(
  db: Db,
  email: string,
  entry: Entry,
  consent: Consent | null,
  now: Instant,
) {
  await durably(db, (tx) => {
    const row = { ...entry, email: normalizeEmail(email), joinedAt: now }
    tx.delete(waitListEntries)
      .where(and(isSame(row), isNotNull(waitListEntries.toldAt)))
      .run()
    tx.insert(waitListEntries).values(row).onConflictDoNothing().run()
    if (consent) recordConsent(tx, consent, now)
  })
}

/** By offer, by place for `postal_code`, else by campaign, as the unique indexes have it. */
const isSame = ({ email, offerId, campaignType, postalCode }: Entry & { email: string }) =>
  and(
    eq(waitListEntries.email, email),
    eq(waitListEntries.campaignType, campaignType),
    offerId ? eq(waitListEntries.offerId, offerId) : isNull(waitListEntries.offerId),
    campaignType === 'postal_code' && postalCode ? eq(waitListEntries.postalCode, postalCode) : undefined,
  )
