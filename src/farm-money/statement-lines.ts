import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { FarmEntryKind, Period } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

export type StatementLine = {
  id: number
  at: Instant
  order: string
  kind: FarmEntryKind
  variety: string | null
  offer: string | null
  /** Codes of the lots that were packed, or ''. */
  lots: string
  units: number
  grams: number
  soldCents: number
  feeCents: number
  adjusts: Period | null
  claimId: number | null
}

export const LINES_PER_PAGE = 100

const ofStatement = (farmId: number, period: Period, rest: SQL) => sql<StatementLine>`
  select e.id, e.at, o.identifier as "order", e.kind, v.name as variety, f.label as offer,
    coalesce((select group_concat(distinct l.code) from box_lots b join lots l on l.id = b.lot_id
      where b.order_id = e.order_id and b.offer_id = e.offer_id and b.packed > 0), '') as lots,
    e.units, e.grams, e.sold_cents as soldCents, e.fee_cents as feeCents, e.adjusts, e.claim_id as claimId
  from farm_entries e join orders o on o.id = e.order_id left join offers f on f.id = e.offer_id
    left join varieties v on v.id = f.variety_id
  where e.farm_id = ${farmId} and e.period = ${period} order by e.id ${rest}`

export const linesOf = (db: Db, farmId: number, period: Period, page: number): StatementLine[] =>
  db.all(ofStatement(farmId, period, sql`limit ${LINES_PER_PAGE} offset ${(page - 1) * LINES_PER_PAGE}`))

export const allLinesOf = (db: Db, farmId: number, period: Period): StatementLine[] =>
  db.all(ofStatement(farmId, period, sql``))

export const lineCount = (db: Db, farmId: number, period: Period): number =>
  db.get<{ n: number }>(sql`
    select count(*) as n from farm_entries where farm_id = ${farmId} and period = ${period}`).n
