import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { cutName } from '../catalog/search/cut-name.ts'
import { counted } from '../counted.ts'
import { formatCents } from '../money.ts'
import { STATES } from '../postal/states.ts'
import type { Range } from './range.ts'
import { nameSums, type Sum } from './read-sums.ts'
import { type Report, type Row, share, sumOf, totalOf } from './report.ts'

type Named = {
  id: string
  title: string
  kind: string
  label: string
  money: { label: string; note: string }
  nameOf?: (db: Db) => (name: string) => string
}

/** An order's goods can be split by farm and cut. Its delivery and tax can't. */
const GOODS = { label: 'Goods', note: 'Goods are the packs at their prices, without delivery and tax.' }
const ORDERED = {
  label: 'Ordered',
  note: 'Ordered is what the orders come to with delivery and tax, after discounts and gift cards. Orders of gift cards alone go to no place, so only Sales counts them.',
}

/** Sales by farm, cut or place, largest first. */
const soldBy = ({ id, title, kind, label, money, nameOf }: Named): Report => ({
  id,
  title,
  read(db, range) {
    const named = nameOf?.(db) ?? ((name: string) => name)
    const found = nameSums(db, kind, range)
    const whole = found.reduce((sum, { cents }) => sum + cents, 0)
    const rows = found.map(
      ({ name, count, units, cents }): Row => ({
        label: named(name),
        orders: count,
        units,
        cents,
        share: share(cents, whole),
      }),
    )
    const [first] = rows
    return {
      sentence: first
        ? `${first.label} leads with ${formatCents(Number(first.cents))} of ${formatCents(whole)}.`
        : 'Nothing was sold in this period.',
      columns: [
        { key: 'label', label, kind: 'text' },
        { key: 'orders', label: 'Orders', kind: 'count' },
        { key: 'units', label: 'Packs', kind: 'count' },
        { key: 'cents', label: money.label, kind: 'cents' },
        { key: 'share', label: 'Share', kind: 'share' },
      ],
      rows,
      chart: { shape: 'bars', key: 'cents', label: money.label, kind: 'cents' },
      note: `${money.note} By the day an order was placed, without orders that were canceled or refunded in full.`,
    }
  },
})

const namesIn = (rows: { slug: string; name: string }[]) => {
  const names = new Map(rows.map(({ slug, name }) => [slug, name]))
  return (slug: string) => names.get(slug) ?? slug
}

const farmNames = (db: Db) => namesIn(db.all(sql`select slug, name from farms`))
const centerNames = (db: Db) => namesIn(db.all(sql`select slug, name from fulfillment_centers`))
const stateName = (code: string) => STATES[code] ?? code

export const farms = soldBy({
  id: 'farms',
  title: 'Farms',
  kind: 'farm',
  label: 'Farm',
  money: GOODS,
  nameOf: farmNames,
})
export const cuts = soldBy({
  id: 'cuts',
  title: 'Cuts',
  kind: 'cut',
  label: 'Cut',
  money: GOODS,
  nameOf: () => cutName,
})
export const places = soldBy({
  id: 'zip3',
  title: 'ZIP areas',
  kind: 'zip3',
  label: 'ZIP begins with',
  money: ORDERED,
})
export const states = soldBy({
  id: 'states',
  title: 'States',
  kind: 'state',
  label: 'State',
  money: ORDERED,
  nameOf: () => stateName,
})

type Lane = Record<'shipped' | 'delivered' | 'on_time' | 'claimed' | 'damaged', number>
const STEPS = ['shipped', 'delivered', 'on_time', 'claimed', 'damaged'] as const

/** Of a lane: carrier, the center's slug and the state's code. */
type LaneName = (lane: string[], centerName: (slug: string) => string) => string

/** How boxes arrived, by one part of their lane: carrier, center and state. */
const arrivedBy = (id: string, title: string, label: string, nameOf: LaneName): Report => ({
  id,
  title,
  read(db, range) {
    const centerName = centerNames(db)
    const lanes = lanesOf(db, range, (lane) => nameOf(lane, centerName))
    const rows = [...lanes]
      .sort(([, left], [, right]) => right.shipped - left.shipped)
      .map(([name, lane]) => rowOf(name, lane))
    const [delivered, onTime] = [sumOf(rows, 'delivered'), sumOf(rows, 'on_time')]
    const total = totalOf(rows, STEPS)
    return {
      sentence: arrivalSentence(sumOf(rows, 'shipped'), delivered, onTime),
      columns: [
        { key: 'label', label, kind: 'text' },
        { key: 'shipped', label: 'Shipped', kind: 'count' },
        { key: 'delivered', label: 'Delivered', kind: 'count' },
        { key: 'on_time', label: 'By the promised day', kind: 'count' },
        { key: 'on_time_share', label: 'On time', kind: 'share' },
        { key: 'damaged', label: 'Damaged or thawed', kind: 'count' },
        { key: 'claimed', label: 'With a claim', kind: 'count' },
        { key: 'claims_per_1000', label: 'Claims per 1,000', kind: 'count' },
      ],
      rows,
      total: { ...total, ...ratiosOf(total as unknown as Lane) },
      chart: { shape: 'bars', key: 'on_time_share', label: 'On time', kind: 'share' },
      note: 'By the day a box left. A box that went out again counts again.',
    }
  },
})

function arrivalSentence(shipped: number, delivered: number, onTime: number): string {
  if (shipped === 0) return 'No boxes were shipped in this period.'
  return delivered === 0
    ? `${counted(shipped, 'box was', 'boxes were')} shipped, and none was reported delivered yet.`
    : `${onTime} of ${counted(delivered, 'delivered box', 'delivered boxes')} came by the promised day.`
}

function lanesOf(db: Db, range: Range, nameOf: (lane: string[]) => string): Map<string, Lane> {
  const lanes = new Map<string, Lane>()
  for (const step of STEPS)
    for (const { name, count } of nameSums(db, step, range) as (Sum & { name: string })[]) {
      const key = nameOf(name.split('|'))
      const lane = lanes.get(key) ?? { shipped: 0, delivered: 0, on_time: 0, claimed: 0, damaged: 0 }
      lanes.set(key, { ...lane, [step]: lane[step] + count })
    }
  return lanes
}

const ratiosOf = ({ shipped, delivered, on_time, claimed }: Lane) => ({
  on_time_share: share(on_time, delivered),
  claims_per_1000: shipped === 0 ? null : Math.round((claimed / shipped) * 1000),
})

const rowOf = (label: string, lane: Lane): Row => ({ label, ...lane, ...ratiosOf(lane) })

export const carriers = arrivedBy('carriers', 'Carriers', 'Carrier', ([carrier = '']) => carrier)
export const centers = arrivedBy('centers', 'Centers', 'Center', ([, center = ''], centerName) =>
  centerName(center),
)
export const lanes = arrivedBy(
  'lanes',
  'Lanes',
  'Lane',
  ([carrier, center = '', state = ''], centerName) =>
    `${carrier}, ${centerName(center)} to ${stateName(state)}`,
)
