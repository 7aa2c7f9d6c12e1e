import { expect, test } from 'vitest'
import { boxShorts, packingWaves } from '#db/schema/index.ts'
import { claimsOf } from '#src/claims/claims.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { mailShort } from '#src/fulfillment/short-mail.tsx'
import { itemsOf } from '#src/orders/items.ts'
import { orderUrl } from '#src/orders/mails.tsx'
import { mailsTo } from '../../support/account.ts'
import { changeOrder } from '../../support/buying.ts'
import { tell } from '../../support/claims.ts'
import { giftDesk, lineTos } from '../../support/corporate-gifts.ts'
import { CALLER } from '../../support/drafts.ts'

const RETURNS = /\$5\.00 to the card that paid for your gift boxes/
const NO_BALANCE = /gift card balance|store credit/

async function placedBox() {
  const desk = await giftDesk()
  await desk.add(lineTos(1))
  await desk.quote()
  await desk.pay()
  await desk.place()
  const lastMail = async () => {
    await desk.shop.settleDown()
    return mailsTo(desk.shop, CALLER).at(-1)?.text
  }
  return { ...desk, box: desk.orderOfBox(0), lastMail }
}

test('CAP-6 STF-2 a partial refund of a gift box promises the money to the card that paid', async () => {
  const { ruth, box, lastMail } = await placedBox()
  const fields = { amount_cents: 500, reason: 'Came late.' }
  expect((await ruth.call('POST', `/staff/orders/${box.token}/refund`, fields)).status).toBe(200)
  const text = await lastMail()
  expect(text).toMatch(RETURNS)
  expect(text).not.toMatch(NO_BALANCE)
})

test('CAP-6 FUL-13 the email about a short gift box promises the money to the card that paid', async () => {
  const { shop, box, lastMail } = await placedBox()
  const [wave] = shop.db.select().from(packingWaves).limit(1).all()
  const [item] = itemsOf(shop.db, box.id)
  const short = { waveId: wave!.id, orderId: box.id, offerId: item!.offerId, quantity: 1, reason: 'Torn' }
  const { id: shortId } = shop.db
    .insert(boxShorts)
    .values({ ...short, itemsCents: 500, cardCents: 0, giftCents: 500, at: shop.clock.now() })
    .returning()
    .get()
  await mailShort.perform(shop.services, { shortId })
  const text = await lastMail()
  expect(text).toMatch(RETURNS)
  expect(text).not.toMatch(NO_BALANCE)
})

test('CAP-6 ORD-9 a refund that answers a claim about a gift box goes to the card that paid', async () => {
  const { shop, ruth, box, lastMail } = await placedBox()
  changeOrder(shop.db, box.token, {
    state: 'delivered',
    arrivalOn: dayIn('America/Los_Angeles', shop.clock.now()),
  })
  const key = new URL(orderUrl(shop.services.config, box)).searchParams.get('key')!
  const company = await shop.shopper()
  await company.visit('/')
  const lines = itemsOf(shop.db, box.id).map(({ token }) => token)
  const told = await tell(company, box.token, { lines, key })
  expect(told.status).toBe(200)
  const claim = `/staff/claims/${claimsOf(shop.db, box.id)[0]!.id}`
  expect((await ruth.call('POST', claim, { answer: 'refund', amount_cents: 500 })).status).toBe(200)
  const text = await lastMail()
  const ownPage = await (await company.visit(`/account/orders/${box.token}/claims?key=${key}`)).text()
  for (const words of [text, ownPage]) {
    expect(words?.replaceAll('&#39;', "'")).toMatch(RETURNS)
    expect(words).not.toMatch(/is back in your gift card balance/)
  }
  expect(await (await ruth.visit(claim)).text()).toContain(
    '$5.00 goes back to the card that paid for the gift',
  )
})
