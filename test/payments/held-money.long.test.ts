import { expect, test } from 'vitest'
import { returnedOf } from '#src/orders/returned-money.ts'
import { takeEndingHolds } from '#src/payments/held-money.ts'
import { checkLedgers, ledgerProblems } from '#src/payments/ledger-check.ts'
import { reconcileRefunds } from '#src/payments/reconcile-refunds.ts'
import { mailsTo } from '../support/account.ts'
import { heldBox, letHoursPass } from '../support/held-boxes.ts'
import { advanceTo, MEMBER, memberShop, nextBoxOf, pastCharge } from '../support/membership.ts'
import { openFlags } from '../support/staff.ts'

const [EIGHT_POUNDS, SEVEN_AND_A_HALF] = [3_629, 3_402]
const LEFT_OUT = 2 * 8_010 - 7_120 - 6_675

test("CWT-2 a member's box with cuts by weight is only authorized at its charge, and counts as paid", async () => {
  const box = await heldBox()
  const { totalCents, state } = box.order()
  expect(state).toBe('paid')
  expect(totalCents).toBe(box.box.total_cents)
  expect(await box.intent()).toMatchObject({
    status: 'requires_capture',
    amount_capturable: totalCents,
    amount_received: 0,
  })
  expect(box.payment().heldUntil).toBeGreaterThan(box.shop.services.wallClock.now())
  expect(ledgerProblems(box.shop.db)).toEqual([])
})

test('CWT-2 while the bank only holds the money, no page and no email says that it was charged', async () => {
  const box = await heldBox()
  const { member, shop } = box
  const path = `/account/orders/${box.order().token}`
  const shown = async (page: string) => (await (await member.visit(page)).text()).split('<main')[1] ?? ''
  const receipt = mailsTo(shop, MEMBER).find(({ subject }) => subject.includes(box.order().identifier))
  expect(receipt?.text).toMatch(/Held on \w+ ending in \d{4}: \$/)
  expect(receipt?.html).toMatch(/Held on \w+ ending in \d{4}/)
  for (const page of [path, `${path}/receipt`]) {
    expect(await shown(page)).toContain('<dt>Held by your bank</dt>')
    expect(await shown(page)).not.toMatch(/<dt>Charged<|\d charged to/)
  }
  expect(await shown(path)).toMatch(/\$\d+\.\d\d held on \w+ ending in \d{4}\./)
  await box.pack(EIGHT_POUNDS, SEVEN_AND_A_HALF)
  await shop.settleDown()
  expect(await shown(path)).toContain('<dt>Charged</dt>')
  expect(await shown(path)).toContain(`Not charged: $${LEFT_OUT / 100}`)
  expect(await shown(path)).not.toMatch(/Held by your bank|Refunded|five to ten days/)
})

test('CWT-2 a fixed-price box is charged immediately', async () => {
  const { made, member } = await memberShop()
  const box = await nextBoxOf(member)
  await advanceTo(made, box.charge_at, -3_600_000)
  await pastCharge(made, box)
  const { data } = await made.services.stripe.paymentIntents.list({ limit: 1 })
  expect(data).toMatchObject([{ status: 'succeeded', amount_received: box.total_cents }])
})

test('CWT-2 packing captures the packed price once, and sends no refund', async () => {
  const box = await heldBox()
  const heldCents = box.order().totalCents ?? 0
  await box.pack(EIGHT_POUNDS, SEVEN_AND_A_HALF)
  await box.pack(EIGHT_POUNDS, SEVEN_AND_A_HALF)
  await box.shop.settleDown()
  await reconcileRefunds(box.shop.services)
  expect(await box.intent()).toMatchObject({ status: 'succeeded', amount_received: heldCents - LEFT_OUT })
  expect(box.payment()).toMatchObject({ status: 'succeeded', heldUntil: null })
  expect(box.order().totalCents).toBe(heldCents - LEFT_OUT)
  expect(box.refunds()).toEqual([['succeeded', LEFT_OUT]])
  expect(returnedOf(box.shop.db, box.order())).toEqual({ cardCents: 0, giftCents: 0 })
  expect(box.ledger()).toEqual([
    ['charge', heldCents],
    ['refund', LEFT_OUT],
  ])
  expect(box.shop.standIn.ledger()).toMatchObject({ refundedCents: LEFT_OUT })
  expect(ledgerProblems(box.shop.db)).toEqual([])
  const mails = mailsTo(box.shop, MEMBER).filter(({ subject }) => /final weights/.test(subject))
  expect(mails).toHaveLength(1)
})

