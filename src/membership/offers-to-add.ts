import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, type Order, offers, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { OrderItem } from '../orders/items.ts'
import { availableUnits } from '../stock/stock.ts'

export type OfferToAdd = {
  token: string
  name: string
  label: string
  farm: string
  picture: string | null
  priceCents: number
  /** The fewest that are sold. */
  quantity: number
}

const SHOWN = 6
/** Enough to find some that are in stock. */
const CANDIDATES = 60

/** In stock at the box's center and not in the box yet, one of each product; those of the box's kinds of meat first. */
export function offersToAdd(db: Db, order: Order, items: OrderItem[], now: Instant): OfferToAdd[] {
  const { fcId } = order
  if (fcId === null) return []
  const candidates = db
    .select({
      id: offers.id,
      token: offers.token,
      name: varieties.name,
      label: offers.label,
      farm: farms.name,
      pictures: varieties.pictures,
      priceCents: offers.priceCents,
      quantity: offers.minQuantity,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(
      and(
        eq(varieties.hidden, false),
        sql`${offers.id} = (select id from offers cheapest where cheapest.variety_id = ${varieties.id} order by price_cents, id limit 1)`,
        notInArray(offers.varietyId, varietiesOf(db, items)),
      ),
    )
    .orderBy(sql`${varieties.animal} not in (${animalsOf(order.id)})`, asc(offers.priceCents), offers.id)
    .limit(CANDIDATES)
    .all()
  return candidates
    .filter(({ id, quantity }) => availableUnits(db, id, fcId, now, order.id) >= quantity)
    .slice(0, SHOWN)
    .map(({ id: _, pictures, ...offer }) => ({ ...offer, picture: pictures[0] ?? null }))
}

const varietiesOf = (db: Db, items: OrderItem[]): number[] =>
  items.length === 0
    ? []
    : db
        .select({ id: varieties.id })
        .from(varieties)
        .where(sql`${varieties.slug} in ${items.map(({ slug }) => slug)}`)
        .all()
        .map(({ id }) => id)

const animalsOf = (orderId: number) =>
  sql`select v.animal from order_lines l join offers o on o.id = l.offer_id join varieties v on v.id = o.variety_id where l.order_id = ${orderId}`
