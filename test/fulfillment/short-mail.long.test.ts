import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payments } from '#db/schema/index.ts'
import { ANA, mailsTo, signedIn } from '../support/account.ts'
import { WAVE, waveShop } from '../support/waves.ts'

test('CWT-2 FUL-13 the email about a short box promises no refund of money that the bank only holds', async () => {
  const { shop, dale, boxes } = await waveShop()
  const box = boxes.find(({ email }) => email === ANA)!
  const [item] = (await (await dale.call('GET', `${WAVE}/pack?order_token=${box.token}`)).json()).lines
  const heldUntil = shop.clock.now() + 6 * 24 * 3_600_000
  shop.db.update(payments).set({ heldUntil }).where(eq(payments.orderId, box.id)).run()
  const fields = { order_token: box.token, bid_item_token: item.bid_item_token, quantity: 1, reason: 'Torn' }
  expect((await dale.call('POST', `${WAVE}/short`, fields)).status).toBe(200)
  await shop.settleDown()
  const mail = mailsTo(shop, box.email ?? '').find(({ subject }) => subject.includes('is missing'))
  expect(mail?.text).toMatch(/We won't charge you the \$\d+\.\d\d for it\./)
  expect(mail?.text).not.toMatch(/refund|five to ten days/)
  expect(mail?.text).toContain('we had to leave this out: 1 × ') // it was torn, not gone
  const page = await (await (await signedIn(shop, ANA)).visit(`/account/orders/${box.token}`)).text()
  expect(page).toMatch(/1 didn&#39;t make it into your box\. Your total is \$\d+\.\d\d less\./)
  expect(page).not.toMatch(/You get \$/)
})
