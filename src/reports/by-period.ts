import type { Db } from '#db/client.ts'
import type { Day } from '../day.ts'
import { periodOf, type Range } from './range.ts'
import { daySums, NOTHING, type Sum } from './read-sums.ts'

export type ByPeriod = (kind: string, period: Day, name?: string) => Sum

/** Sums of the kinds per period of the range. */
export function byPeriod(db: Db, kinds: readonly string[], range: Range): ByPeriod {
  const found = new Map<string, Sum>()
  for (const { kind, day, name, count, units, cents } of daySums(db, kinds, range)) {
    for (const key of [`${kind}|${periodOf(day, range)}|${name}`, `${kind}|${periodOf(day, range)}`]) {
      const before = found.get(key) ?? NOTHING
      found.set(key, {
        count: before.count + count,
        units: before.units + units,
        cents: before.cents + cents,
      })
    }
  }
  return (kind, period, name) =>
    found.get(name === undefined ? `${kind}|${period}` : `${kind}|${period}|${name}`) ?? NOTHING
}

export const periodColumn = ({ by }: Range) => ({
  key: 'label',
  label: by === 'day' ? 'Day' : by === 'week' ? 'Week from' : 'Month from',
  kind: 'day' as const,
})
