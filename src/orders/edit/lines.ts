import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type BoxLine, type EditWish, farms, offers, varieties } from '#db/schema/index.ts'
import { isFree } from '../../pricing/total.ts'
import { itemsOf } from '../items.ts'

/** A line of the box as it would be. What is in it keeps the price that was paid; what is new has today's. */
export type EditLine = BoxLine & {
  token: string
  farm: string
  todayCents: number
  pictures: string[]
  minQuantity: number
  maxQuantity: number
  hidden: boolean
  bundledQuantity: number
  bundledCents: number
  /** By the scale, once it's packed. */
  packedGrams: number | null
}

/** Null: one of the offers doesn't exist. */
export function editedLines(db: Db, orderId: number, items: EditWish['items']): EditLine[] | null {
  const wanted = new Map(items.map(({ token, quantity }) => [token, quantity]))
  const lines = itemsOf(db, orderId).map((item): EditLine => {
    const to = wanted.get(item.token) ?? item.quantity
    const paid = { priceCents: item.seenPriceCents, poundCents: item.seenPoundCents }
    const line = { ...item, ...paid, todayCents: item.priceCents, from: item.quantity, to }
    return isFree(line) ? { ...line, maxQuantity: line.from } : line // less of it, never more
  })
  const known = new Set(lines.map(({ token }) => token))
  const added = [...wanted].filter(([token, quantity]) => !known.has(token) && quantity > 0)
  const offersByToken = added.map(([token, to]) => {
    const offer = offerStatement(db).get({ token })
    return offer && { ...offer, ...UNBUNDLED, todayCents: offer.priceCents, packedGrams: null, from: 0, to }
  })
  const found = offersByToken.filter((line) => line !== undefined)
  return found.length === added.length ? [...lines, ...found] : null
}

const UNBUNDLED = { bundledQuantity: 0, bundledCents: 0 }

const offerStatement = oncePerDatabase((db) =>
  db
    .select({
      offerId: offers.id,
      token: offers.token,
      label: offers.label,
      priceCents: offers.priceCents,
      poundCents: offers.poundCents,
      minQuantity: offers.minQuantity,
      maxQuantity: offers.maxQuantity,
      name: varieties.name,
      pictures: varieties.pictures,
      hidden: varieties.hidden,
      farm: farms.name,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(offers.token, sql.placeholder('token')))
    .prepare(),
)
