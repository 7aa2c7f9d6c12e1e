import { eq } from 'drizzle-orm'
import { type Order, orderLines, orders, ratingSums, users } from '#db/schema/index.ts'
import type { Day } from '#src/day.ts'
import { DAY_MS } from '#src/day.ts'
import { random } from '#src/tokens.ts'
import { signedIn } from './account.ts'
import { NOW } from './now.ts'
import { varietyIdOf } from './ratings.ts'
import { offerOf } from './shop-data.ts'
import { type World, world } from './world.ts'

export const RIBEYE = { vendor: 'three-larks-ranch', cut: 'grass-fed-ribeye' }
export const RIBEYE_PATH = `${RIBEYE.vendor}/${RIBEYE.cut}`

type Box = Partial<typeof orders.$inferInsert> & { slugs: string[] }

/** A shopper with an account who can get boxes delivered. */
export async function taster(shop?: World, email = 'mo@example.com') {
  const made = shop ?? (await world())
  const { db } = made
  const user = db
    .insert(users)
    .values({ token: random.token(), email, firstName: 'Mo', emailVerifiedAt: NOW, createdAt: NOW })
    .returning()
    .get()
  const mo = await signedIn(made, email)
  await mo.visit('/account')
  return { shop: made, db, user, mo, deliver: (box: Box) => deliverTo(made, user.id, box) }
}

/** Adds an order, delivered on November 12 unless the box says otherwise. */
export function deliverTo({ db }: Pick<World, 'db'>, userId: number | null, { slugs, ...over }: Box): Order {
  const order = db
    .insert(orders)
    .values({
      token: random.token(),
      identifier: `DW-${random.readable(8)}`,
      state: 'delivered',
      userId,
      email: 'mo@example.com',
      fcId: 1,
      deliveryName: 'Mo Lund',
      deliveryStreet1: '1 Pine St',
      deliveryCity: 'Seattle',
      deliveryState: 'WA',
      deliveryPostalCode: '98101',
      arrivalOn: '2026-11-12' as Day,
      shipOn: '2026-11-11' as Day,
      lockAt: NOW - 10 * DAY_MS,
      chargeAt: NOW - 11 * DAY_MS,
      itemsCents: 5_000,
      totalCents: 5_000,
      placedAt: NOW - 14 * DAY_MS,
      createdAt: NOW - 14 * DAY_MS,
      updatedAt: NOW - 8 * DAY_MS,
      ...over,
    })
    .returning()
    .get()
  for (const slug of slugs)
    db.insert(orderLines)
      .values({
        orderId: order.id,
        offerId: offerOf(db, slug).id,
        quantity: 1,
        priceCents: 5_000,
        addedAt: NOW,
      })
      .run()
  return order
}

/** A cut's stored rating sum. */
export const sumOf = ({ db }: Pick<World, 'db'>, slug: string) => {
  const sum = db
    .select()
    .from(ratingSums)
    .where(eq(ratingSums.varietyId, varietyIdOf(db, slug)))
    .get()
  return { buyers: sum?.buyers ?? 0, scoreSum: sum?.scoreSum ?? 0 }
}
