import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { holds, offers, orders, varieties } from '#db/schema/index.ts'
import { type Instant, MINUTE_MS } from '../day.ts'
import { cachedRead, shopPosition } from '../read-cache.ts'
import type { VisitorKey } from '../web/env.ts'
import { freeUnits } from './free-units.ts'
import { type Elsewhere, MAX_WEIGHTS, type StockState, stockState } from './rules.ts'
import { productStockMark } from './stock-marks.ts'

type View = { slug: string; fcId: number | null; now: Instant }

type Hold = { token: string; quantity: number; expiresAt: Instant } & Owner
type Owner = { orderId: number; sessionHash: string | null; userId: number | null }

export type LiveStock = {
  weights: { token: string; free: number; minQuantity: number; maxQuantity: number }[]
  holds: Hold[]
}

export type WeightStock = { token: string; stock: StockState; max: number; elsewhere: Elsewhere | null }

export function liveStock(db: Db, view: View): LiveStock {
  const position = shopPosition(db)
  return cachedRead(
    db,
    `live stock of ${view.slug} from ${view.fcId}`,
    () => ({ weights: statements(db).weights.all(view), holds: statements(db).held.all(view) }),
    productStockMark(db, view.slug, view.now, position),
    position,
  )
}

/** The stock as one visitor sees it. Their own holds don't count as being in another box. */
export function stockForVisitor(
  { weights, holds: held }: LiveStock,
  visitor: VisitorKey,
  now: Instant,
): WeightStock[] {
  const others = held.filter((hold) => !isOwn(hold, visitor))
  return weights.map(({ token, free, minQuantity, maxQuantity }) => ({
    token,
    stock: stockState(free, minQuantity),
    max: Math.min(maxQuantity, free),
    elsewhere: inOtherBoxes(
      others.filter((hold) => hold.token === token),
      now,
    ),
  }))
}

/** When the page goes stale with no action by anyone: a hold ends, or the minutes left on one tick down. */
export function nextStockChange({ holds: held }: LiveStock, now: Instant): Instant {
  const changes = held.map(({ expiresAt }) => expiresAt - (minutesUntil(expiresAt, now) - 1) * MINUTE_MS)
  return Math.min(Number.POSITIVE_INFINITY, ...changes)
}

const minutesUntil = (at: Instant, now: Instant) => Math.ceil((at - now) / MINUTE_MS)

function inOtherBoxes(held: Hold[], now: Instant): Elsewhere | null {
  if (held.length === 0) return null
  return {
    units: held.reduce((sum, { quantity }) => sum + quantity, 0),
    boxes: new Set(held.map(({ orderId }) => orderId)).size,
    minutes: minutesUntil(Math.min(...held.map(({ expiresAt }) => expiresAt)), now),
  }
}

function isOwn({ sessionHash, userId }: Owner, visitor: VisitorKey): boolean {
  return userId === null ? sessionHash === visitor.sessionHash : userId === visitor.user?.id
}

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  weights: db
    .select({
      token: offers.token,
      minQuantity: offers.minQuantity,
      maxQuantity: offers.maxQuantity,
      free: freeUnits(sql`offers.id`),
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(and(eq(varieties.slug, placeholder('slug')), eq(varieties.hidden, false)))
    .orderBy(asc(offers.position))
    .limit(MAX_WEIGHTS)
    .prepare(),
  held: db
    .select({
      token: offers.token,
      quantity: holds.quantity,
      expiresAt: holds.expiresAt,
      orderId: orders.id,
      sessionHash: orders.sessionHash,
      userId: orders.userId,
    })
    .from(varieties)
    .innerJoin(offers, eq(offers.varietyId, varieties.id))
    .innerJoin(holds, eq(holds.offerId, offers.id))
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .where(
      and(
        eq(varieties.slug, placeholder('slug')),
        gt(holds.expiresAt, placeholder('now')),
        sql`(${placeholder('fcId')} is null or ${holds.fcId} = ${placeholder('fcId')})`,
      ),
    )
    .prepare(),
}))
