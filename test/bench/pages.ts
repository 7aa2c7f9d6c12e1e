import { guestKey } from '#src/orders/guest-key.ts'
import { paths } from '#src/paths.ts'
import { oftenSearched, rarelySearched, typedSoFar } from './asked-words.ts'
import { SESSION_SECRET, type Shelves, type Shop } from './shop.ts'
import { comeIn, productPath, type Shopper } from './shopper.ts'
import type { YardstickName } from './yardstick-process.ts'

/** A visitor with a session, a ZIP code, three items in the cart and a started checkout. */
export type Seat = { shopper: Shopper; order: string }

type Ask = (seat: Seat, turn: number) => Buffer

export type Page = {
  name: string
  ask: Ask
  connections?: number
  beside?: YardstickName
  /** Measured for every shop size; other pages only for the usual one. */
  isBrief?: boolean
  isLeftOutOfQuick?: boolean
}

export const PAGE = {
  listing: 'listing',
  product: 'product',
  search: 'search, words seldom asked',
  autocomplete: 'autocomplete',
  home: 'home',
} as const

/** Opens `count` visitors, each with a cart in checkout. */
export const takeSeats = (shop: Shop, shelves: Shelves, count: number): Promise<Seat[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => takeSeat(shop, shelves, nth * 13)))

async function takeSeat(shop: Shop, shelves: Shelves, seed: number): Promise<Seat> {
  const shopper = await comeIn(shop, shelves, seed)
  await shopper.visit('/')
  await shopper.deliverTo('98101')
  for (const turn of [0, 1, 2]) await shopper.add(turn)
  return { shopper, order: (await shopper.checkoutPath()).split('/').at(-1) ?? '' }
}

/** The pages that browsers request, with their Accept-Encoding. */
export const pagesOf = ({ slugs, pages, orders, guestOrders }: Shelves): Page[] => [
  { name: PAGE.listing, ask: listing(pages), isBrief: true },
  { name: 'listing, filtered', ask: filtered, isBrief: true },
  { name: PAGE.product, ask: product(slugs), isBrief: true },
  { name: 'tracking page of a stranger', ask: ofOrder(orders, paths.tracking) },
  { name: "order page by its receipt's link", ask: ofOrder(guestOrders, byReceiptLink) },
  { name: PAGE.home, ask: visit('/'), isBrief: true },
  { name: 'search, words often asked', ask: asking('/search?q=', oftenSearched), isLeftOutOfQuick: true },
  { name: PAGE.search, ask: asking('/search?q=', rarelySearched), isBrief: true },
  { name: PAGE.autocomplete, ask: asking('/autocomplete?q=', typedSoFar) },
  { name: 'cart', ask: visit('/cart'), isBrief: true },
  { name: 'mini cart', ask: ({ shopper }) => shopper.streamBytes(paths.miniCart()) },
  { name: 'add to cart, and out again', ask: inAndOut, beside: 'bare order, NORMAL', isBrief: true },
  { name: 'checkout page', ask: ({ shopper, order }) => shopper.pageBytes(`/checkout/${order}`) },
  {
    name: 'checkout step: email, address',
    ask: ({ shopper, order }, turn) => shopper.stepBytes(order, turn),
    beside: 'bare order, FULL',
  },
  { name: 'listing, one at a time', ask: listing(pages), connections: 1, isLeftOutOfQuick: true },
  { name: 'listing, not packed', ask: notPacked, isLeftOutOfQuick: true },
]

const visit =
  (path: string): Ask =>
  ({ shopper }) =>
    shopper.pageBytes(path)

/** Every other time the first page, which most people see; otherwise one after another. */
const listing =
  (pages: number): Ask =>
  ({ shopper }, turn) => {
    const page = turn % 2 === 0 ? 1 : (((shopper.seed + turn) >> 1) % Math.min(pages, DEEPEST_PAGE)) + 1
    return shopper.pageBytes(page === 1 ? '/shop' : `/shop?page=${page}`)
  }

const DEEPEST_PAGE = 40

const notPacked: Ask = ({ shopper }) => shopper.pageBytes('/shop', 'Accept-Encoding: identity')

const product =
  (slugs: string[]): Ask =>
  ({ shopper }, turn) =>
    shopper.pageBytes(productPath(slugs, shopper.seed * APART + turn))

const byReceiptLink = (token: string) =>
  paths.order(token, { key: guestKey({ sessionSecret: SESSION_SECRET }, token) })

/** One order after another. */
const ofOrder =
  (orders: string[], pathOf: (token: string) => string): Ask =>
  ({ shopper }, turn) =>
    shopper.pageBytes(pathOf(orders[(shopper.seed + turn) % orders.length] ?? ''))

/** The filters in rotation, sorted every other time: what people do with a long listing. */
const filtered: Ask = ({ shopper }, turn) => {
  const filters = FILTERS[(shopper.seed + turn) % FILTERS.length] ?? ''
  return shopper.pageBytes(turn % 2 === 0 ? `/shop?${filters}` : `/shop?${filters}&sort=price`)
}

const FILTERS = [
  'cut=ribeye',
  'animal=beef&cut=roast',
  'badge=Wagyu',
  'price=25-50',
  'animal=pork&in_stock=1',
  'cut=ribeye&cut=strip&price=50-100',
  'animal=chicken',
  'badge=Grass-fed&in_stock=1',
]

/** Far enough apart that one visitor's request isn't soon repeated by another. */
const APART = 8

const asking =
  (path: string, words: (nth: number) => string): Ask =>
  ({ shopper }, turn) =>
    shopper.pageBytes(path + encodeURIComponent(words(shopper.seed * APART + turn)))

const inAndOut: Ask = ({ shopper }, turn) => shopper.addBytes(turn % 10)
