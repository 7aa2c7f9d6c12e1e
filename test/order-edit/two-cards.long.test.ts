import { expect, test } from 'vitest'
import { ANA, mailsTo, signedIn } from '../support/account.ts'
import { add, editableBox } from '../support/editing.ts'
import { nameCard } from '../support/paying-by-card.ts'
import { RUTH } from '../support/staff.ts'

/** Placed with a Visa; a Mastercard paid for one roast more. */
async function boxOfTwoCards() {
  const box = await editableBox()
  await box.confirm(add(box.roast.token, 1))
  const stripeToken = await nameCard(box.shop, 'pm_card_mastercard')
  expect(await box.post(box.payPath, { stripeToken, same_as_shipping: true })).toMatchObject({ status: 200 })
  await box.shop.settleDown()
  const mail = (subject: RegExp) =>
    `${mailsTo(box.shop, ANA).find((sent) => subject.test(sent.subject))?.text}`
  return { ...box, mail }
}

test("STF-2 the email about a part of a box that two cards paid doesn't name the wrong card", async () => {
  const box = await boxOfTwoCards()
  const ruth = await signedIn(box.shop, RUTH)
  const part = { amount_cents: 500, reason: 'Came late last time.' }
  expect((await ruth.call('POST', `/staff/orders/${box.token}/refund`, part)).status).toBe(200)
  await box.shop.settleDown()
  const paidBy = box.payments().find(({ id }) => id === box.refunds()[0]?.paymentId)
  expect([paidBy?.cardBrand, paidBy?.cardLast4]).toEqual(['mastercard', '4444'])
  const mail = box.mail(/We're refunding \$5\.00/)
  expect(mail).toContain(`We're refunding $5.00 for order ${box.order().identifier} the way you paid it.`)
  expect(mail).not.toContain('4242')
})

test('ORD-7 canceling a box that two cards paid sends nothing to one card alone', async () => {
  const box = await boxOfTwoCards()
  const asked = await (await box.ana.visit(`/modals/cancel_order_confirm?order_token=${box.token}`)).text()
  expect(asked).toContain('To the cards that paid it')
  expect(asked).not.toContain('To Visa ending in 4242')
  expect((await box.ana.call('POST', `/account/orders/${box.token}/cancel`)).status).toBe(200)
  const page = await (await box.ana.visit(`/account/orders/${box.token}`)).text()
  expect(page).toMatch(/You get back \$\d+\.\d\d to the cards that paid it/)
  await box.shop.settleDown()
  expect(box.mail(/was canceled/)).toContain('the way you paid it.')
  expect(box.mail(/was canceled/)).not.toContain('4242')
})
