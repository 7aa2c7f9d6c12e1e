import { and, eq } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { type BoughtGiftCard, boughtGiftCards } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import {
  type CartOwner,
  changeOpenOrder,
  createCart,
  findCart,
  isPaymentInFlight,
} from '../orders/open-order.ts'
import { boughtCardsOf } from '../pricing/bought-cards.ts'
import type { Random } from '../tokens.ts'

type NewCard = Pick<
  BoughtGiftCard,
  'amountCents' | 'deliveryMethod' | 'recipientEmail' | 'senderName' | 'senderEmail' | 'message' | 'sendOn'
> & { quantity: number; buyerState: string | null }

export type CardAdded = { ok: true } | { ok: false; reason: 'being_paid' | 'cart_full' }

type Deps = { db: Db; random: Random; now: Instant }

/** Each card is a line of its own, since each will have its own code. */
export function addGiftCards(
  { db, random, now }: Deps,
  owner: CartOwner,
  { quantity, ...card }: NewCard,
  limit: number,
): Promise<CardAdded> {
  return quickly(db, (tx): CardAdded => {
    const cart = findCart(tx, owner)
    if (cart && isPaymentInFlight(cart, now)) return { ok: false, reason: 'being_paid' }
    if (cart && boughtCardsOf(tx, cart.id).length + quantity > limit)
      return { ok: false, reason: 'cart_full' }
    const order = cart ?? createCart(tx, owner, { random, now })
    for (let index = 0; index < quantity; index += 1)
      tx.insert(boughtGiftCards)
        .values({ ...card, token: random.token(), orderId: order.id, addedAt: now })
        .run()
    changeOpenOrder(tx, order, now)
    return { ok: true }
  })
}

export type CardRemoved = { ok: true } | { ok: false; reason: 'being_paid' | 'unknown' }

export function removeGiftCardLine({ db, now }: Deps, owner: CartOwner, token: string): Promise<CardRemoved> {
  return quickly(db, (tx): CardRemoved => {
    const cart = findCart(tx, owner)
    const line = cart && boughtCardsOf(tx, cart.id).find((card) => card.token === token)
    if (!cart || !line) return { ok: false, reason: 'unknown' }
    if (isPaymentInFlight(cart, now)) return { ok: false, reason: 'being_paid' }
    tx.delete(boughtGiftCards)
      .where(and(eq(boughtGiftCards.id, line.id), eq(boughtGiftCards.orderId, cart.id)))
      .run()
    changeOpenOrder(tx, cart, now)
    return { ok: true }
  })
}
