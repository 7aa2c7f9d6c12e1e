import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type DraftOrder, draftOrders, type Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Refusal } from './readiness.ts'

/*
 * A draft is an open order that staff fill for a customer (STF-3). It is nobody's cart. Lines that have a price of our
 * own are units of one bundle that no shopper can open, so what they cost goes through PREPARE like a bundle's price.
 */

export const OUR_PRICE = 'At our price for you'

export const draftOf = (db: Db, orderId: number): DraftOrder | null =>
  db.select().from(draftOrders).where(eq(draftOrders.orderId, orderId)).get() ?? null

export const isUnpaidDraft = ({ draftedAt, placedAt }: Pick<Order, 'draftedAt' | 'placedAt'>): boolean =>
  draftedAt !== null && placedAt === null

/** A link opens it, until it ends or is taken back. */
export const isLinkLive = ({ linkEndsAt }: Pick<DraftOrder, 'linkEndsAt'>, now: Instant): boolean =>
  linkEndsAt !== null && now < linkEndsAt

/** What staff gave away against today's prices. */
export const givenAwayCents = ({ listCents, priceCents }: Pick<DraftOrder, 'listCents' | 'priceCents'>) =>
  priceCents === null ? 0 : Math.max(0, listCents - priceCents)

/** Nobody pays for a draft before its prices are approved, nor without a link or the customer's recorded consent. */
export function draftRefusal(db: Db, orderId: number, now: Instant): Refusal | null {
  const draft = draftOf(db, orderId)
  if (!draft) return null
  if (draft.needsApproval) return refuse('We’re still checking the price of this box. We’ll email you soon.')
  if (isLinkLive(draft, now) || draft.consentAt !== null) return null
  return refuse('The link to pay for this box has ended. Please reply to our email or call us for a new one.')
}

const refuse = (message: string): Refusal => ({ code: 'draft', message })
