import { oftenSearched, rarelySearched, typedSoFar } from './asked-words.ts'
import { inTurns } from './in-turns.ts'
import { load, type Measured } from './load.ts'
import type { Row } from './report.ts'
import type { Shelves, Shop } from './shop.ts'
import { comeIn, type Shopper } from './shopper.ts'
import type { Yardstick, YardstickName } from './yardstick-process.ts'

const CONNECTIONS = 16
const AS_BROWSERS_ASK = 'gzip, deflate, br'
const SHELF_PAGES = 40
/** Until then a server that has just started is still compiling itself: a shop is open for days. */
const WARM_UP_SECONDS = 3

type Measuring = { shop: Shop; shelves: Shelves; yardstick: Yardstick; pace: number; brief?: boolean }

type Ask = (shopper: Shopper, turn: number) => Buffer
type Page = { name: string; ask: Ask; seconds: number; connections?: number; beside?: YardstickName }

/** Pages as shoppers see them who have a session, a place and three things in the box. */
export async function measurePages({
  shop,
  shelves,
  yardstick,
  pace,
  brief = false,
}: Measuring): Promise<Row[]> {
  const seats = Array.from({ length: CONNECTIONS }, (_, seed) => withBox(shop, shelves, seed * 13))
  const shoppers = await Promise.all(seats)
  const [first] = briefly(shelves)
  if (first)
    await load({
      port: shop.port,
      pid: shop.pid,
      connections: CONNECTIONS,
      seconds: WARM_UP_SECONDS,
      next: (seat, turn) => first.ask(shoppers[seat] as Shopper, turn),
    })
  const rows: Row[] = []
  for (const page of brief ? briefly(shelves) : everything(shelves)) rows.push(await measure(page))
  for (const shopper of shoppers) shopper.leave()
  return rows

  async function measure({ name, ask, seconds, connections = CONNECTIONS, beside = 'bare query' }: Page) {
    const next = (seat: number, turn: number) => ask(shoppers[seat] as Shopper, turn)
    const among = (time: number): Promise<Measured> =>
      load({ port: shop.port, pid: shop.pid, connections, seconds: time, next })
    await among((seconds * pace) / 6)
    return inTurns({ name, yardstick, beside, connections, seconds: seconds * pace, measure: among })
  }
}

const briefly = ({ slugs }: Shelves): Page[] => [
  { name: 'listing', ask: always('/shop'), seconds: 4.5 },
  { name: 'listing, filtered', ask: filtered, seconds: 3 },
  { name: 'product', ask: always(`/products/${slugs[0]}`), seconds: 3 },
  { name: 'search, words often asked', ask: asking('/search?q=', oftenSearched), seconds: 3 },
  { name: 'search, words seldom asked', ask: asking('/search?q=', rarelySearched), seconds: 3 },
  { name: 'autocomplete', ask: asking('/autocomplete?q=', typedSoFar), seconds: 3 },
]

const everything = (shelves: Shelves): Page[] => [
  ...briefly(shelves),
  { name: 'listing, compressed', ask: always('/shop', AS_BROWSERS_ASK), seconds: 4.5 },
  { name: 'listing, beside a constant page', ask: always('/shop'), seconds: 2, beside: 'constant page' },
  { name: 'listing, one at a time', ask: always('/shop'), seconds: 2, connections: 1 },
  { name: 'listing, forty pages in turn', ask: inTurn, seconds: 3 },
  { name: 'product, compressed', ask: always(`/products/${shelves.slugs[0]}`, AS_BROWSERS_ASK), seconds: 3 },
  { name: 'cart', ask: always('/cart'), seconds: 3 },
  { name: 'add to cart, and out again', ask: inAndOut, seconds: 4.5, beside: 'bare order, NORMAL' },
]

/** One page again and again; its request is written out once a shopper. */
function always(path: string, encodings?: string): Ask {
  const written = new Map<Shopper, Buffer>()
  return (shopper) => {
    const bytes = written.get(shopper) ?? shopper.pageBytes(path, encodings)
    written.set(shopper, bytes)
    return bytes
  }
}

const inTurn: Ask = (shopper, turn) => shopper.pageBytes(`/shop?page=${(turn % SHELF_PAGES) + 1}`)

/** Each filter of a row of them, with a sort every other time: what people do with a long shelf. */
const filtered: Ask = (shopper, turn) => {
  const wishes = FILTERS[turn % FILTERS.length] ?? ''
  return shopper.pageBytes(turn % 2 === 0 ? `/shop?${wishes}` : `/shop?${wishes}&sort=price`)
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

/** Far enough apart that nobody asks soon again what another one has just asked. */
const WORDS_APART = 8

const asking =
  (path: string, words: (nth: number) => string): Ask =>
  (shopper, turn) =>
    shopper.pageBytes(path + encodeURIComponent(words(shopper.seed * WORDS_APART + turn)))

const inAndOut: Ask = (shopper, turn) => shopper.addBytes(turn % 10)

async function withBox(shop: Shop, shelves: Shelves, seed: number): Promise<Shopper> {
  const shopper = await comeIn(shop, shelves, seed)
  await shopper.visit('/')
  await shopper.deliverTo('98101')
  for (const turn of [0, 1, 2]) await shopper.add(turn)
  return shopper
}