test('CWT-2 an amount owed after the capture is refunded as usual', async () => {
  const box = await heldBox()
  await box.pack(EIGHT_POUNDS, EIGHT_POUNDS)
  await box.shop.settleDown()
  await box.pack(EIGHT_POUNDS, SEVEN_AND_A_HALF)
  await box.shop.settleDown()
  expect(box.refunds()).toEqual([
    ['succeeded', 2 * 8_010 - 2 * 7_120],
    ['succeeded', 7_120 - 6_675],
  ])
  expect(box.shop.standIn.ledger().refundedCents).toBe(LEFT_OUT)
  expect(ledgerProblems(box.shop.db)).toEqual([])
})

test('CWT-2 canceling a box before packing releases the hold, and nothing is charged', async () => {
  const box = await heldBox()
  const heldCents = box.order().totalCents ?? 0
  await box.member.submit('POST', `/account/orders/${box.token}/cancel`, {})
  await box.shop.settleDown()
  await reconcileRefunds(box.shop.services)
  expect(box.order().state).toBe('canceled')
  expect(await box.intent()).toMatchObject({ status: 'canceled', amount_received: 0 })
  expect(box.refunds()).toEqual([['succeeded', heldCents]])
  expect(ledgerProblems(box.shop.db)).toEqual([])
  const page = await (await box.member.visit(`/account/orders/${box.token}`)).text()
  expect(page).toContain(`Not charged: $${(heldCents / 100).toFixed(2)}`)
  const mail = mailsTo(box.shop, MEMBER).find(({ subject }) => subject.endsWith('was canceled'))
  expect(mail?.text).toContain('Your bank only held')
  expect(mail?.text).not.toMatch(/We're refunding|five to ten days/)
})

test('CWT-2 a hold is captured in full a day before it lapses, and packing refunds the difference', async () => {
  const box = await heldBox()
  const heldCents = box.order().totalCents ?? 0
  await letHoursPass(box.shop, 3 * 24)
  await takeEndingHolds(box.shop.services)
  await box.shop.settleDown()
  expect((await box.intent()).status).toBe('requires_capture')
  await letHoursPass(box.shop, 20)
  await takeEndingHolds(box.shop.services)
  await box.shop.settleDown()
  expect(await box.intent()).toMatchObject({ status: 'succeeded', amount_received: heldCents })
  await box.pack(EIGHT_POUNDS, SEVEN_AND_A_HALF)
  await box.shop.settleDown()
  expect(box.refunds()).toEqual([['succeeded', LEFT_OUT]])
  expect(box.shop.standIn.ledger().refundedCents).toBe(LEFT_OUT)
  expect(ledgerProblems(box.shop.db)).toEqual([])
})

test('CWT-2 a hold that lapses at the bank cancels the box and flags it', async () => {
  const box = await heldBox()
  const heldCents = box.order().totalCents ?? 0
  box.shop.pass(5 * 24 * 3_600_000)
  await box.shop.settleDown() // the provider's webhook arrives
  expect(await box.intent()).toMatchObject({ status: 'canceled' })
  expect(box.order().state).toBe('refunded')
  expect(box.ledger()).toEqual([
    ['charge', heldCents],
    ['refund', heldCents],
  ])
  expect(openFlags(box.shop, 'hold_lapsed')).toMatchObject([{ orderId: box.order().id }])
  await checkLedgers(box.shop.services)
  expect(openFlags(box.shop, 'ledger')).toEqual([])
})

test('CWT-2 a capture whose response is lost is retried, and captured once', async () => {
  let isCut = false
  const line = async (response: Promise<Response>) => {
    const answer = await response
    if (!isCut) return answer
    throw new Error('the line is cut')
  }
  const box = await heldBox({ line })
  const heldCents = box.order().totalCents ?? 0
  await box.pack(EIGHT_POUNDS, SEVEN_AND_A_HALF)
  isCut = true
  await box.shop.settleDown()
  expect(box.payment().heldUntil).not.toBeNull()
  isCut = false
  await letHoursPass(box.shop, 1)
  expect(await box.intent()).toMatchObject({ status: 'succeeded', amount_received: heldCents - LEFT_OUT })
  expect(box.ledger()).toEqual([
    ['charge', heldCents],
    ['refund', LEFT_OUT],
  ])
  expect(ledgerProblems(box.shop.db)).toEqual([])
})

test('CWT-2 an excess captured in the dashboard is still owed, and refunded', async () => {
  const box = await heldBox()
  const heldCents = box.order().totalCents ?? 0
  await box.shop.services.stripe.paymentIntents.capture(box.payment().intentId!)
  await box.pack(EIGHT_POUNDS, SEVEN_AND_A_HALF)
  await box.shop.settleDown()
  expect(box.refunds()).toEqual([['succeeded', LEFT_OUT]])
  expect(box.shop.standIn.ledger()).toMatchObject({ chargedCents: heldCents, refundedCents: LEFT_OUT })
  expect(ledgerProblems(box.shop.db)).toEqual([])
})
