import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Claim, claimLines, claimPhotos, claims, type Order } from '#db/schema/index.ts'
import { acceptedCents, itemsOf, type OrderItem } from '../orders/items.ts'
import { packedLots } from '../orders/packed-lots.ts'
import { isGiftBox } from '../pricing/bought-cards.ts'

/** With what it is about. Photos are only named. */
export type ClaimFacts = Claim & { lines: OrderItem[]; photos: string[]; isGiftBox: boolean }

export type ClaimableLine = OrderItem & {
  /** For all its units: a bundle's have a share of its price. */
  acceptedCents: number
  lots: string[]
  isClaimed: boolean
}

/** Oldest first. */
export function claimsOf(db: Db, orderId: number): ClaimFacts[] {
  const rows = db.select().from(claims).where(eq(claims.orderId, orderId)).orderBy(asc(claims.id)).all()
  return rows.map((claim) => factsOf(db, claim))
}

export function claimById(db: Db, id: number): ClaimFacts | null {
  const claim = db.select().from(claims).where(eq(claims.id, id)).get()
  return claim ? factsOf(db, claim) : null
}

export function factsOf(db: Db, claim: Claim): ClaimFacts {
  const about = db
    .select({ id: claimLines.orderLineId })
    .from(claimLines)
    .where(eq(claimLines.claimId, claim.id))
    .all()
    .map(({ id }) => id)
  const photos = db
    .select({ token: claimPhotos.token })
    .from(claimPhotos)
    .where(eq(claimPhotos.claimId, claim.id))
    .orderBy(asc(claimPhotos.id))
    .all()
    .map(({ token }) => token)
  const lines = itemsOf(db, claim.orderId).filter(({ id }) => about.includes(id))
  return { ...claim, lines, photos, isGiftBox: isGiftBox(db, claim.orderId) }
}

export function claimableLines(db: Db, order: Order): ClaimableLine[] {
  const items = itemsOf(db, order.id)
  const lots = packedLots(db, order)
  const claimed = claimedIds(
    db,
    items.map(({ id }) => id),
  )
  return items.map((item) => ({
    ...item,
    acceptedCents: acceptedCents(item),
    lots: (lots.get(item.offerId) ?? []).map(({ code }) => code),
    isClaimed: claimed.has(item.id),
  }))
}

export const claimedIds = (db: Db, lineIds: number[]): Set<number> =>
  new Set(
    db
      .select({ id: claimLines.orderLineId })
      .from(claimLines)
      .where(inArray(claimLines.orderLineId, lineIds))
      .all()
      .map(({ id }) => id),
  )

/** Of a claim on this order only: a photo's name alone opens nothing. */
export const photoOf = (db: Db, orderId: number, token: string): Buffer | null =>
  db
    .select({ bytes: claimPhotos.bytes, orderId: claims.orderId })
    .from(claimPhotos)
    .innerJoin(claims, eq(claims.id, claimPhotos.claimId))
    .where(eq(claimPhotos.token, token))
    .all()
    .find((photo) => photo.orderId === orderId)?.bytes ?? null
