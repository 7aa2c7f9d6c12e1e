import { eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Membership, type Order, orders, type StoredCard, type User } from '#db/schema/index.ts'
import { recordEvent } from '../analytics/events.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { agreementOf } from '../orders/agreement.ts'
import { beginMembership, membershipOfOrder } from '../orders/memberships.ts'
import { orderById } from '../orders/orders.ts'
import { recordConsent } from '../orders/recurring.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { chargeableCard, isExpired } from '../payments/account-cards.ts'
import { storedCardOf } from '../payments/cards.ts'
import { mailMembershipBegun } from './begun-mail.tsx'
import { type Planning, planNextBox } from './boxes.ts'
import { findFreeItem, rememberFreeItem } from './choose-free-item.ts'
import { memberPrice, type UpgradeProblem, upgradeProblem } from './upgrade-quote.ts'

export type UpgradeRequest = {
  period: RenewPeriod
  /** '' takes the card that paid, if it is kept, else the account's default. */
  cardId: string
  /** What the page said a box costs; null from a script that showed none. */
  shownCents: number | null
  words: string
  /** The free item of the next boxes; '' leaves it to us. */
  promotionId: string
}

export type Upgrade =
  | { ok: true; membership: Membership }
  | { ok: false; reason: UpgradeProblem | 'no_card' | 'price_changed' | 'unknown_free_item' }

/** The request is the consent to later charges. Nothing is charged now, and sending it twice begins one membership. */
export const upgradeOrder = (
  db: Db,
  orderId: number,
  user: User,
  request: UpgradeRequest,
  planning: Planning,
): Promise<Upgrade> =>
  durably(db, (tx): Upgrade => {
    const { now } = planning
    const order = orderById(tx, orderId)
    const begun = membershipOfOrder(tx, orderId)
    if (begun && isRepeated(tx, order, begun, request)) return { ok: true, membership: begun }
    const problem = upgradeProblem(tx, order, now)
    if (problem) return { ok: false, reason: problem }
    const priceCents = memberPrice(tx, order)
    if (request.shownCents !== null && request.shownCents !== priceCents)
      return { ok: false, reason: 'price_changed' }
    if (request.promotionId !== '' && !findFreeItem(tx, request.promotionId))
      return { ok: false, reason: 'unknown_free_item' }
    const card = cardFor(tx, order, user, request.cardId, now)
    if (!card) return { ok: false, reason: 'no_card' }
    return { ok: true, membership: begin(tx, order, card, { ...request, priceCents }, planning) }
  })

/** The same words were agreed to at the same frequency. */
const isRepeated = (tx: DurableTx, order: Order, begun: Membership, { period, words }: UpgradeRequest) =>
  begun.state !== 'canceled' && begun.renewPeriodType === period && agreementOf(tx, order)?.words === words

function cardFor(tx: DurableTx, order: Order, user: User, cardId: string, now: Instant): StoredCard | null {
  if (cardId !== '') return chargeableCard(tx, user, cardId, now)
  const card = storedCardOf(tx, order)
  return card && !isExpired(card, now) ? card : null
}

function begin(
  tx: DurableTx,
  { id, token }: Order,
  card: StoredCard,
  { period, words, priceCents, promotionId }: UpgradeRequest & { priceCents: number },
  planning: Planning,
): Membership {
  const { now } = planning
  tx.update(orders)
    .set({ recurring: true, renewPeriodType: period, updatedAt: now })
    .where(eq(orders.id, id))
    .run()
  const order = orderById(tx, id)
  recordConsent(tx, order, { words, priceCents }, now)
  beginMembership(tx, order, now, card.id)
  const { id: membershipId } = begunBy(tx, id)
  rememberFreeItem(tx, membershipId, promotionId, now)
  planNextBox(tx, begunBy(tx, id), planning)
  const properties = {
    order_token: token,
    renew_period_type: period,
    value: priceCents / 100,
    currency: 'usd',
  }
  recordEvent(tx, {
    key: `order_upgraded:${token}`,
    name: 'order_upgraded_to_subscription',
    properties,
    at: now,
  })
  const key = `mail_membership_begun:${membershipId}`
  enqueue(tx, mailMembershipBegun, { membershipId }, { key, now })
  return begunBy(tx, id)
}

function begunBy(tx: DurableTx, orderId: number): Membership {
  const membership = membershipOfOrder(tx, orderId)
  if (!membership) throw new Error(`order ${orderId} began no membership`)
  return membership
}
