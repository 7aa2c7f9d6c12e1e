import { inTurns } from './in-turns.ts'
import { load, type Measured } from './load.ts'
import type { Row } from './report.ts'
import type { Shelves, Shop } from './shop.ts'
import { comeIn, type Shopper } from './shopper.ts'
import type { Yardstick, YardstickName } from './yardstick-process.ts'

const CONNECTIONS = 16
const AS_BROWSERS_ASK = 'gzip, deflate, br'
const SHELF_PAGES = 40

type Measuring = { shop: Shop; shelves: Shelves; yardstick: Yardstick; pace: number }
type Pages = { rows: Row[]; listing: Measured; product: Measured }

/** Pages as shoppers see them who have a session, a place and three things in the box. */
export async function measurePages({ shop, shelves, yardstick, pace }: Measuring): Promise<Pages> {
  const shoppers = await Promise.all(Array.from({ length: CONNECTIONS }, (_, seed) => withBox(shop, shelves, seed * 13)))
  const rows: Row[] = []
  const connectionsOf = (connections: number, bytes: (shopper: Shopper, turn: number) => Buffer, seconds: number) =>
    load({ port: shop.port, pid: shop.pid, connections, seconds, next: (at, turn) => bytes(shoppers[at] as Shopper, turn) })

  async function page(name: string, bytes: (shopper: Shopper, turn: number) => Buffer, seconds: number, connections = CONNECTIONS, beside: YardstickName = 'bare query') {
    await connectionsOf(connections, bytes, seconds / 8)
    const row = await inTurns({
      name,
      yardstick,
      beside,
      connections,
      seconds: seconds * pace,
      measure: (time) => connectionsOf(connections, bytes, time),
    })
    rows.push(row)
    return row.measured
  }

  const sameEachTime = (path: string, encodings?: string) => {
    const bytes = new Map<Shopper, Buffer>()
    return (shopper: Shopper) => bytes.get(shopper) ?? keep(bytes, shopper, shopper.pageBytes(path, encodings))
  }
  const product = `/products/${shelves.slugs[0]}`
  const listing = await page('listing', sameEachTime('/shop'), 6)
  await page('listing, compressed', sameEachTime('/shop', AS_BROWSERS_ASK), 4.5)
  await page('listing, beside a constant page', sameEachTime('/shop'), 2, CONNECTIONS, 'constant page')
  await page('listing, one at a time', sameEachTime('/shop'), 2, 1)
  if (shelves.slugs.length > SHELF_PAGES * 24) {
    await page('listing, forty pages in turn', (shopper, turn) => shopper.pageBytes(`/shop?page=${(turn % SHELF_PAGES) + 1}`), 3)
  }
  const productPage = await page('product', sameEachTime(product), 4.5)
  await page('product, compressed', sameEachTime(product, AS_BROWSERS_ASK), 3)
  await page('cart', sameEachTime('/cart'), 3)
  await page('add to cart', (shopper, turn) => shopper.addBytes(turn % 5), 4.5, CONNECTIONS, 'bare order, NORMAL')
  for (const shopper of shoppers) shopper.leave()
  return { rows, listing, product: productPage }
}

function keep(bytes: Map<Shopper, Buffer>, shopper: Shopper, request: Buffer): Buffer {
  bytes.set(shopper, request)
  return request
}

async function withBox(shop: Shop, shelves: Shelves, seed: number): Promise<Shopper> {
  const shopper = await comeIn(shop, shelves, seed)
  await shopper.visit('/')
  await shopper.deliverTo('98101')
  for (const turn of [0, 1, 2]) await shopper.add(turn)
  return shopper
}
