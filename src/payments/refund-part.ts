import { eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Order, payments } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { endRefunded } from '../orders/deliver-order.ts'
import { keptForCards } from '../pricing/bought-cards.ts'
import { returnGiftCents } from '../pricing/gift-cards.ts'
import { leftToGive } from './left-to-give.ts'
import { keptPayments } from './payments.ts'
import { orderShares, sharesOf } from './refund-order.ts'
import { oweParts, partsOf } from './refunds.ts'

export type PartRefund =
  | { ok: true; cardCents: number; heldCents: number; giftCents: number }
  | { ok: false; code: 'bank_decides' | 'more_than_left' }

/**
 * Gives back some of a box that arrived, to the card as far as it paid and the rest to the gift cards. Its price stays;
 * once nothing is left of it, the order is refunded.
 */
export function refundPart(tx: DurableTx, order: Order, amountCents: number, now: Instant): PartRefund {
  const shares = orderShares(tx, order.id)
  const leftCents = shares.cardCents + shares.giftCents
  const mayGiveCents = leftToGive(tx, order.id)
  if (mayGiveCents === null) return { ok: false, code: 'bank_decides' }
  if (amountCents > mayGiveCents) return { ok: false, code: 'more_than_left' }
  const cardCents = Math.min(amountCents, shares.cardCents)
  const giftCents = amountCents - cardCents
  const kept = keptPayments(tx, order.id)
  const parts = partsOf(kept, cardCents, (payment) => sharesOf(tx, payment).cardCents)
  const heldCents = oweParts(tx, parts, 'staff', now)
  const given = { ok: true, cardCents, heldCents, giftCents } as const
  // Before the order, whose `updatedAt` stays: farms' and shop's books take the time of the first change.
  if (giftCents > 0) returnGiftCents(tx, { ...order, version: order.version + 1 }, giftCents, now)
  const changed = advanceOrder(tx, order, { state: order.state, updatedAt: order.updatedAt })
  if (amountCents < leftCents || shares.lostCents > 0) return given
  if (keptForCards(tx, order.id) > 0) return given // its payment still pays for them
  for (const { id } of kept) tx.update(payments).set({ status: 'refunded' }).where(eq(payments.id, id)).run()
  endRefunded(tx, changed, now)
  return given
}
