import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { ANA, mailsTo } from '../support/account.ts'
import { offerToken, orderOf, readyToPay } from '../support/buying.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { payFor } from '../support/gift-cards.ts'
import { giveReward, redeem, signedIn, wordsOf } from '../support/rewards.ts'

const GIFT = /Winter Braising Share|your reward/

/** A paid box in a wave: two pork shoulders by weight, and a reward's free pack of the demo share. */
async function boxWithGift(bought = 0) {
  const { shop, dale } = await centerShop()
  const { db } = shop
  const ana = await signedIn(shop)
  const token = await readyToPay(ana, db, { slug: 'demo-by-weight', quantity: 2, email: ANA })
  const item = offerToken(db, 'demo-fifty')
  if (bought > 0) await ana.call('POST', `/cart/items/${item}`, { quantity: bought })
  const promotion = giveReward(db, { gifts: ['demo-fifty'] })
  expect((await redeem(ana, token, promotion)).status).toBe(200)
  await payFor(shop, ana, token)
  const waveId = await durably(db, (tx) => {
    makeWave(tx, 1, sql`select ${orderOf(db, token).id}`, shop.clock.now())
    return tx.get<{ id: number }>(sql`select max(id) as id from packing_waves`)?.id
  })
  const wave = `${CENTER}/packing_waves/${waveId}`
  await dale.visit(wave)
  return {
    shop,
    ana,
    token,
    short: async (quantity: number) => {
      const fields = { order_token: token, bid_item_token: item, quantity, reason: 'Torn pack' }
      expect((await dale.call('POST', `${wave}/short`, fields)).status).toBe(200)
      await shop.settleDown()
    },
    shownAt: async (path: string) => wordsOf(await ana.visit(path)),
    shownToStaff: async () => wordsOf(await (await signedIn(shop, 'staff')).visit(`/staff/orders/${token}`)),
  }
}

test('FUL-13 a reward’s gift that wasn’t on the shelf is no longer shown in the box', async () => {
  const box = await boxWithGift()
  const page = `/account/orders/${box.token}`
  expect(await box.shownAt(page)).toMatch(GIFT)
  await box.short(1)
  const shown = await box.shownAt(page)
  expect(shown.split('In your box')[1]).not.toMatch(GIFT)
  expect(shown).toContain('2 items from 1 farm')
  expect(await box.shownAt(`${page}/receipt`)).not.toMatch(GIFT)
  expect((await box.shownToStaff()).split('What happened')[0]).not.toMatch(GIFT)
  await box.ana.call('POST', `${page}/receipt`, { press: 'again' })
  await box.shop.settleDown()
  const again = mailsTo(box.shop, ANA).at(-1)
  expect(again?.subject).toContain('Your Droveway box arrives')
  expect(again?.text).not.toMatch(GIFT)
})

test('FUL-13 a gift stays in the box while only bought packs of the same are missing', async () => {
  const box = await boxWithGift(2)
  await box.short(2)
  expect((await box.shownAt(`/account/orders/${box.token}`)).split('In your box')[1]).toMatch(GIFT)
})

test('FUL-13 a missing gift is told once, and no money is promised for it', async () => {
  const box = await boxWithGift(2)
  await box.short(3)
  const shown = await box.shownAt(`/account/orders/${box.token}`)
  expect(shown.match(/We were short of/g)).toHaveLength(1)
  expect(shown).toContain("3 didn't make it into your box. Your total is $104.00 less.")
  expect(shown).not.toContain('$0.00 back')
  expect(await box.shownToStaff()).not.toContain('$0.00 went back')
})
