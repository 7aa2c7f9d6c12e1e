import { and, count, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { type Db, integrityProblems } from '#db/client.ts'
import { schemaState } from '#db/migrate.ts'
import { giftCards, jobs, moneyMovements, staffFlags, stock } from '#db/schema/index.ts'
import { brokenEntry } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import { DAY_MS, MINUTE_MS } from '../day.ts'
import { failedJobCount } from '../flags/flags.ts'
import { ledgerProblems } from '../payments/ledger-check.ts'
import { balanceOf } from '../payments/money.ts'
import { sumProblems } from '../reports/check-sums.ts'
import { type Check, check, wrong } from './check.ts'

export type Ledgers = {
  money_cents: number
  /** What the payment provider kept of it. */
  fees_cents: number
  stock_units: number
  gift_cents: number
  credit_cents: number
  differences: string[]
}

export const NO_LEDGERS: Ledgers = {
  money_cents: 0,
  fees_cents: 0,
  stock_units: 0,
  gift_cents: 0,
  credit_cents: 0,
  differences: [],
}

const MAX_WAIT_MINUTES = 10
const MAX_FLAG_AGE_MS = 7 * DAY_MS

const SCHEMA = {
  current: 'up to date',
  empty: wrong('the database is empty'),
  behind: wrong('behind this release: start the shop, or run “npm run migrate”'),
  unknown: wrong('a newer release has migrated it: install that release'),
}

/** What is in the database. */
export const bookChecks = (db: Db, clock: Clock): Promise<Check[]> =>
  Promise.all([
    check('schema', () => SCHEMA[schemaState(db)]),
    check('integrity', () => {
      const problems = integrityProblems(db)
      return problems.length === 0 ? 'whole' : wrong(problems.slice(0, 5).join('; '))
    }),
    check('flags', () => {
      const now = clock.now()
      const isOpen = isNull(staffFlags.resolvedAt)
      const isLate = or(lt(staffFlags.dueAt, now), lt(staffFlags.createdAt, now - MAX_FLAG_AGE_MS))
      const late = countOf(db.select({ n: count() }).from(staffFlags).where(and(isOpen, isLate)))
      if (late > 0) return wrong(`${late} open for a week or past their due date: see /staff/flags`)
      return `${countOf(db.select({ n: count() }).from(staffFlags).where(isOpen))} open`
    }),
    check('failed_jobs', () => {
      const failed = failedJobCount(db)
      return failed === 0 ? 'none' : wrong(`${failed}: see “npm run jobs -- list”`)
    }),
    check('audit_trail', () => {
      const broken = brokenEntry(db)
      return broken === null ? 'whole' : wrong(`entry ${broken.id} isn’t as it was written: see /staff/audit`)
    }),
    check('report_sums', () => {
      const problems = sumProblems(db)
      return problems.length === 0 ? 'they agree with the books' : wrong(problems.slice(0, 3).join('; '))
    }),
    check('late_jobs', () => {
      const due = sql`state = 'queued'`
      const [oldest] = db
        .select({ runAt: jobs.runAt })
        .from(jobs)
        .where(sql`${due} and ${lte(jobs.runAt, clock.now())}`)
        .orderBy(jobs.runAt)
        .limit(1)
        .all()
      const minutes = oldest ? Math.round((clock.now() - oldest.runAt) / MINUTE_MS) : 0
      return minutes <= MAX_WAIT_MINUTES
        ? 'none'
        : wrong(`the oldest has waited ${minutes} minutes: is the shop running?`)
    }),
  ])

/** Store credit counts apart from gift cards. */
export const readLedgers = (db: Db): Ledgers => ({
  money_cents: countOf(db.select({ n: balanceOf('provider') }).from(moneyMovements)),
  fees_cents: countOf(db.select({ n: balanceOf('fees') }).from(moneyMovements)),
  stock_units: countOf(db.select({ n: sql<number>`coalesce(sum(${stock.onHand}), 0)` }).from(stock)),
  gift_cents: countOf(balances(db).where(isNull(giftCards.userId))),
  credit_cents: countOf(balances(db).where(isNotNull(giftCards.userId))),
  differences: ledgerProblems(db),
})

const balances = (db: Db) =>
  db.select({ n: sql<number>`coalesce(sum(${giftCards.balanceCents}), 0)` }).from(giftCards)

const countOf = (query: { get(): { n: number } | undefined }): number => query.get()?.n ?? 0
