import { desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { claims, type GiftCause, giftCardEntries, giftCards, orders } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { codeOf } from './credit-code.ts'
import { storeCreditCard } from './gift-ledger.ts'

export type CreditEntry = { cause: GiftCause; cents: number; at: Instant; identifier: string | null }

/** Credit for a box that a guest ordered and claimed later: it pays by its code. */
export type CreditCode = { code: string; leftCents: number; givenCents: number; identifier: string }

export type StoreCredit = { balanceCents: number; entries: CreditEntry[]; codes: CreditCode[] }

type Secrets = Pick<Config, 'sessionSecret'>

/** What the account has, and where it came from and went, newest first. */
export function storeCreditOf(db: Db, config: Secrets, userId: number): StoreCredit {
  const card = storeCreditCard(db, userId)
  return {
    balanceCents: card?.balanceCents ?? 0,
    entries: card ? entriesOf(db, card.id) : [],
    codes: codesOf(db, config, userId),
  }
}

/** Every list is bounded (GND-10). */
const MAX_ENTRIES = 100

const entriesOf = (db: Db, giftCardId: number): CreditEntry[] =>
  db
    .select({
      cause: giftCardEntries.cause,
      cents: giftCardEntries.cents,
      at: giftCardEntries.at,
      identifier: orders.identifier,
    })
    .from(giftCardEntries)
    .leftJoin(orders, eq(orders.id, giftCardEntries.orderId))
    .where(eq(giftCardEntries.giftCardId, giftCardId))
    .orderBy(desc(giftCardEntries.id))
    .limit(MAX_ENTRIES)
    .all()

const codesOf = (db: Db, { sessionSecret }: Secrets, userId: number): CreditCode[] =>
  db
    .select({
      claimId: claims.id,
      leftCents: giftCards.balanceCents,
      givenCents: claims.creditCents,
      identifier: orders.identifier,
    })
    .from(claims)
    .innerJoin(giftCards, eq(giftCards.id, claims.giftCardId))
    .innerJoin(orders, eq(orders.id, claims.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(claims.id))
    .limit(MAX_ENTRIES)
    .all()
    .map(({ claimId, ...credit }) => ({ ...credit, code: codeOf(sessionSecret, claimId) }))
