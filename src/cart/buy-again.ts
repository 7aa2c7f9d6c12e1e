import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { offers, orderLines, varieties } from '#db/schema/index.ts'
import { earlyUntil } from '../catalog/early-until.ts'
import type { Instant } from '../day.ts'
import type { CartOwner } from '../orders/open-order.ts'
import type { Random } from '../tokens.ts'
import { addToCart } from './cart.ts'
import { isWithheld } from './withheld.ts'

export type Refill = { added: number; missing: string[] }

/** At today's prices. Leaves out what is sold out, or isn't sold to them. */
export async function buyAgain(
  deps: { db: Db; random: Random; now: Instant },
  owner: CartOwner,
  orderId: number,
): Promise<Refill> {
  const lines = deps.db
    .select({
      offer: offers,
      quantity: orderLines.quantity,
      name: varieties.name,
      hidden: varieties.hidden,
      earlyUntil,
    })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id)
    .all()
  const refill: Refill = { added: 0, missing: [] }
  for (const { offer, quantity, name, ...sale } of lines) {
    const change = isWithheld(deps.db, sale, owner) ? null : await addToCart(deps, owner, offer, quantity)
    if (change?.ok) refill.added += quantity
    else refill.missing.push(`${name}, ${offer.label}`)
  }
  return refill
}
