import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { payments } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { disputesOf } from '#src/payments/dispute-rows.ts'
import { settleDispute } from '#src/payments/disputes.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { expectOk, orderOf } from '../support/buying.ts'
import { BY_EMAIL, boughtCards } from '../support/gift-cards.ts'
import { paidOrder } from '../support/refunding.ts'
import { quiet, RUTH, solveOnPage } from '../support/staff.ts'
import { world } from '../support/world.ts'

/** Its box was held for the dispute, and staff released it. */
async function releasedOrder() {
  const paid = quiet(await paidOrder())
  const { shop, ana, token, intentId } = paid
  const id = shop.standIn.bank.dispute(intentId)
  await shop.settleDown()
  await solveOnPage(shop, 'dispute', 'release_box')
  const modal = paths.cancelOrderModal({ order_token: token, modal_name: 'cancel_order_confirm' })
  return {
    ...paid,
    page: async () => (await ana.visit(`/account/orders/${token}`)).text(),
    dialog: async () => (await ana.visit(modal)).text(),
    async decide(evidence: string) {
      await shop.services.stripe.disputes.update(id, { evidence: { uncategorized_text: evidence } })
      await shop.settleDown()
    },
  }
}

test('ORD-4 PAY-15 while a bank decides about the payment, no amount is promised for canceling', async () => {
  const { page, dialog } = await releasedOrder()
  expect(await dialog()).toContain('Your bank is looking into this payment')
  expect(await page()).toContain('Cancel this order')
  expect(await page()).not.toMatch(/and get [^<]* back/)
})

test('ORD-4 PAY-15 what the bank took in a lost dispute isn’t in the money that canceling brings back', async () => {
  const { page, dialog, decide } = await releasedOrder()
  await decide('losing_evidence')
  expect(await dialog()).not.toContain('You get back')
  expect(await page()).toContain('Cancel this order')
  expect(await page()).not.toMatch(/and get [^<]* back/)
})

test('ORD-4 PAY-15 after a dispute that the shop won, canceling brings back everything', async () => {
  const { page, dialog, decide, paidCents } = await releasedOrder()
  await decide('winning_evidence')
  expect(await dialog()).toContain(formatCents(paidCents))
  expect(await page()).toContain(`and get all ${formatCents(paidCents)} back`)
})

test('ORD-4 PAY-15 canceling after a lost dispute promises no refund, and the email says where the money is', async () => {
  const { shop, ana, token, paidCents, decide } = await releasedOrder()
  await decide('losing_evidence')
  const canceled = await expectOk(ana.call('POST', paths.cancelOrder(token), {}))
  const again = await expectOk(ana.call('POST', paths.cancelOrder(token), {}))
  for (const answer of [canceled, again]) {
    const { message } = (await answer.json()) as { message: string }
    expect(message).toContain("is canceled. We've emailed you a confirmation.")
  }
  await shop.settleDown()
  expect(mailsTo(shop, 'ana@example.com').at(-1)?.text).toContain(
    `Your bank already gave you back ${formatCents(paidCents)}`,
  )
})

test('STF-2 PAY-15 staff who cancel after a lost dispute read that nothing was left to refund', async () => {
  const { shop, token, intentId } = await paidOrder()
  const id = shop.standIn.bank.dispute(intentId)
  await shop.settleDown()
  await shop.services.stripe.disputes.close(id)
  await shop.settleDown()
  const ruth = await signedIn(shop, RUTH)
  const canceled = await expectOk(ruth.call('POST', `/staff/orders/${token}/cancel`, { reason: 'Lost.' }))
  expect((await canceled.json()).message).toBe(
    'Canceled. Nothing was left to refund, and the customer gets an email.',
  )
})

test('GFT-1 PAY-15 the email about gift cards that ended with a lost dispute promises no refund', async () => {
  const shop = await world()
  const { token } = await boughtCards(shop, await shop.shopper(), BY_EMAIL)
  const { id: orderId } = orderOf(shop.db, token)
  const payment = shop.db.select().from(payments).where(eq(payments.orderId, orderId)).get()
  const id = shop.standIn.bank.dispute(payment?.intentId ?? '')
  await shop.settleDown()
  await shop.services.stripe.disputes.close(id)
  await shop.settleDown()
  const ruth = await signedIn(shop, RUTH)
  await expectOk(ruth.call('POST', `/staff/orders/${token}/cancel`, { reason: 'Lost.' }))
  await shop.settleDown()
  const mail = mailsTo(shop, 'jane@example.com').at(-1)
  expect(mail?.subject).toBe(`Your order ${orderOf(shop.db, token).identifier} has ended`)
  expect(mail?.text).toContain('Your bank already gave you back $50.00')
  expect(mail?.text).not.toContain('refunding')
})

test('PAY-15 money that the bank gives back after the order was canceled is refunded, and its buyer hears of it', async () => {
  const { shop, ana, token, intentId, paidCents, decide, refunds } = await releasedOrder()
  await decide('losing_evidence')
  await expectOk(ana.call('POST', paths.cancelOrder(token), {}))
  const [dispute] = disputesOf(shop.db, orderOf(shop.db, token).id)
  const { providerId: id, amountCents, reason, openedAt } = dispute!
  const transfers = [
    { id: 'txn_taken', cents: -paidCents },
    { id: 'txn_back', cents: paidCents },
  ]
  const won = { id, intentId, amountCents, reason, openedAt, status: 'won', evidenceDueAt: null, transfers }
  for (const _ of ['first', 'again']) await durably(shop.db, (tx) => settleDispute(tx, won, shop.clock.now()))
  await shop.settleDown()
  expect(refunds().map(({ amountCents: cents }) => cents)).toEqual([paidCents])
  const mails = mailsTo(shop, 'ana@example.com').filter(({ subject }) => subject?.includes('refunded'))
  expect(mails.map(({ subject }) => subject)).toEqual([
    `We've refunded ${formatCents(paidCents)} for order ${orderOf(shop.db, token).identifier}`,
  ])
})
