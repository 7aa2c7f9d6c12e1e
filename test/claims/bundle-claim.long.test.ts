import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderLines } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { bundleReadyToPay, linesIn } from '../support/bundles.ts'
import { changeOrder } from '../support/buying.ts'
import { payFor } from '../support/gift-cards.ts'
import { today } from '../support/lots.ts'
import { world } from '../support/world.ts'

test('ORD-9 the claim form shows what was paid for each cut of a bundle', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await bundleReadyToPay(ana, shop.db)
  await payFor(shop, ana, token)
  const [first, ...others] = linesIn(shop.db, token)
  if (!first) throw new Error('the bundle has no cuts')
  shop.db
    .update(orderLines)
    .set({ quantity: first.quantity + 1 }) // one more of it was bought by itself
    .where(eq(orderLines.id, first.id))
    .run()
  changeOrder(shop.db, token, { state: 'delivered', arrivalOn: today(shop) })
  const html = await (await ana.visit(`/account/orders/${token}/claims`)).text()
  const shown = [...html.matchAll(/class="claim__facts">(?:Lot [^$]*)?([^<]*)</g)].map(([, price]) => price)
  const paid = others.map(({ bundledCents }) => bundledCents)
  expect(shown).toEqual([first.bundledCents + first.priceCents, ...paid].map(formatCents))
})
