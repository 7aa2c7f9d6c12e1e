import type { Measured } from './load.ts'
import type { AccountFigures } from './measure-accounts.ts'
import { quietCore } from './report.ts'

/** What the shop must not fall below on one core of a small server. */
export type Bar = {
  number: number
  name: string
  measured: number
  /** The same, had nobody else used the machine meanwhile. */
  quiet: number | null
  floor: number
  unit: string
  least: boolean
}

type Figures = {
  listing: Measured
  product: Measured
  search: Measured
  autocomplete: Measured
  shoppers: Measured
  placed: Measured
  startSeconds: number
  memoryMb: number | null
  accounts: AccountFigures
}

export function bars({
  listing,
  product,
  search,
  autocomplete,
  shoppers,
  placed,
  startSeconds,
  memoryMb,
  accounts,
}: Figures): Bar[] {
  return [
    rate(1, 'listing', listing, 1_000),
    most(2, 'listing p99', listing.p99, 30, 'ms'),
    rate(3, 'product', product, 1_500),
    rate(4, 'search', search, 700),
    rate(4, 'autocomplete', autocomplete, 700),
    rate(6, 'whole shoppers, eight at once', shoppers, 150),
    rate(7, 'order placement, durable', placed, 1_000),
    most(7, 'order placement p99', placed.p99, 25, 'ms'),
    most(10, 'cold start to ready', startSeconds, 1, 's'),
    ...(memoryMb === null ? [] : [most(11, 'memory under load', memoryMb, 200, 'MB')]),
    most(12, 'listing p99 beside 50 sign-ins a second', accounts.listing.p99, 30, 'ms'),
    ...accounts.apart.map(({ name, percent }) =>
      most(13, `${name}: with an account or without, apart`, percent, 10, '%'),
    ),
  ]
}

export const isMet = ({ measured, floor, least }: Bar) => (least ? measured >= floor : measured <= floor)

function rate(number: number, name: string, measured: Measured, floor: number): Bar {
  return { number, name, measured: measured.rps, quiet: quietCore(measured), floor, unit: '/s', least: true }
}

function most(number: number, name: string, measured: number, floor: number, unit: string): Bar {
  return { number, name, measured, quiet: null, floor, unit, least: false }
}
