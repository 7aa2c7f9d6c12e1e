import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type FarmEntryKind, farmStatements, farms, type Period, type ShopAccount } from '#db/schema/index.ts'
import { assertDay } from '../day.ts'
import { instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { nextPeriod } from './periods.ts'
import { carriedInto, closedStatement, openStatement, type Statement } from './statements.ts'

export type FarmStatementRow = Statement & { slug: string; name: string; lacksTerms: boolean }

type Entry = { farmId: number; kind: FarmEntryKind; soldCents: number; feeCents: number }

/** Every farm's statement of a month. A farm without one has neither sold nor owes anything. */
export function statementsOfMonth(db: Db, period: Period): FarmStatementRow[] {
  const closed = db.select().from(farmStatements).where(eq(farmStatements.period, period)).all()
  const entries = db.all<Entry>(sql`
    select farm_id as farmId, kind, sum(sold_cents) as soldCents, sum(fee_cents) as feeCents
    from farm_entries where period = ${period} group by farm_id, kind`)
  const rows = db
    .select({
      id: farms.id,
      slug: farms.slug,
      name: farms.name,
      lacksTerms: sql<boolean>`not exists (select 1 from farm_terms where farm_id = farms.id)`.mapWith(
        Boolean,
      ),
    })
    .from(farms)
    .orderBy(farms.name)
    .all()
  return rows.map(({ id, ...farm }) => {
    const row = closed.find(({ farmId }) => farmId === id)
    const kinds = entries.filter(({ farmId }) => farmId === id)
    const statement = row
      ? closedStatement(db, row)
      : openStatement(id, period, kinds, carriedInto(db, id, period))
    return { ...farm, ...statement }
  })
}

/** A farm's months that have entries or are closed, the newest first. */
export const periodsOf = (db: Db, farmId: number): Period[] =>
  db
    .all<{ period: Period }>(sql`
      select period from farm_entries where farm_id = ${farmId}
      union select period from farm_statements where farm_id = ${farmId} order by period desc`)
    .map(({ period }) => period)

/** All months with sales of any farm or of gift cards, the newest first. */
export const allPeriods = (db: Db): Period[] =>
  db
    .all<{ period: Period }>(sql`
      select period from farm_entries union select period from shop_entries order by period desc`)
    .map(({ period }) => period)

export type DueStatement = {
  slug: string
  name: string
  period: Period
  owedCents: number
  paidCents: number
}

/** Closed, and not paid in full, the oldest first. */
export const dueStatements = (db: Db): DueStatement[] =>
  db.all(sql`
    select f.slug, f.name, s.period, s.owed_cents as owedCents, coalesce(sum(p.cents), 0) as paidCents
    from farm_statements s join farms f on f.id = s.farm_id left join farm_payouts p on p.statement_id = s.id
    group by s.id having s.owed_cents > coalesce(sum(p.cents), 0) order by s.period, f.name`)

export type MonthSplit = Record<ShopAccount, number> & {
  /** What shoppers paid for packs, before promotions and rewards. */
  goodsCents: number
  farmsCents: number
  /** What stays with the shop of the packs: commissions, and margins of what it bought. */
  shopCents: number
  /** What the payment provider kept, also of payments that became no order. */
  feesCents: number
}

/** How a month's money is shared. Over all months, it is what the money ledger holds (`ledger-problems.ts`). */
export function splitOf(db: Db, period: Period): MonthSplit {
  const { goods, owed } = db.get<{ goods: number; owed: number }>(sql`
    select coalesce(sum(goods_cents), 0) as goods, coalesce(sum(sold_cents - fee_cents), 0) as owed
    from farm_entries where period = ${period}`)
  const accounts = db.all<{ account: ShopAccount; cents: number }>(sql`
    select account, sum(cents) as cents from shop_entries where period = ${period} group by account`)
  return {
    ...NO_ACCOUNTS,
    ...Object.fromEntries(accounts.map(({ account, cents }) => [account, cents])),
    goodsCents: goods,
    farmsCents: owed,
    shopCents: goods - owed,
    feesCents: feesOf(db, period),
  }
}

function feesOf(db: Db, period: Period): number {
  const [from, until] = [period, nextPeriod(period)].map((month) =>
    instantOf(assertDay(`${month}-01`), 0, SHOP_ZONE),
  )
  return db.get<{ cents: number }>(sql`
    select coalesce(sum(iif(kind = 'fee', amount_cents, -amount_cents)), 0) as cents from money_movements
    where kind in ('fee', 'fee_returned') and at >= ${from} and at < ${until}`).cents
}

const NO_ACCOUNTS = { promotions: 0, rewards: 0, delivery: 0, tax: 0, gift_cards: 0, given_back: 0 }
