import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orderLines, orders, ratings, users, varieties } from '#db/schema/index.ts'
import { random } from '#src/tokens.ts'
import { NOW } from './now.ts'
import { offerOf } from './shop-data.ts'

/** Rates a variety, each score from a different buyer who received it. @returns the buyers' ids */
export const rate = (db: Db, slug: string, scores: number[]): number[] =>
  scores.map((score) => {
    const { userId, orderLineId, varietyId } = buyerOf(db, slug)
    db.insert(ratings).values({ userId, varietyId, orderLineId, score, ratedAt: NOW }).run()
    return userId
  })

/** A user with an account who received a variety. */
export function buyerOf(db: Db, slug: string) {
  const name = random.token()
  const user = db
    .insert(users)
    .values({ token: name, email: `${name.toLowerCase()}@example.com`, createdAt: NOW })
    .returning()
    .get()
  const order = db
    .insert(orders)
    .values({
      token: name,
      identifier: `DW-${name}`,
      state: 'delivered',
      userId: user.id,
      totalCents: 0,
      placedAt: NOW,
      createdAt: NOW,
      updatedAt: NOW,
    })
    .returning()
    .get()
  const offer = offerOf(db, slug)
  const line = { orderId: order.id, offerId: offer.id, quantity: 1, priceCents: 1, addedAt: NOW }
  const { id: orderLineId } = db.insert(orderLines).values(line).returning().get()
  return { userId: user.id, orderId: order.id, orderLineId, varietyId: offer.varietyId }
}

/** Deletes the demo's ratings. */
export const withoutRatings = (db: Db) => void db.delete(ratings).run()

export const varietyIdOf = (db: Db, slug: string): number =>
  db.select().from(varieties).where(eq(varieties.slug, slug)).get()!.id
