import { and, eq } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import {
  type Membership,
  type MembershipBox,
  membershipBoxes,
  type Order,
  type StoredCard,
  storedCards,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { shortCents } from '../money.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { orderById } from '../orders/orders.ts'
import { prepareOrder } from '../orders/prepare.ts'
import { acceptPrices } from '../orders/readiness.ts'
import { isOpen } from '../orders/states.ts'
import { storedCardOf } from '../payments/cards.ts'
import { confirmCard } from '../payments/confirm.ts'
import { settleFree } from '../payments/finalize.ts'
import { ensureIntent } from '../payments/intents.ts'
import { chargesSince } from '../payments/money.ts'
import { isProviderTrouble, isTooFast } from '../payments/provider.ts'
import { orderTermsFor } from '../pricing/promised-terms.ts'
import type { Services } from '../services.ts'
import { nextTryAt, UNKNOWN_MS } from './box-moments.ts'
import { boxById, updateBox } from './boxes.ts'
import { type Outcome, recordOutcome } from './charge-outcome.ts'
import { replaceFreeItem } from './free-item.ts'
import { replaceGone } from './gone.ts'
import { orderOfBox, skipGone } from './move-box.ts'
import { announceBox } from './notices.ts'
import { membershipById } from './refusals.ts'
import { shortOfMinimum } from './short-of-minimum.ts'

/** Tries the kept card once. What the provider charges is settled like any payment, even if this process dies. */
export async function chargeBox(services: Services, boxId: number) {
  const begun = await durably(services.db, (tx) => beginTry(tx, boxId, services.clock.now()))
  if (!begun) return
  const outcome = await tryCard(services, begun)
  await durably(services.db, (tx) => recordOutcome(tx, boxId, outcome, services.clock.now()))
}

type Try = { box: MembershipBox; orderId: number; card: StoredCard | null }

/** Commits the try before the provider is called. @returns null when another process makes it, or nothing is left to charge */
function beginTry(tx: DurableTx, boxId: number, now: Instant): Try | null {
  const box = boxById(tx, boxId)
  const membership = membershipById(tx, box.membershipId)
  const order = orderOfBox(tx, box)
  if (box.state !== 'planned' || membership.state !== 'active' || box.waitUntil > now || !isOpen(order.state))
    return null
  if (box.remindedCents === null || waitsAfterRefund(tx, box, order, now)) return null
  const claimed = tx
    .update(membershipBoxes)
    .set({ waitUntil: now + UNKNOWN_MS, firstTriedAt: box.firstTriedAt ?? now })
    .where(and(eq(membershipBoxes.id, boxId), eq(membershipBoxes.waitUntil, box.waitUntil)))
    .run()
  if (claimed.changes === 0) return null
  if (!settleItems(tx, membership, box, order, now)) return null
  return { box, orderId: order.id, card: cardOf(tx, membership) }
}

/** A charge that couldn't place the box went back. It counts as a try, or each round would charge and refund again. */
function waitsAfterRefund(tx: DurableTx, box: MembershipBox, order: Order, now: Instant): boolean {
  const { id, tries, firstTriedAt } = box
  const refunded = firstTriedAt === null ? 0 : chargesSince(tx, order.id, firstTriedAt)
  if (refunded === 0) return false
  const again = nextTryAt({ tries: tries + refunded, firstTriedAt }, now, order)
  if (again !== null && again <= now) return false
  const wait =
    again === null ? { waitUntil: order.lockAt ?? now, tries: Math.max(1, tries) } : { waitUntil: again }
  updateBox(tx, id, wait, now)
  return true
}

/** @returns false if the box is skipped, because nothing is left that the member wants, or too little */
function settleItems(
  tx: DurableTx,
  membership: Membership,
  box: MembershipBox,
  order: Order,
  now: Instant,
): boolean {
  if (order.fcId === null) throw new Error(`order ${order.id} has no center`)
  const items = itemsOf(tx, order.id)
  acceptPrices(tx, items)
  const gone = replaceGone(tx, membership, order, order.fcId, now)
  const freeItem = gone.skip ? null : replaceFreeItem(tx, membership, order, now)
  const isShort = gone.soldOut.length > 0
  if (isShort) keepWanted(tx, box, items, now)
  if (isShort || freeItem) changeOpenOrder(tx, orderById(tx, order.id), now)
  if (gone.skip) return skipGone(tx, box, gone.soldOut, now)
  const { minimumCents } = orderTermsFor(tx, order, now)
  if (isShort && shortOfMinimum(itemsOf(tx, order.id), minimumCents) > 0)
    return skipGone(tx, box, [...gone.soldOut, leftTooSmall(minimumCents)], now)
  const sentences = freeItem ? [...gone.done, freeItem] : gone.done
  if (sentences.length > 0)
    announceBox(tx, box, { kind: 'changed', totalCents: box.remindedCents ?? 0, sentences }, now)
  return true
}

const leftTooSmall = (minimumCents: number) =>
  `That left your box below our ${shortCents(minimumCents)} minimum.`

/** What is gone this time comes again in the next box. A later try may find more of it gone. */
function keepWanted(tx: DurableTx, { id, wanted }: MembershipBox, items: OrderItem[], now: Instant) {
  if (wanted !== null) return
  updateBox(tx, id, { wanted: items.map(({ offerId, quantity }) => ({ offerId, quantity })) }, now)
}

/** The member's choice, else the first order's card. */
export function cardOf(db: Db, { cardId, firstOrderId }: Membership): StoredCard | null {
  const chosen =
    cardId === null ? null : db.select().from(storedCards).where(eq(storedCards.id, cardId)).get()
  return chosen ?? storedCardOf(db, orderById(db, firstOrderId))
}

async function tryCard(services: Services, { box, orderId, card }: Try): Promise<Outcome> {
  const { db, clock, config } = services
  const now = clock.now()
  const prepared = await prepareOrder(db, orderId, { now, holdSeconds: config.holdSeconds, agreed: true })
  if (!prepared.ok) return { outcome: 'refused', refusal: prepared.refusal }
  const totalCents = prepared.order.totalCents ?? 0
  if (totalCents > (box.remindedCents ?? 0)) return { outcome: 'above_reminder' }
  if (!card && totalCents > 0) return { outcome: 'no_card' }
  try {
    const intent = await ensureIntent(
      services,
      orderId,
      null,
      card?.providerCustomerId ?? null,
      isByWeight(db, orderId),
    )
    if (!intent.ok) return { outcome: 'refused', refusal: intent.refusal }
    if (intent.intentId === null || !card) return await payFree(services, orderId)
    const token = card.paymentMethodId
    return await confirmCard(services, orderId, {
      token,
      billing: {},
      customer: card.providerCustomerId,
      offSession: true,
    })
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    return { outcome: isTooFast(error) ? 'too_fast' : 'unknown' }
  }
}

/** What such a box costs is known once it is packed. A bundle's price is fixed (CWT-2). */
const isByWeight = (db: Db, orderId: number): boolean =>
  itemsOf(db, orderId).some(({ poundCents, bundledQuantity }) => poundCents !== null && bundledQuantity === 0)

async function payFree(services: Services, orderId: number): Promise<Outcome> {
  const free = await settleFree(services, orderId)
  return { outcome: free.ok ? 'paid' : 'unknown' }
}
