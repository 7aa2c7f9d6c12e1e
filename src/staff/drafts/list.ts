import { aliasedTable, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { draftOrders, orders, users } from '#db/schema/index.ts'
import type { DraftFilters } from './rules.ts'

export const DRAFTS_PER_PAGE = 50

const creators = aliasedTable(users, 'creators')

/** The newest first. Nothing is counted, so that no list gets slower. */
export function listDrafts(db: Db, { state, after }: DraftFilters) {
  const conditions: SQL[] = [
    ...(state === 'waiting' ? [sql`needs_approval and draft_orders.state in ('open', 'sent')`] : []),
    ...(state && state !== 'waiting' ? [sql`draft_orders.state = ${state}`] : []),
    ...(after ? [sql`(draft_orders.created_at, draft_orders.order_id) < (${after.at}, ${after.id})`] : []),
  ]
  const rows = db
    .select({ draft: draftOrders, order: orders, creator: creators })
    .from(draftOrders)
    .innerJoin(orders, eq(orders.id, draftOrders.orderId))
    .leftJoin(creators, eq(creators.id, draftOrders.createdById))
    .where(conditions.length === 0 ? undefined : sql.join(conditions, sql` and `))
    .orderBy(sql`draft_orders.created_at desc, draft_orders.order_id desc`)
    .limit(DRAFTS_PER_PAGE + 1)
    .all()
  const drafts = rows.slice(0, DRAFTS_PER_PAGE)
  const last = drafts.at(-1)
  const next =
    rows.length > DRAFTS_PER_PAGE && last ? { at: last.draft.createdAt, id: last.draft.orderId } : null
  return { drafts, next }
}

export type DraftRow = ReturnType<typeof listDrafts>['drafts'][number]
