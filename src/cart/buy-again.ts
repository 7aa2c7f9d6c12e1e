import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { offers, orderLines, varieties } from '#db/schema/index.ts'
import { earlyUntil } from '../catalog/early-until.ts'
import type { Instant } from '../day.ts'
import type { CartOwner } from '../orders/open-order.ts'
import { shortageSentence } from '../orders/rules.ts'
import type { Random } from '../tokens.ts'
import { addToCart, type CartChange } from './cart.ts'
import { isWithheld } from './withheld.ts'

/** `limits`: sentences about items of which the order had more than the box can have now. */
export type Refill = { added: number; missing: string[]; limits: string[]; isBeingPaid: boolean }

/** At today's prices. Leaves out what is sold out, or isn't sold to them, and adds what is left of the rest. */
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
  const refill: Refill = { added: 0, missing: [], limits: [], isBeingPaid: false }
  for (const { offer, quantity, name, ...sale } of lines) {
    const item = `${name}, ${offer.label}`
    const change = isWithheld(deps.db, sale, owner) ? null : await addToCart(deps, owner, offer, quantity)
    if (change?.ok) refill.added += quantity
    else if (change?.reason === 'being_paid') return { ...refill, isBeingPaid: true }
    else if (change && isLimit(change)) {
      const rest = change.limit - change.quantity
      const isAdded = rest > 0 && (await addToCart(deps, owner, offer, rest)).ok
      if (isAdded) refill.added += rest
      refill.limits.push(limitSentence(item, change))
    } else refill.missing.push(item)
  }
  return refill
}

type Refused = Extract<CartChange, { ok: false }>

const isLimit = ({ reason, limit }: Refused): boolean =>
  limit > 0 && (reason === 'not_enough' || reason === 'above_maximum')

const limitSentence = (item: string, { reason, limit }: Refused): string =>
  reason === 'not_enough'
    ? shortageSentence(item, limit)
    : `A box can hold up to ${limit.toLocaleString('en-US')} of ${item}.`
