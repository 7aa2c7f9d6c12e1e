import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type Db, durably, type Tx } from '#db/client.ts'
import { type StoredCard, storedCards } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { ensureDefaultCard } from './cards.ts'
import { unlessMissing } from './provider.ts'
import { isFirstDelivery } from './webhook-events.ts'

const CARD_EVENT = /^payment_method\.(automatically_updated|updated|detached)$/

/**
 * A bank renewed a kept card, or it was removed at the provider: then it's removed here too.
 * @returns false for an event of another kind
 */
export async function applyCardNews(
  { db, stripe, clock, wallClock }: Services,
  { id, type, data }: Stripe.Event,
): Promise<boolean> {
  if (!CARD_EVENT.test(type)) return false
  const methodId = idIn(data)
  if (methodId === null || !cardByMethod(db, methodId)) return true
  const method = await unlessMissing(() => stripe.paymentMethods.retrieve(methodId))
  await durably(db, (tx) => {
    const card = isFirstDelivery(tx, { id, type }, wallClock.now()) ? cardByMethod(tx, methodId) : null
    if (!card || !method) return
    if (method.customer) updateCard(tx, card, method.card, clock.now())
    else dropCard(tx, card)
  })
  return true
}

const WithId = z.object({ object: z.object({ id: z.string() }) })

/** A signed event can still have any shape. */
const idIn = (data: unknown): string | null => WithId.safeParse(data).data?.object.id ?? null

const cardByMethod = (db: Db, paymentMethodId: string): StoredCard | null =>
  db.select().from(storedCards).where(eq(storedCards.paymentMethodId, paymentMethodId)).get() ?? null

/** Members whose boxes need it are told by the next round (membership/watch-card.ts). */
function dropCard(tx: Tx, { id, userId }: StoredCard) {
  tx.delete(storedCards).where(eq(storedCards.id, id)).run()
  if (userId !== null) ensureDefaultCard(tx, userId)
}

/** A renewed card counts as just kept, so a box that waits for another card is tried with it. */
function updateCard(tx: Tx, { id }: StoredCard, card: Stripe.PaymentMethod['card'], keptAt: number) {
  if (!card) return
  const { brand, last4, exp_month: expMonth, exp_year: expYear, fingerprint } = card
  tx.update(storedCards)
    .set({ brand, last4, expMonth, expYear, fingerprint: fingerprint ?? null, keptAt })
    .where(eq(storedCards.id, id))
    .run()
}
