import { inTurns } from './in-turns.ts'
import { type Measured, repeat } from './load.ts'
import type { Row } from './report.ts'
import type { Shelves, Shop } from './shop.ts'
import { comeIn, type Shopper } from './shopper.ts'
import type { Yardstick } from './yardstick-process.ts'

type Measuring = { shop: Shop; shelves: Shelves; yardstick: Yardstick; pace: number }

/** Whole shoppers, each new: listing, product, three adds, the steps of the checkout, and the order paid. */
export async function measureShoppers({
  shop,
  shelves,
  yardstick,
  pace,
}: Measuring): Promise<{ rows: Row[]; eight: Measured }> {
  let seed = 1_000
  const whole = async () => {
    const shopper = await browse(shop, shelves, seed++)
    await shopper.pay()
    shopper.leave()
  }
  const beside = 'bare order, FULL' as const
  const among = (name: string, width: number, seconds: number, work: () => Promise<void>) =>
    inTurns({
      name,
      yardstick,
      beside,
      connections: width,
      seconds,
      measure: (time) => repeat(shop.pid, width, time, work),
    })

  await repeat(shop.pid, 8, 0.5, whole)
  const one = await among('whole shopper, one at a time', 1, 4 * pace, whole)
  const eight = await among('whole shopper, eight at once', 8, 7.5 * pace, whole)

  const full: Shopper[] = []
  for (let left = Math.ceil(1_000 * pace); left > 0; left -= 8) {
    full.push(...(await Promise.all(Array.from({ length: 8 }, () => browse(shop, shelves, seed++)))))
  }
  const paid = await among('checkout to paid, eight at once', 8, 4.5 * pace, async () => {
    const shopper = full.pop() ?? (await browse(shop, shelves, seed++))
    await shopper.pay()
    shopper.leave()
  })
  for (const shopper of full) shopper.leave()
  return { rows: [one, eight, paid], eight: eight.measured }
}

/** Looks at the shelf and at one thing, and puts three in the box. */
async function browse(shop: Shop, shelves: Shelves, seed: number): Promise<Shopper> {
  const shopper = await comeIn(shop, shelves, seed)
  await shopper.visit('/shop')
  await shopper.look()
  for (const turn of [0, 1, 2]) await shopper.add(turn)
  return shopper
}
