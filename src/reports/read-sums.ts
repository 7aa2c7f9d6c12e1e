import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { byMonth } from '../analytics/sums.ts'
import { addDays, type Day } from '../day.ts'
import type { Range } from './range.ts'

export type Sum = { count: number; units: number; cents: number }

export const NOTHING: Sum = { count: 0, units: 0, cents: 0 }

type DaySum = Sum & { kind: string; day: Day; name: string }

/** The rows of some kinds in a range, by the table's primary key. */
export const daySums = (db: Db, kinds: readonly string[], { from, to }: Range): DaySum[] =>
  db.all<DaySum>(sql`
    select kind, day, name, "count", units, cents from report_sums
    where kind in (${sql.join(
      kinds.map((kind) => sql`${kind}`),
      sql`, `,
    )}) and day between ${from} and ${to}`)

/** A kind's names in a range, the largest first: whole months from their own sums, the rest by day. */
export function nameSums(db: Db, kind: string, { from, to }: Range): (Sum & { name: string })[] {
  const first = from.endsWith('-01') ? from : nextMonth(from)
  const end = monthOf(addDays(to, 1))
  const hasMonths = first < end
  const parts = hasMonths
    ? [
        sql`(kind = ${kind} and day >= ${from} and day < ${first})`,
        sql`(kind = ${byMonth(kind)} and day >= ${first} and day < ${end})`,
        sql`(kind = ${kind} and day >= ${end} and day <= ${to})`,
      ]
    : [sql`(kind = ${kind} and day between ${from} and ${to})`]
  const rows = sql.join(
    parts.map((part) => sql`select name, "count", units, cents from report_sums where ${part}`),
    sql` union all `,
  )
  return db.all(sql`
    select name, sum("count") as "count", sum(units) as units, sum(cents) as cents from (${rows})
    group by name having sum("count") <> 0 or sum(cents) <> 0 order by sum(cents) desc, sum("count") desc, name`)
}

const monthOf = (day: Day) => `${day.slice(0, 8)}01` as Day
const nextMonth = (day: Day): Day => monthOf(addDays(monthOf(day), 31))
