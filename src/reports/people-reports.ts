import { sql } from 'drizzle-orm'
import { addDays, type Day, formatDate } from '../day.ts'
import { instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { nameSums } from './read-sums.ts'
import { type Report, type Row, share } from './report.ts'

const MONTHS_SHOWN = 12

/** Who ordered again, by the month of their first order. */
export const retention: Report = {
  id: 'retention',
  title: 'Who comes back',
  isOfAllTime: true,
  read(db) {
    const found = db.all<{ day: Day; month: number; customers: number }>(sql`
      select day, cast(name as integer) as month, sum("count") as customers from report_sums
      where kind = 'cohort' and cast(name as integer) <= ${MONTHS_SHOWN} group by day, name order by day desc`)
    const cohorts = new Map<Day, number[]>()
    for (const { day, month, customers } of found) {
      const counts = cohorts.get(day) ?? []
      counts[month] = customers
      cohorts.set(day, counts)
    }
    const rows = [...cohorts].slice(0, 24).map(([day, counts]): Row => {
      const size = counts[0] ?? 0
      const months = Array.from({ length: MONTHS_SHOWN }, (_, at) => [
        `month_${at + 1}`,
        counts[at + 1] === undefined ? null : share(counts[at + 1] ?? 0, size),
      ])
      return { label: day, customers: size, ...Object.fromEntries(months) }
    })
    const [customers, back] = [
      found.filter(({ month }) => month === 0).reduce((sum, one) => sum + one.customers, 0),
      found.filter(({ month }) => month === 1).reduce((sum, one) => sum + one.customers, 0),
    ]
    return {
      sentence:
        customers === 0
          ? 'Nobody has ordered yet.'
          : `Of ${customers} customers, ${back} ordered again in the month after their first order.`,
      columns: [
        { key: 'label', label: 'First order in month from', kind: 'day' },
        { key: 'customers', label: 'Customers', kind: 'count' },
        ...Array.from({ length: MONTHS_SHOWN }, (_, at) => ({
          key: `month_${at + 1}`,
          label: `Month ${at + 1}`,
          kind: 'share' as const,
        })),
      ],
      rows,
      chart: { shape: 'bars', key: 'month_1', label: 'Back in the next month', kind: 'share' },
      note: 'A customer is an email address. Months are calendar months after the first order’s.',
    }
  },
}

/** Events from pages, by name. */
export const events: Report = {
  id: 'events',
  title: 'Page events',
  read(db, range) {
    const rows = nameSums(db, 'event', range).map(({ name, count }): Row => ({ label: name, count }))
    return {
      sentence: rows.length === 0 ? 'Nothing was reported.' : `${rows.length} kinds of events came in.`,
      columns: [
        { key: 'label', label: 'Event', kind: 'text' },
        { key: 'count', label: 'Times', kind: 'count' },
      ],
      rows,
      chart: { shape: 'bars', key: 'count', label: 'Times', kind: 'count' },
    }
  },
}

/** Boxes that stand for a ship day, as they are now. By an index of each center, so that no order is read. */
export const boxes: Report = {
  id: 'boxes',
  title: 'Boxes by ship day',
  isAhead: true,
  read(db, { from, to }) {
    const found = db.all<{ day: Day; state: string; boxes: number }>(sql`
      select ship_on as day, orders.state, count(*) as boxes from fulfillment_centers
      inner join orders on fc_id = fulfillment_centers.id
      where ship_on between ${from} and ${to} and orders.state in ('paid', 'review', 'in_wave', 'shipped', 'delivered')
      group by ship_on, orders.state order by ship_on`)
    const days = [...new Set(found.map(({ day }) => day))]
    const of = (day: Day, ...states: string[]) =>
      found.reduce((sum, row) => (row.day === day && states.includes(row.state) ? sum + row.boxes : sum), 0)
    const rows = days.map(
      (day): Row => ({
        label: day,
        waiting: of(day, 'paid', 'review'),
        in_wave: of(day, 'in_wave'),
        shipped: of(day, 'shipped'),
        delivered: of(day, 'delivered'),
        boxes: of(day, 'paid', 'review', 'in_wave', 'shipped', 'delivered'),
      }),
    )
    const [next] = rows
    return {
      sentence: next
        ? `The first of these days, ${formatDate(next.label as Day)}, has ${next.boxes} ${next.boxes === 1 ? 'box' : 'boxes'}.`
        : 'No boxes ship in this period.',
      columns: [
        { key: 'label', label: 'Ship day', kind: 'day' },
        { key: 'waiting', label: 'Waiting', kind: 'count' },
        { key: 'in_wave', label: 'In a wave', kind: 'count' },
        { key: 'shipped', label: 'Shipped', kind: 'count' },
        { key: 'delivered', label: 'Delivered', kind: 'count' },
        { key: 'boxes', label: 'Boxes', kind: 'count' },
      ],
      rows,
      chart: { shape: 'bars', key: 'boxes', label: 'Boxes', kind: 'count' },
    }
  },
}

/** Short items, by farm. */
export const shorts: Report = {
  id: 'shorts',
  title: 'Short items by farm',
  read(db, { from, to }) {
    const [since, until] = [instantOf(from, 0, SHOP_ZONE), instantOf(addDays(to, 1), 0, SHOP_ZONE)]
    const rows = db.all<Row>(sql`
      select farms.name as label, count(distinct box_shorts.order_id) as boxes, sum(box_shorts.quantity) as units
      from box_shorts
      inner join offers on offers.id = box_shorts.offer_id
      inner join varieties on varieties.id = offers.variety_id
      inner join farms on farms.id = varieties.farm_id
      where box_shorts.at >= ${since} and box_shorts.at < ${until}
      group by farms.id order by units desc`)
    return {
      sentence: rows[0] ? `${rows[0].label} was short most often.` : 'Nothing was short in this period.',
      columns: [
        { key: 'label', label: 'Farm', kind: 'text' },
        { key: 'boxes', label: 'Boxes', kind: 'count' },
        { key: 'units', label: 'Packs', kind: 'count' },
      ],
      rows,
      chart: { shape: 'bars', key: 'units', label: 'Packs', kind: 'count' },
    }
  },
}
