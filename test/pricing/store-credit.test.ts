import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { giftCardEntries, giftCards } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { grantStoreCredit } from '#src/pricing/gift-ledger.ts'
import { random } from '#src/tokens.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { changeOrder, expectOk, orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { openFlag, openFlags, RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

/** A customer account with store credit. */
async function credited(cents: number) {
  const shop = await world()
  const { db, clock } = shop
  const userId = userOf(shop, BEN).id
  const give = (reference: string) =>
    durably(db, (tx) =>
      grantStoreCredit(tx, userId, 'referral', { cents, reference, random, now: clock.now() }),
    )
  await give('the first')
  const balance = () => db.select().from(giftCards).where(eq(giftCards.userId, userId)).get()?.balanceCents
  return { shop, db, give, balance, ben: await signedIn(shop, BEN) }
}

const wordsOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('PRC-1 store credit pays before the card, shows on every page, and comes back on cancellation', async () => {
  const { shop, db, ben, balance } = await credited(2_500)
  const token = await readyToPay(ben, db)
  const cart = await (await ben.visit('/cart')).text()
  expect(wordsOf(cart)).toContain('Store credit −$25.00')
  const { clientSecret } = await prepareToPay(ben, token)
  const { totalCents, itemsCents, shippingCents, taxCents } = orderOf(db, token)
  expect(totalCents).toBe((itemsCents ?? 0) + (shippingCents ?? 0) + (taxCents ?? 0) - 2_500)
  await ben.confirm(clientSecret)
  expect(await paymentStatus(ben, token)).toBe('succeeded')
  await shop.settleDown()
  expect([balance(), ledgerProblems(db)]).toEqual([0, []])
  expect(wordsOf(await (await ben.visit(`/account/orders/${token}/receipt`)).text())).toContain(
    'Store credit −$25.00',
  )

  await expectOk(ben.call('POST', `/account/orders/${token}/cancel`))
  await shop.settleDown()
  expect([balance(), ledgerProblems(db)]).toEqual([2_500, []])
  const rewards = wordsOf(await (await ben.visit('/rewards')).text())
  const { identifier } = orderOf(db, token)
  for (const words of [`−$25.00 paid for order ${identifier}`, `+$25.00 back from order ${identifier}`])
    expect(rewards).toContain(words)
})

test('PRC-1 a gift card pays before store credit', async () => {
  const { db, ben, balance } = await credited(500_000)
  const token = await readyToPay(ben, db)
  const path = `/v1/apply_gift_and_promo_codes/${token}`
  await expectOk(ben.call('POST', path, { text_entered: 'DEMOGIFT50000000' }))
  await expectOk(ben.call('POST', '/v1/stripe_validate_payment', { order_token: token }))
  await expectOk(ben.call('POST', '/v1/stripe_confirm_stripeless', { order_token: token }))
  const { giftCents, creditCents, totalCents } = orderOf(db, token)
  expect([totalCents, (giftCents ?? 0) - (creditCents ?? 0)]).toEqual([0, 5_000])
  expect(balance()).toBe(500_000 - (creditCents ?? 0))
  expect(ledgerProblems(db)).toEqual([])
})

test('PRC-1 a duplicate grant changes nothing, and credit belongs to its account only', async () => {
  const { shop, db, give, balance } = await credited(2_500)
  await expect(give('the first')).rejects.toThrow(/UNIQUE/)
  expect([
    balance(),
    db.select().from(giftCardEntries).where(eq(giftCardEntries.cause, 'referral')).all(),
  ]).toEqual([2_500, [expect.objectContaining({ cents: 2_500 })]])
  for (const other of [await shop.shopper(), await signedIn(shop, ANA)]) {
    const token = await readyToPay(other, db)
    await prepareToPay(other, token)
    expect(orderOf(db, token).giftCents).toBe(0)
  }
})

test('SET-1 credit ends with the account, which says so before, and the ledger balances', async () => {
  const { db, ben, balance } = await credited(2_500)
  const page = wordsOf(await (await ben.visit('/account')).text())
  expect(page).toContain('Unspent store credit is lost.')
  await expectOk(ben.call('POST', '/account/close', { sure: true }))
  expect([balance(), ledgerProblems(db)]).toEqual([undefined, []])
  const causes = db.select().from(giftCardEntries).where(eq(giftCardEntries.cause, 'forfeited')).all()
  expect(causes).toMatchObject([{ cents: -2_500 }])
})

test('SET-1 STF-2 what a refund gives back to the credit of a deleted account is forfeited, and staff hear of it', async () => {
  const { shop, db, ben } = await credited(2_500)
  const token = await readyToPay(ben, db)
  await ben.confirm((await prepareToPay(ben, token)).clientSecret)
  await shop.settleDown()
  const { totalCents } = orderOf(db, token)
  await expectOk(ben.call('POST', '/account/close', { sure: true }))
  const ruth = await signedIn(shop, RUTH)
  changeOrder(db, token, { state: 'delivered' })
  const refund = (amount_cents: number) =>
    expectOk(ruth.call('POST', `/staff/orders/${token}/refund`, { amount_cents, reason: 'Thawed.' }))
  await refund((totalCents ?? 0) + 1_000)
  expect(openFlag(shop, 'credit_forfeited').detail).toContain('$10.00')
  await refund(1_500)
  await shop.settleDown()
  expect([orderOf(db, token).state, shop.standIn.ledger().refundedCents]).toEqual(['refunded', totalCents])
  expect(openFlags(shop, 'credit_forfeited')).toHaveLength(2)
  expect(db.select().from(giftCardEntries).where(eq(giftCardEntries.cause, 'forfeited')).all()).toMatchObject(
    [{ cents: -1_000 }, { cents: -1_500 }],
  )
  expect(ledgerProblems(db)).toEqual([])
})
