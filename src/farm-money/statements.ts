import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase } from '#db/client.ts'
import {
  type FarmEntryKind,
  type FarmStatement,
  farmEntries,
  farmPayouts,
  farmStatements,
  type Period,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import { periodOf } from './periods.ts'
import { postSome } from './post.ts'
import { lacksTerms } from './terms.ts'

export type Sums = {
  soldCents: number
  refundedCents: number
  shortCents: number
  weightCents: number
  givenCents: number
  claimCents: number
  feeCents: number
  carriedCents: number
  owedCents: number
}

export type Statement = Sums & {
  farmId: number
  period: Period
  /** Null while it is open. */
  closed: { id: number; at: Instant } | null
  paidCents: number
}

const COLUMN_OF = {
  sold: 'soldCents',
  refunded: 'refundedCents',
  short: 'shortCents',
  weight: 'weightCents',
  given: 'givenCents',
  claim: 'claimCents',
} as const satisfies Record<FarmEntryKind, keyof Sums>

type KindSum = { kind: FarmEntryKind; soldCents: number; feeCents: number }

/** An open one changes with its orders. A closed one is as it was closed. */
export function statementOf(db: Db, farmId: number, period: Period): Statement {
  const row = statements(db).closed.get({ farmId, period })
  if (row) return closedStatement(db, row)
  const kinds = statements(db).sums.all({ farmId, period })
  return openStatement(farmId, period, kinds, carriedInto(db, farmId, period))
}

export function openStatement(
  farmId: number,
  period: Period,
  kinds: readonly KindSum[],
  carriedCents: number,
): Statement {
  const sums = { ...NO_SUMS, carriedCents, owedCents: carriedCents }
  for (const { kind, soldCents, feeCents } of kinds) {
    sums[COLUMN_OF[kind]] += soldCents
    sums.feeCents += feeCents
    sums.owedCents += soldCents - feeCents
  }
  return { ...sums, farmId, period, closed: null, paidCents: 0 }
}

const NO_SUMS = Object.fromEntries(
  [...Object.values(COLUMN_OF), 'feeCents'].map((column) => [column, 0]),
) as Omit<Sums, 'carriedCents' | 'owedCents'>

export function closedStatement(db: Db, { id, closedAt, ...sums }: FarmStatement): Statement {
  return { ...sums, closed: { id, at: closedAt }, paidCents: paidCents(db, id) }
}

export const paidCents = (db: Db, statementId: number): number =>
  statements(db).paid.get({ statementId })?.cents ?? 0

/** What a farm owes is carried over to its next statement, once. An empty month before a closed one gets none, and owes nothing. */
export function carriedInto(db: Db, farmId: number, period: Period): number {
  const last = db
    .select({ period: farmStatements.period, owedCents: farmStatements.owedCents })
    .from(farmStatements)
    .where(eq(farmStatements.farmId, farmId))
    .orderBy(desc(farmStatements.period))
    .limit(1)
    .get()
  const open = lastOpenPeriod(db, farmId, last?.period ?? '', period)
  if (open) return Math.min(0, statementOf(db, farmId, open).owedCents)
  return last && last.period < period ? Math.min(0, last.owedCents) : 0
}

/** Of the months between these two that have entries. After the last closed one, all are open. */
const lastOpenPeriod = (db: Db, farmId: number, after: Period, before: Period): Period | null =>
  statements(db).lastOpen.get({ farmId, after, before })?.period ?? null

export type Closed =
  | { ok: true; statement: Statement; isNew: boolean }
  | { ok: false; code: 'not_over' | 'empty' | 'earlier_open' | 'no_terms' | 'busy' }
  | { ok: false; code: 'uncounted'; identifiers: string[] }
  | { ok: false; code: 'changed' | 'closed_before'; statement: Statement }

/** What changed since `postOrders`, which comes first. More than a slice of changes in that moment is a busy shop. */
const MAX_POSTED = 10

/**
 * Freezes a month that is over, with every change until now. What changes one of its orders later goes to the next open
 * month. @param seenCents what the page said was owed
 */
export function closeStatement(
  tx: DurableTx,
  farmId: number,
  period: Period,
  { seenCents, now, log }: { seenCents: number; now: Instant } & Pick<Services, 'log'>,
): Closed {
  const known = statements(tx).closed.get({ farmId, period })
  if (known) return closedAlready(closedStatement(tx, known), seenCents)
  if (period >= periodOf(now)) return { ok: false, code: 'not_over' }
  const failed = new Set<number>()
  const isBusy = postSome(tx, { log }, MAX_POSTED, failed)
  const identifiers = ordersWith(tx, farmId, failed)
  if (identifiers.length > 0) return { ok: false, code: 'uncounted', identifiers }
  if (isBusy) return { ok: false, code: 'busy' }
  if (statements(tx).sums.all({ farmId, period }).length === 0) return { ok: false, code: 'empty' }
  if (firstOpenPeriod(tx, farmId, period)) return { ok: false, code: 'earlier_open' }
  if (lacksTerms(tx, farmId, period)) return { ok: false, code: 'no_terms' }
  const { closed, paidCents: _, ...sums } = statementOf(tx, farmId, period)
  if (sums.owedCents !== seenCents)
    return { ok: false, code: 'changed', statement: { ...sums, closed, paidCents: 0 } }
  const row = tx
    .insert(farmStatements)
    .values({ ...sums, closedAt: now })
    .returning()
    .get()
  return { ok: true, statement: closedStatement(tx, row), isNew: true }
}

/** Which of these orders have packs of the farm, or had. Without them it would be paid too little, or too much. */
const ordersWith = (db: Db, farmId: number, orderIds: Set<number>): string[] =>
  db
    .all<{ identifier: string }>(sql`
      select identifier from orders where id in (select value from json_each(${JSON.stringify([...orderIds])}))
        and (exists (select 1 from farm_entries where order_id = orders.id and farm_id = ${farmId})
          or exists (select 1 from order_lines inner join offers on offers.id = offer_id
            inner join varieties on varieties.id = variety_id
            where order_id = orders.id and farm_id = ${farmId}))`)
    .map(({ identifier }) => identifier)

const closedAlready = (statement: Statement, seenCents: number): Closed =>
  statement.owedCents === seenCents
    ? { ok: true, statement, isNew: false }
    : { ok: false, code: 'closed_before', statement }

/** An open month before this one that has entries. */
export const firstOpenPeriod = (db: Db, farmId: number, before: Period): Period | null =>
  db.get<{ period: Period } | undefined>(sql`
    select period from farm_entries where farm_id = ${farmId} and period < ${before} and not exists (
      select 1 from farm_statements
      where farm_id = farm_entries.farm_id and farm_statements.period = farm_entries.period)
    order by period limit 1`)?.period ?? null

const statements = oncePerDatabase((db) => ({
  closed: db
    .select()
    .from(farmStatements)
    .where(
      and(
        eq(farmStatements.farmId, sql.placeholder('farmId')),
        eq(farmStatements.period, sql.placeholder('period')),
      ),
    )
    .prepare(),
  sums: db
    .select({
      kind: farmEntries.kind,
      soldCents: sql<number>`sum(${farmEntries.soldCents})`,
      feeCents: sql<number>`sum(${farmEntries.feeCents})`,
    })
    .from(farmEntries)
    .where(
      and(
        eq(farmEntries.farmId, sql.placeholder('farmId')),
        eq(farmEntries.period, sql.placeholder('period')),
      ),
    )
    .groupBy(farmEntries.kind)
    .prepare(),
  lastOpen: db
    .select({ period: farmEntries.period })
    .from(farmEntries)
    .where(
      and(
        eq(farmEntries.farmId, sql.placeholder('farmId')),
        gt(farmEntries.period, sql.placeholder('after')),
        lt(farmEntries.period, sql.placeholder('before')),
      ),
    )
    .orderBy(desc(farmEntries.period))
    .limit(1)
    .prepare(),
  paid: db
    .select({ cents: sql<number>`coalesce(sum(${farmPayouts.cents}), 0)` })
    .from(farmPayouts)
    .where(eq(farmPayouts.statementId, sql.placeholder('statementId')))
    .prepare(),
}))
