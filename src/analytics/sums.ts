import { sql } from 'drizzle-orm'
import { oncePerDatabase, type Tx } from '#db/client.ts'
import { reportSums, type SumPart } from '#db/schema/index.ts'

/** Adds to a day's sums, in the transaction of the change. `sign` -1 subtracts. */
export function addToSums(tx: Tx, [kind, day, name, count, units, cents]: SumPart, sign: 1 | -1 = 1) {
  const change = { name, count: sign * count, units: sign * units, cents: sign * cents }
  statement(tx).run({ ...change, kind, day })
  if (NAMED.has(kind)) statement(tx).run({ ...change, kind: byMonth(kind), day: `${day.slice(0, 8)}01` })
}

/** Kinds with many names: a year of daily rows would be too many for a request. */
const NAMED = new Set([
  ...['zip3', 'state', 'farm', 'cut', 'event'],
  ...['claim', 'weighed', 'given_weight'],
  ...['shipped', 'delivered', 'on_time', 'claimed', 'damaged'],
])

/** The same by month; its day is the month's first. */
export const byMonth = (kind: string) => `${kind} by month`

const statement = oncePerDatabase((db) =>
  db
    .insert(reportSums)
    .values({
      kind: sql.placeholder('kind'),
      day: sql.placeholder('day'),
      name: sql.placeholder('name'),
      count: sql.placeholder('count'),
      units: sql.placeholder('units'),
      cents: sql.placeholder('cents'),
    })
    .onConflictDoUpdate({
      target: [reportSums.kind, reportSums.day, reportSums.name],
      set: {
        count: sql`"count" + excluded."count"`,
        units: sql`units + excluded.units`,
        cents: sql`cents + excluded.cents`,
      },
    })
    .prepare(),
)
