import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type BoughtGiftCard, boughtGiftCards, type Order, orders } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { formatCents } from '../money.ts'
import { sumCards } from '../pricing/bought-cards.ts'
import { hasAddress } from './order-address.ts'
import type { Refusal } from './readiness.ts'
import { lacksTerms, TERMS_MISSING_SENTENCE } from './rules.ts'

/** What PREPARE asks of gift cards that an order buys. Stolen cards buy gift cards, so strangers may buy few codes at once. */

export const NEW_BUYER_DAY_CENTS = 100_000
const KNOWN_AFTER_MS = 30 * DAY_MS

export function boughtCardsRefusal(
  db: Db,
  order: Order,
  cards: BoughtGiftCard[],
  now: Instant,
): Refusal | null {
  const free = cards.filter(({ deliveryMethod }) => deliveryMethod !== 'box')
  if (free.length === 0 || isKnownBuyer(db, order, now)) return null
  const cents = boughtLately(db, order, now) + sumCards(free)
  return cents <= NEW_BUYER_DAY_CENTS
    ? null
    : {
        code: 'too_large',
        message: `New customers can buy gift cards for up to ${formatCents(NEW_BUYER_DAY_CENTS)} a day. Please email us if you need more.`,
      }
}

/** Of an order that sends no box. */
export function cardsPersonRefusal(order: Order, cards: BoughtGiftCard[]): Refusal | null {
  if (!order.email) return { code: 'email_missing', message: 'Please enter your email address.' }
  if (needsAddress(cards) && !hasAddress(order))
    return { code: 'address_missing', message: 'Please enter the address that we mail your gift card to.' }
  if (needsAddress(cards) && lacksTerms(order))
    return { code: 'terms_required', message: TERMS_MISSING_SENTENCE }
  return order.recurring ? EMPTY_RECURRING : null
}

const EMPTY_RECURRING: Refusal = {
  code: 'consent_missing',
  message: 'Your recurring box is empty. Add something to it, or switch to a one-time box.',
}

/** A card on paper goes to the order's address. */
export const needsAddress = (cards: Pick<BoughtGiftCard, 'deliveryMethod'>[]) =>
  cards.some(({ deliveryMethod }) => deliveryMethod === 'ship')

/** An account whose money we have kept for a month: an email address proves nothing, and a guest has nothing else. */
export const isKnownBuyer = (db: Db, { userId }: Order, now: Instant): boolean =>
  userId !== null &&
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        sql`${orders.placedAt} < ${now - KNOWN_AFTER_MS}`,
        inArray(orders.state, ['paid', 'in_wave', 'shipped', 'delivered']),
      ),
    )
    .limit(1)
    .get() !== undefined

/** By the same account, browser or email, in the last day or in another box that is being paid. */
function boughtLately(db: Db, { id, userId, sessionHash, email }: Order, now: Instant): number {
  const isSameBuyer = or(
    userId === null ? undefined : eq(orders.userId, userId),
    sessionHash === null ? undefined : eq(orders.sessionHash, sessionHash),
    email === null ? undefined : sql`lower(${orders.email}) = ${email.toLowerCase()}`,
  )
  const lately = db
    .select({ cents: sql<number>`coalesce(sum(${boughtGiftCards.amountCents}), 0)` })
    .from(orders)
    .innerJoin(boughtGiftCards, eq(boughtGiftCards.orderId, orders.id))
    .where(
      and(
        isSameBuyer,
        ne(orders.id, id),
        or(gt(orders.placedAt, now - DAY_MS), isBeingPaid(now)),
        ne(boughtGiftCards.deliveryMethod, 'box'),
      ),
    )
    .get()
  return lately?.cents ?? 0
}

const isBeingPaid = (now: Instant) => and(eq(orders.state, 'payment_pending'), gt(orders.holdExpiresAt, now))
