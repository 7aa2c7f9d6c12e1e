import { inTurns } from './in-turns.ts'
import { repeat } from './load.ts'
import type { Findings, Row } from './measured.ts'
import { type Open, readShelves, type Shelves, type Shop, withShop } from './shop.ts'
import { comeIn, type Shopper, type Tell } from './shopper.ts'
import type { Stage } from './stage.ts'
import { withYardstick, type Yardstick } from './yardstick-process.ts'

/** A shop runs for days: the first hundred shoppers cost two or three times as much as later ones. */
const WARM_UP_SECONDS = 10
const FULL_BOXES = 300
const EIGHT = 8
/** Seeds apart from those of the measured shoppers. */
const FIRST_TO_WARM_UP = 900_000

export const WHOLE_SHOPPER = 'whole shopper, eight at once'

/** Complete new shoppers: listing, product, three adds, the checkout steps, and the paid order. */
export async function measureShoppers(stage: Stage): Promise<Findings> {
  const { checkout } = stage
  const file = stage.copy()
  const rows = await withYardstick(file, (yardstick) =>
    withShop(file, { checkout }, (shop) => buyInTurns(stage, file, shop, yardstick)),
  )
  return { rows, figures: [] }
}

async function buyInTurns(
  { name: shopName, pace }: Stage,
  file: string,
  shop: Shop,
  yardstick: Yardstick,
): Promise<Row[]> {
  const shelves = readShelves(file)
  let seed = 1_000
  const whole = () => buyWhole(shop, shelves, seed++)
  const fill = () => browse(shop, shelves, seed++)

  async function among(name: string, width: number, seconds: number, work: () => Promise<void>) {
    const turns = { yardstick, beside: 'bare query' as const, connections: width, seconds: seconds * pace }
    const measure = (time: number) => repeat(shop.pid, width, time, work)
    return { shop: shopName, name, ...(await inTurns({ ...turns, measure })) }
  }

  await warmUpByShoppers(shop, shelves, WARM_UP_SECONDS)
  const rows = [
    await among('whole shopper, one at a time', 1, 6, whole),
    await among(WHOLE_SHOPPER, EIGHT, 12, whole),
  ]
  if (pace < 1) return rows
  const full: Shopper[] = []
  for (let left = FULL_BOXES; left > 0; left -= EIGHT)
    full.push(...(await Promise.all(Array.from({ length: EIGHT }, fill))))
  const pay = async () => {
    const shopper = full.pop() ?? (await fill())
    await shopper.pay()
    shopper.leave()
  }
  rows.push(await among('checkout to paid, eight at once', EIGHT, 6, pay))
  for (const shopper of full) shopper.leave()
  return rows
}

/** As many as fit into that time, eight at once. */
export async function warmUpByShoppers(shop: Shop, shelves: Shelves, seconds: number) {
  let seed = FIRST_TO_WARM_UP
  await repeat(shop.pid, EIGHT, seconds, () => buyWhole(shop, shelves, seed++))
}

/** From the first page to the paid order. */
export async function buyWhole(shop: Open, shelves: Shelves, seed: number, tell?: Tell) {
  const shopper = await browse(shop, shelves, seed, tell)
  await shopper.pay()
  shopper.leave()
}

/** Visits the listing and a product, and adds three items to the cart. */
export async function browse(shop: Open, shelves: Shelves, seed: number, tell?: Tell): Promise<Shopper> {
  const shopper = await comeIn(shop, shelves, seed, tell)
  await shopper.visit('/shop')
  await shopper.look()
  for (const turn of [0, 1, 2]) await shopper.add(turn)
  return shopper
}
