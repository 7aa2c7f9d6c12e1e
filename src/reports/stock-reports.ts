import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { counted } from '../counted.ts'
import type { Day } from '../day.ts'
import { formatCents } from '../money.ts'
import { periodColumn } from './by-period.ts'
import { periodOf, periodsOf, type Range, rangeBefore } from './range.ts'
import { type Report, type Row, sumOf, totalOf } from './report.ts'

type Expiry = { day: Day; lots: number; units: number; cents: number; withdrawn: number; lost: number }

/** By the day a lot is best before: what no box has yet, and what left the stock because it can't arrive in time. */
const expiries = (db: Db, { from, to }: Range): Expiry[] =>
  db.all<Expiry>(sql`
    select best_by as day, sum(lots.state = 'open') as lots,
      sum(iif(lots.state = 'open', units_left - planned, 0)) as units,
      sum(iif(lots.state = 'open', units_left - planned, 0) * price_cents) as cents,
      sum(iif(lots.state = 'expired', withdrawn, 0)) as withdrawn,
      sum(iif(lots.state = 'expired', withdrawn, 0) * price_cents) as lost
    from lots inner join offers on offers.id = offer_id
    where best_by between ${from} and ${to} and units_left > 0 and lots.state <> 'recalled' group by best_by`)

function expiryRows(db: Db, range: Range): Row[] {
  const found = expiries(db, range)
  return periodsOf(range).map((period): Row => {
    const own = found.filter(({ day }) => periodOf(day, range) === period)
    const sum = (key: Exclude<keyof Expiry, 'day'>) => own.reduce((all, row) => all + row[key], 0)
    return {
      label: period,
      lots: sum('lots'),
      units: sum('units'),
      cents: sum('cents'),
      withdrawn: sum('withdrawn'),
      lost_cents: sum('lost'),
    }
  })
}

const leftSentence = (units: number, cents: number): string =>
  units === 0
    ? 'No packs are best before a day of this period.'
    : `${counted(units, 'pack', 'packs')} worth ${formatCents(cents)} ${units === 1 ? 'is' : 'are'} best before a day of this period.`

const expiredSentence = (units: number): string =>
  units === 0
    ? 'None expired unsold in the period before.'
    : `${counted(units, 'pack', 'packs')} of the period before expired unsold.`

export const expiring: Report = {
  id: 'expiring',
  title: 'Expiring stock',
  isAhead: true,
  read(db, range) {
    const [rows, before] = [expiryRows(db, range), expiryRows(db, rangeBefore(range))]
    const total = totalOf(rows, ['lots', 'units', 'cents', 'withdrawn', 'lost_cents'])
    return {
      sentence: `${leftSentence(Number(total.units), Number(total.cents))} ${expiredSentence(sumOf(before, 'withdrawn'))}`,
      columns: [
        { ...periodColumn(range), label: `Best by, ${periodColumn(range).label.toLowerCase()}` },
        { key: 'lots', label: 'Lots for sale', kind: 'count' },
        { key: 'units', label: 'Packs left', kind: 'count' },
        { key: 'cents', label: 'At today’s price', kind: 'cents' },
        { key: 'withdrawn', label: 'Expired unsold', kind: 'count' },
        { key: 'lost_cents', label: 'Worth', kind: 'cents' },
      ],
      rows,
      total,
      chart: {
        shape: 'line',
        key: 'units',
        label: 'Packs left',
        kind: 'count',
        before: before.map((row) => Number(row.units)),
      },
      note: 'Packs that boxes of a wave need don’t count. A lot leaves the stock once even the fastest box would arrive too late.',
    }
  },
}
