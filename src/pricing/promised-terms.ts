import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { type ShippingRate, type ShippingRateRow, shippingRateFor } from '../delivery/shipping-rates.ts'
import { valueAt } from '../shop-settings/kept.ts'
import { orderTerms, orderTermsAt } from '../shop-settings/order-terms.ts'
import type { OrderTerms } from '../shop-settings/terms.ts'
import { currentTax, NO_TAX, type StateTax, type TaxRow } from './sales-tax.ts'

/*
 * Staff change fees, thresholds, the minimum and sales tax while people are buying. Checkout promises them when it
 * takes an address: for a day, an order never costs more by a change, though less if a fee fell. A placed order keeps
 * what it was placed with, whatever is changed in it later: the lower of what was promised and what counted then.
 */

type Promised = Pick<Order, 'placedAt' | 'pricesHeldAt' | 'termsPromisedAt'>

const PROMISE_MS = DAY_MS

/** Null: nothing is promised, so what counts now counts. */
function promisedAt({ placedAt, pricesHeldAt, termsPromisedAt }: Promised, now: Instant): Instant | null {
  const end = placedAt ?? now
  if (pricesHeldAt !== null) return pricesHeldAt
  if (termsPromisedAt !== null && end - termsPromisedAt < PROMISE_MS) return termsPromisedAt
  return placedAt
}

export function orderTermsFor(db: Db, order: Promised, now: Instant): OrderTerms {
  const at = promisedAt(order, now)
  if (at === null) return orderTerms(db)
  return lowerTerms(orderTermsAt(db, at), placedTerms(db, order))
}

const placedTerms = (db: Db, { placedAt }: Promised): OrderTerms =>
  placedAt === null ? orderTerms(db) : orderTermsAt(db, placedAt)

const lowerTerms = (one: OrderTerms, other: OrderTerms): OrderTerms => ({
  minimumCents: Math.min(one.minimumCents, other.minimumCents),
  freeFromCents: Math.min(one.freeFromCents, other.freeFromCents),
  memberFreeFromCents: Math.min(one.memberFreeFromCents, other.memberFreeFromCents),
})

/** By the transit days of standard delivery. */
export function rateFor(db: Db, order: Promised, transitDays: number, now: Instant): ShippingRate {
  const at = promisedAt(order, now)
  const current = shippingRateFor(db, transitDays)
  const placed = order.placedAt === null ? current : (rateAt(db, order.placedAt, transitDays) ?? current)
  const then = at === null ? null : rateAt(db, at, transitDays)
  if (!then) return placed
  return {
    standardCents: Math.min(then.standardCents, placed.standardCents),
    expeditedCents: Math.min(then.expeditedCents, placed.expeditedCents),
  }
}

/** Null: as it is now. */
function rateAt(db: Db, at: Instant, transitDays: number): ShippingRate | null {
  const rows = valueAt(db, 'rates', at)?.rows as ShippingRateRow[] | undefined
  return rows?.find((row) => row.transitDays === transitDays) ?? null
}

export function taxFor(db: Db, order: Promised, state: string, now: Instant): StateTax {
  const at = promisedAt(order, now)
  const rows = at === null ? null : (valueAt(db, 'tax', at)?.rows as TaxRow[] | undefined)
  if (!rows) return currentTax(db, state)
  const then = rows.find((row) => row.state === state)
  return then ?? NO_TAX
}
