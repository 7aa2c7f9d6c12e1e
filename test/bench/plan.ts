import type { Options } from './options.ts'

export const PART_NAMES = [
  'start',
  'orders',
  'pages',
  'shoppers',
  'loop',
  'memory',
  'processes',
  'sockets',
  'accounts',
  'ingest',
  'center',
  'ceiling',
] as const

export type PartName = (typeof PART_NAMES)[number]

/** `isWhole`: everything is measured; otherwise only what depends on the size. */
export type ShopPlan = { offers: number; orders: number; isWhole: boolean }

export type Plan = {
  /** Only runs of the same form are compared. */
  form: string
  isQuick: boolean
  /** Stretches or shortens every measurement. */
  pace: number
  shops: ShopPlan[]
  /** All parts if empty. */
  only: PartName[]
}

type Wanted = Pick<Options, 'quick' | 'offers' | 'orders' | 'only'>

export const DEMO_OFFERS = 200
export const USUAL_OFFERS = 10_000
export const MANY_OFFERS = 100_000
const MANY_ORDERS = 500_000
const QUICK_PACE = 0.35

const USUAL: ShopPlan = { offers: USUAL_OFFERS, orders: 0, isWhole: true }
const DEMO: ShopPlan = { offers: DEMO_OFFERS, orders: 0, isWhole: false }
const QUICK = [USUAL, DEMO]
const ALL: ShopPlan[] = [
  ...QUICK,
  { offers: MANY_OFFERS, orders: 0, isWhole: false },
  { offers: USUAL_OFFERS, orders: MANY_ORDERS, isWhole: false },
]

export function planOf({ quick, offers, orders, only }: Wanted): Plan {
  const isUsual = offers.length === 0 && orders.length === 0
  const shops = isUsual ? (quick ? QUICK : ALL) : sizesOf(offers, orders)
  const form = [
    quick ? 'quick' : 'full',
    isUsual ? '' : shops.map(shopName).join('; '),
    only.length > 0 ? `only ${only.join(', ')}` : '',
  ]
  return { form: form.filter(Boolean).join(': '), isQuick: quick, pace: quick ? QUICK_PACE : 1, shops, only }
}

export const shopName = ({ offers, orders }: Pick<ShopPlan, 'offers' | 'orders'>): string =>
  orders === 0
    ? `${offers.toLocaleString('en-US')} offers`
    : `${offers.toLocaleString('en-US')} offers, ${orders.toLocaleString('en-US')} orders`

const sizesOf = (offers: number[], orders: number[]): ShopPlan[] =>
  orDefault(offers, USUAL_OFFERS).flatMap((offers) =>
    orDefault(orders, 0).map((orders) => ({ offers, orders, isWhole: true })),
  )

const orDefault = (sizes: number[], size: number) => (sizes.length > 0 ? sizes : [size])
