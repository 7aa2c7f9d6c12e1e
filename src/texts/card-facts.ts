import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, orders, type TextSubscription, textMessages, type User } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { formatPhone } from '../delivery/rules.ts'
import { OPTED_OUT } from './failures.ts'
import { askedPhone, ofOrdersOf, subscriptionOf, type TextSubject, waitsForCode } from './subscriptions.ts'

/** What a page shows of delivery texts to someone who may change them. */
export type TextsCard = {
  scope: { userToken: string } | { orderToken: string; key: string | null }
  state: 'off' | 'pending' | 'on'
  /** '(206) 555-0142', or ''. */
  phone: string
  /** While a change to `phone` waits for its code: the number that gets the texts meanwhile. */
  keptPhone: string | null
  /** Until when the code works; null once it's used up or too late. */
  codeUntil: Instant | null
  /** Why the last code didn't reach the number that waits for it, or null. */
  codeFailure: 'opted_out' | 'failed' | null
  /** Why they are off, if their owner didn't turn them off here. */
  endedBy: 'stop' | 'failed' | null
  now: Instant
}

export const accountTexts = (db: Db, user: User, now: Instant): TextsCard =>
  card(db, subscriptionOf(db, { userId: user.id }), { userToken: user.token }, user.phone, now)

/** `sign_in`: a reader of the page who may not change them. `hidden`: there is nothing more to tell. */
export type OrderTexts = TextsCard | 'sign_in' | 'hidden'

/** An account's own page shows the account's texts, unless this order has its own; a guest's shows the order's. */
export function orderTexts(
  db: Db,
  order: Order,
  reader: { user: User | null; isOwn: boolean; key: string | null },
  now: Instant,
): OrderTexts {
  if (order.state === 'delivered') return 'hidden'
  if (!reader.isOwn && reader.key === null) return 'sign_in'
  const own = subscriptionOf(db, { orderId: order.id })
  const isAccounts = reader.user !== null && order.userId === reader.user.id
  if (isAccounts && reader.user && (own === null || own.state === 'off'))
    return accountTexts(db, reader.user, now)
  return card(db, own, { orderToken: order.token, key: reader.key }, order.deliveryPhone, now)
}

function card(
  db: Db,
  subscription: TextSubscription | null,
  scope: TextsCard['scope'],
  known: string | null,
  now: Instant,
): TextsCard {
  const { codeToken, codeExpiresAt, endReason, nextPhone = null } = subscription ?? {}
  const isAlive = codeToken && codeExpiresAt && codeExpiresAt > now
  const phone = endReason === 'failed' ? null : subscription ? askedPhone(subscription) : known
  return {
    scope,
    state: nextPhone === null ? (subscription?.state ?? 'off') : 'pending',
    keptPhone: nextPhone === null || !subscription ? null : formatPhone(subscription.phone),
    phone: phone ? formatPhone(phone) : '',
    codeUntil: isAlive ? codeExpiresAt : null,
    codeFailure: subscription && waitsForCode(subscription) ? codeFailure(db, subscription, now) : null,
    endedBy: endReason === 'stop' || endReason === 'failed' ? endReason : null,
    now,
  }
}

/** A code that still waited when it expired was never sent. */
function codeFailure(db: Db, subscription: TextSubscription, now: Instant): TextsCard['codeFailure'] {
  const { id, codeExpiresAt } = subscription
  const isLast = and(
    eq(textMessages.subscriptionId, id),
    eq(textMessages.kind, 'code'),
    eq(textMessages.phone, askedPhone(subscription)),
  )
  const text = db.select().from(textMessages).where(isLast).orderBy(desc(textMessages.id)).get()
  if (!text) return null
  const isUnsent = text.state === 'waiting' && (codeExpiresAt ?? 0) <= now
  if (!isUnsent && text.state !== 'failed' && text.state !== 'dropped') return null
  return text.errorCode === OPTED_OUT ? 'opted_out' : 'failed'
}

/** The number that gets an order's texts, and whether it's confirmed. */
export type OrderPhone = { phone: string; isConfirmed: boolean } | null

export function phoneForTexts(db: Db, subject: TextSubject): OrderPhone {
  const subscription = subscriptionOf(db, subject)
  if (!subscription || subscription.state === 'off') return null
  return { phone: subscription.phone, isConfirmed: subscription.state === 'on' }
}

/** Only a placed order can have texts of its own. */
export const orderPhoneForTexts = (
  db: Db,
  { id, userId, placedAt }: Pick<Order, 'id' | 'userId' | 'placedAt'>,
): OrderPhone =>
  (placedAt === null ? null : phoneForTexts(db, { orderId: id })) ??
  (userId === null ? null : phoneForTexts(db, { userId }))

/** Every subscription that a visitor may confirm with a code. */
export function subscriptionsOfVisitor(
  db: Db,
  { user, sessionHash }: { user: User | null; sessionHash: string },
  keyed: Order | null,
): TextSubscription[] {
  const whose = user ? eq(orders.userId, user.id) : eq(orders.sessionHash, sessionHash)
  const own = user ? subscriptionOf(db, { userId: user.id }) : null
  const byKey = keyed ? subscriptionOf(db, { orderId: keyed.id }) : null
  return [own, byKey, ...ofOrdersOf(db, whose)].filter((one) => one !== null)
}
