import { asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { claims, fulfillmentCenters } from '#db/schema/index.ts'
import { type ClaimFacts, factsOf } from '../claims/claims.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'

export const CLAIMS_PER_PAGE = 25

export type ClaimState = 'open' | 'answered'
export type ClaimRow = ClaimFacts & { identifier: string; orderToken: string; center: string | null }
export type ClaimList = ReturnType<typeof listClaims>

/** Those that wait longest first; answered ones newest first. */
export function listClaims(db: Db, state: ClaimState, page: number) {
  const which = state === 'open' ? isNull(claims.answeredAt) : isNotNull(claims.answeredAt)
  const total = db.select({ total: count() }).from(claims).where(which).get()?.total ?? 0
  const rows = db
    .select()
    .from(claims)
    .where(which)
    .orderBy(state === 'open' ? asc(claims.createdAt) : desc(claims.answeredAt))
    .limit(CLAIMS_PER_PAGE)
    .offset((page - 1) * CLAIMS_PER_PAGE)
    .all()
    .map((claim) => rowOf(db, factsOf(db, claim)))
  return { rows, total, page, pages: Math.max(1, Math.ceil(total / CLAIMS_PER_PAGE)) }
}

export function rowOf(db: Db, claim: ClaimFacts): ClaimRow {
  const center = db
    .select({ name: fulfillmentCenters.name })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, claim.fcId ?? 0))
    .get()
  const { identifier, token } = orderById(db, claim.orderId)
  return { ...claim, identifier, orderToken: token, center: center?.name ?? null }
}

export type ClaimCounts = { title: string; rows: { name: string; claims: number }[] }[]

const COUNTED_DAYS = 365

/** Where the claims of the last year come from, the most frequent first. */
export function countClaims(db: Db, now: Instant): ClaimCounts {
  const since = now - COUNTED_DAYS * DAY_MS
  const top = (name: ReturnType<typeof sql>, from: ReturnType<typeof sql>) =>
    db.all<{ name: string; claims: number }>(sql`
      select ${name} as name, count(distinct claims.id) as claims from ${from}
      where claims.created_at >= ${since} group by 1 order by 2 desc, 1 limit 10`)
  // A cross join keeps its order: the year's claims first, not all lines.
  const lines = sql`claims cross join claim_lines on claim_id = claims.id
    inner join order_lines on order_lines.id = order_line_id inner join offers on offers.id = offer_id
    inner join varieties on varieties.id = variety_id inner join farms on farms.id = farm_id`
  const centers = sql`claims left join fulfillment_centers on fulfillment_centers.id = fc_id`
  return [
    { title: 'Carrier', rows: top(sql`coalesce(carrier, 'Not known')`, sql`claims`) },
    { title: 'Center', rows: top(sql`coalesce(fulfillment_centers.name, 'Not known')`, centers) },
    { title: 'Farm', rows: top(sql`farms.name`, lines) },
    { title: 'Cut', rows: top(sql`varieties.name`, lines) },
  ]
}

export const openClaimCount = (db: Db): number =>
  db.select({ total: count() }).from(claims).where(isNull(claims.answeredAt)).get()?.total ?? 0
