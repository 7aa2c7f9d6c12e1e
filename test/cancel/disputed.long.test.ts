import { expect, test } from 'vitest'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { paidOrder } from '../support/refunding.ts'
import { quiet, solveOnPage } from '../support/staff.ts'

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
