import { expect, test } from 'vitest'
import { currentTotals } from '#src/pricing/facts.ts'
import { orderOf, readyToPay } from '../support/buying.ts'
import { giveReward, redeem, signedIn, summaryOf, wordsOf } from '../support/rewards.ts'
import { world } from '../support/world.ts'

test("RWD-1 a reward stays on a box whose chosen day has passed, and can be added, since it's for the next day chosen", async () => {
  const shop = await world()
  const { db, clock } = shop
  const ana = await signedIn(shop)
  const token = await readyToPay(ana, db)
  const reward = giveReward(db, { amountCents: 1_000 })
  await redeem(ana, token, reward)
  const before = currentTotals(db, orderOf(db, token), clock.now())
  shop.pass(orderOf(db, token).lockAt! - clock.now() + 1_000)

  expect(currentTotals(db, orderOf(db, token), clock.now()).totalCents).toBe(before.totalCents)
  const cart = await wordsOf(await ana.visit('/cart'))
  expect(cart).toContain('Reward −$10.00')
  expect(cart).not.toContain("can't be changed anymore")
  expect(await summaryOf(ana, token)).not.toContain("can't be changed anymore")
  expect((await redeem(ana, token, giveReward(db, { amountCents: 500 }))).status).toBe(200)
})
