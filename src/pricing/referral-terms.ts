import { and, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orderPromotions, orders, type Promotion, savedAddresses, users } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { isKeptOrder } from './kept-orders.ts'
import type { PromotedOrder } from './promotions.ts'
import { REFERRALS_A_YEAR } from './referral-amounts.ts'

const YEAR_MS = 365 * DAY_MS

export type ReferralRefusal = 'referral_own' | 'referral_household' | 'referral_customer' | 'referral_limit'

/** Why a friend may not use a link: the links are for new customers of another household. */
export function referralRefusal(
  db: Db,
  { id: promotionId, referrerId }: Promotion,
  order: PromotedOrder,
  now: Instant,
): ReferralRefusal | null {
  if (referrerId === null) return null
  if (order.userId === referrerId) return 'referral_own'
  if (isOfHousehold(db, referrerId, order)) return 'referral_household'
  if (hasPhoneOrdered(db, order)) return 'referral_customer'
  return usesOfYear(db, promotionId, order.id, now) >= REFERRALS_A_YEAR ? 'referral_limit' : null
}

type Place = Pick<
  PromotedOrder,
  'id' | 'deliveryStreet1' | 'deliveryStreet2' | 'deliveryPostalCode' | 'deliveryPhone'
>

/** By where the account's boxes go and its phone. An unknown value is null, which never matches in SQL. */
export function isOfHousehold(db: Db, userId: number, place: Place): boolean {
  const { deliveryStreet1: street1, deliveryStreet2: street2, deliveryPostalCode: zip, deliveryPhone } = place
  const boxes = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        isNotNull(orders.placedAt),
        ne(orders.id, place.id),
        sql`(${orders.deliveryPhone} = ${deliveryPhone} or
          ${samePlace(orders.deliveryStreet1, orders.deliveryStreet2, orders.deliveryPostalCode)})`,
      ),
    )
    .limit(1)
    .get()
  const addresses = db
    .select({ id: savedAddresses.id })
    .from(savedAddresses)
    .where(
      and(
        eq(savedAddresses.userId, userId),
        sql`(${savedAddresses.phone} = ${deliveryPhone} or
          ${samePlace(savedAddresses.street1, savedAddresses.street2, savedAddresses.zip)})`,
      ),
    )
    .limit(1)
    .get()
  const phone = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.phone} = ${deliveryPhone}`))
    .get()
  return boxes !== undefined || addresses !== undefined || phone !== undefined

  function samePlace(...[first, second, code]: [unknown, unknown, unknown]) {
    return sql`(lower(${first}) = lower(${street1}) and lower(coalesce(${second}, '')) = lower(${street2 ?? ''})
      and ${code} = ${zip})`
  }
}

/** Whether an earlier box was delivered to this phone number, under any name. */
function hasPhoneOrdered(db: Db, { id, deliveryPhone }: PromotedOrder): boolean {
  if (deliveryPhone === null) return false
  const found = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.deliveryPhone, deliveryPhone),
        isNotNull(orders.placedAt),
        ne(orders.id, id),
        isKeptOrder,
      ),
    )
    .limit(1)
    .get()
  return found !== undefined
}

/** With those that boxes being paid hold, like `usesTaken`. */
function usesOfYear(db: Db, promotionId: number, exceptOrderId: number, now: Instant): number {
  const used = db
    .select({ count: sql<number>`count(*)` })
    .from(orderPromotions)
    .where(
      and(
        eq(orderPromotions.promotionId, promotionId),
        or(gt(orderPromotions.usedAt, now - YEAR_MS), gt(orderPromotions.heldUntil, now)),
        ne(orderPromotions.orderId, exceptOrderId),
      ),
    )
    .get()
  return used?.count ?? 0
}
