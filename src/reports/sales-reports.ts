import type { Db } from '#db/client.ts'
import { counted } from '../counted.ts'
import { formatCents } from '../money.ts'
import { effectOn } from '../payments/money.ts'
import { byPeriod, periodColumn } from './by-period.ts'
import { periodsOf, type Range, rangeBefore } from './range.ts'
import { type Report, type Row, share, sumOf, totalOf } from './report.ts'

function salesRows(db: Db, range: Range): Row[] {
  const of = byPeriod(db, ['orders', 'canceled', 'money'], range)
  return periodsOf(range).map((period) => {
    const [orders, canceled] = [of('orders', period), of('canceled', period)]
    const cents = (...kinds: string[]) =>
      kinds.reduce((sum, kind) => sum + effectOn('provider', kind) * of('money', period, kind).cents, 0)
    const [charged, refunded] = [cents('charge'), cents('refund', 'refund_failed')]
    const disputed = cents('dispute_withdrawn', 'dispute_reinstated')
    const fees = of('money', period, 'fee').cents - of('money', period, 'fee_returned').cents
    return {
      label: period,
      orders: orders.count,
      canceled: canceled.count,
      units: orders.units,
      ordered_cents: orders.cents,
      charged_cents: charged,
      refunded_cents: refunded,
      disputed_cents: disputed,
      revenue_cents: charged + refunded + disputed,
      fees_cents: fees,
    }
  })
}

const SALES_KEYS = [
  'orders',
  'canceled',
  'units',
  'ordered_cents',
  'charged_cents',
  'refunded_cents',
  'disputed_cents',
  'revenue_cents',
  'fees_cents',
]

export const sales: Report = {
  id: 'sales',
  title: 'Sales',
  read(db, range) {
    const [rows, before] = [salesRows(db, range), salesRows(db, rangeBefore(range))]
    const [revenue, earlier] = [sumOf(rows, 'revenue_cents'), sumOf(before, 'revenue_cents')]
    const orders = sumOf(rows, 'orders')
    return {
      sentence: `${formatCents(revenue)} after refunds from ${counted(orders, 'order', 'orders')}${changeWords(revenue, earlier)}.`,
      columns: [
        periodColumn(range),
        { key: 'orders', label: 'Orders', kind: 'count' },
        { key: 'canceled', label: 'Canceled', kind: 'count' },
        { key: 'units', label: 'Packs', kind: 'count' },
        { key: 'ordered_cents', label: 'Ordered', kind: 'cents' },
        { key: 'charged_cents', label: 'Charged', kind: 'cents' },
        { key: 'refunded_cents', label: 'Refunded', kind: 'cents' },
        { key: 'disputed_cents', label: 'Disputed', kind: 'cents' },
        { key: 'revenue_cents', label: 'Revenue', kind: 'cents' },
        { key: 'fees_cents', label: 'Provider’s fees', kind: 'cents' },
      ],
      rows,
      total: totalOf(rows, SALES_KEYS),
      chart: {
        shape: 'line',
        key: 'revenue_cents',
        label: 'Revenue',
        kind: 'cents',
        before: before.map((row) => Number(row.revenue_cents)),
      },
      note: 'Canceled also counts orders refunded in full; Orders, Packs and Ordered leave both out. Ordered is by the day an order was placed, as it is now; charged, refunded and disputed are the money ledger’s, by the day it moved.',
    }
  },
}

/** Nothing where a percentage means nothing: more was refunded than sold, now or before. */
function changeWords(now: number, before: number): string {
  if (before <= 0 || now < 0) return ''
  const percent = Math.round((now / before - 1) * 100)
  return percent === 0
    ? ', the same as the period before'
    : `, ${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than the period before`
}

export const funnel: Report = {
  id: 'funnel',
  title: 'From visit to order',
  read(db, range) {
    const of = byPeriod(db, ['visits', 'adds', 'checkouts', 'orders', 'canceled', 'money'], range)
    const rows = periodsOf(range).map((period): Row => {
      const visits = of('visits', period).count
      const orders = of('orders', period).count + of('canceled', period).count
      return {
        label: period,
        visits,
        adds: of('adds', period).count,
        checkouts: of('checkouts', period).count,
        orders,
        conversion: share(orders, visits),
        revenue_cents: of('money', period, 'charge').cents,
      }
    })
    const total = totalOf(rows, ['visits', 'adds', 'checkouts', 'orders', 'revenue_cents'])
    const [visits, orders] = [Number(total.visits), Number(total.orders)]
    return {
      sentence:
        visits === 0
          ? `No visits were counted, and ${counted(orders, 'order was', 'orders were')} placed.`
          : `Of ${visits} counted visits, ${total.adds} put something in a box. ${total.checkouts} checkouts were opened and ${orders} orders placed.`,
      columns: [
        periodColumn(range),
        { key: 'visits', label: 'Visits', kind: 'count' },
        { key: 'adds', label: 'Visits that added', kind: 'count' },
        { key: 'checkouts', label: 'Checkouts', kind: 'count' },
        { key: 'orders', label: 'Orders placed', kind: 'count' },
        { key: 'conversion', label: 'Orders per visit', kind: 'share' },
        { key: 'revenue_cents', label: 'Charged', kind: 'cents' },
      ],
      rows,
      total: { ...total, conversion: share(orders, visits) },
      chart: { shape: 'line', key: 'visits', label: 'Visits', kind: 'count' },
      note: 'Visits are those that browsers let us count. Orders and money come from the books, never from events. An order that was canceled later was placed, too.',
    }
  },
}
