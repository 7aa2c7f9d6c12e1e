import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import {
  type BoughtGiftCard,
  boughtGiftCards,
  giftCards,
  orderGiftCards,
  refunds,
  staffFlags,
} from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { splitOf } from '#src/farm-money/statement-list.ts'
import { returnCard } from '#src/gift-cards/return-card.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { refundPart } from '#src/payments/refund-part.ts'
import { balanceOf, giftCodeHash } from '#src/pricing/gift-cards.ts'
import { grantStoreCredit, openGiftCard, takeGiftCents } from '#src/pricing/gift-ledger.ts'
import { random } from '#src/tokens.ts'
import { BEN, mailsTo, signedIn, userOf } from '../support/account.ts'
import { expectOk, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import {
  addCard,
  BY_EMAIL,
  boughtCards,
  cardsOf,
  cardsToPay,
  mailedCode,
  payFor,
} from '../support/gift-cards.ts'
import type { Shopper } from '../support/shopper.ts'
import { solveOnPage } from '../support/staff.ts'
import { world } from '../support/world.ts'

/** Jane buys cards, and Rosa gets the code. */
async function given(...cards: Record<string, string>[]) {
  const shop = await world()
  const jane = await shop.shopper()
  const bought = await boughtCards(shop, jane, ...cards)
  const code = mailedCode(shop, 'rosa@example.net')
  const card = () =>
    shop.db
      .select()
      .from(giftCards)
      .where(eq(giftCards.codeHash, giftCodeHash(code)))
      .get()!
  const [line] = cardsOf(shop.db, bought.token)
  const ask = (verb: 'send' | 'return') =>
    jane.call('POST', `/account/orders/${bought.token}/gift-cards/${line!.token}/${verb}`)
  const sent = () =>
    shop.db
      .select()
      .from(refunds)
      .where(eq(refunds.orderId, orderOf(shop.db, bought.token).id))
      .all()
      .map(({ amountCents, status }) => [amountCents, status])
  return { shop, db: shop.db, jane, ...bought, code, card, ask, sent }
}

async function spend({ shop, db }: Pick<Awaited<ReturnType<typeof given>>, 'shop' | 'db'>, code: string) {
  const rosa = await shop.shopper()
  const token = await readyToPay(rosa, db, { email: 'rosa@example.net' })
  await expectOk(rosa.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: code }))
  const paid = await payFor(shop, rosa, token)
  return { rosa, token, ...paid }
}

test('GFT-1 a card is spent over three orders to the cent, and the ledgers balance after each', async () => {
  const jane = await given({ ...BY_EMAIL, amount_cents: '20000' })
  const { db, code, card } = jane
  let left = 20_000
  for (let times = 0; times < 3; times += 1) {
    const { token } = await spend(jane, code)
    const { giftCents, totalCents, itemsCents, shippingCents, taxCents } = orderOf(db, token)
    const due = (itemsCents ?? 0) + (shippingCents ?? 0) + (taxCents ?? 0)
    expect([giftCents, totalCents]).toEqual([Math.min(left, due), due - Math.min(left, due)])
    left -= giftCents ?? 0
    expect([card().balanceCents, ledgerProblems(db)]).toEqual([left, []])
  }
})

test('FRM-2 GFT-1 a refund to a gift card is posted in the month of the refund', async () => {
  const jane = await given({ ...BY_EMAIL, amount_cents: '20000' })
  const { shop, db, code } = jane
  const { token } = await spend(jane, code)
  await postOrders(shop.services)
  const split = splitOf(db, '2026-11')
  shop.pass(20 * DAY_MS)
  const order = orderOf(db, token)
  expect(order.totalCents).toBe(0)
  await durably(db, (tx) => refundPart(tx, order, 700, shop.clock.now()))
  await postOrders(shop.services)
  expect([splitOf(db, '2026-11'), splitOf(db, '2026-12').given_back]).toEqual([split, -700])
  expect(ledgerProblems(db)).toEqual([])
})

test('FRM-2 GFT-1 PAY-14 a dashboard refund that reduces ended gift cards is posted in its own month', async () => {
  const jane = await given()
  const { shop, db, token, code } = jane
  await spend(jane, code)
  const { id } = orderOf(db, token)
  await durably(db, (tx) => refundOrder(tx, id, 'staff', shop.clock.now()))
  await shop.settleDown()
  await postOrders(shop.services)
  const split = splitOf(db, '2026-11')
  shop.pass(20 * DAY_MS)
  const payment_intent = latestPayment(db, id)?.intentId ?? ''
  await shop.services.stripe.refunds.create({ payment_intent, amount: 379 })
  await shop.settleDown()
  await postOrders(shop.services)
  expect([splitOf(db, '2026-11'), splitOf(db, '2026-12').gift_cards]).toEqual([split, -379])
  expect(ledgerProblems(db)).toEqual([])
})

test('GFT-1 an order paid by card, gift card and credit is refunded to each, in that order', async () => {
  const jane = await given()
  const { shop, db, code, card } = jane
  const userId = userOf(shop, BEN).id
  await durably(db, (tx) =>
    grantStoreCredit(tx, userId, 'referral', {
      cents: 1_000,
      reference: 'a friend',
      random,
      now: shop.clock.now(),
    }),
  )
  const credit = () => db.select().from(giftCards).where(eq(giftCards.userId, userId)).get()!.balanceCents
  const ben = await signedIn(shop, BEN)
  const token = await readyToPay(ben, db, { quantity: 2 })
  await expectOk(ben.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: code }))
  await payFor(shop, ben, token)
  expect([card().balanceCents, credit()]).toEqual([0, 0])
  const { totalCents } = orderOf(db, token)
  await expectOk(ben.call('POST', `/account/orders/${token}/cancel`))
  await shop.settleDown()
  const back = db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderOf(db, token).id))
    .all()
  expect(back).toMatchObject([{ amountCents: totalCents, status: 'succeeded' }])
  expect([card().balanceCents, credit(), ledgerProblems(db)]).toEqual([5_000, 1_000, []])
})

test('GFT-1 an unspent card can be returned once: its code ends and the money is refunded', async () => {
  const { db, shop, token, code, card, ask, sent, jane } = await given()
  const answers = await Promise.all([ask('return'), ask('return')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await shop.settleDown()
  expect(sent()).toEqual([[5_000, 'succeeded']])
  expect([card().balanceCents, orderOf(db, token).state, ledgerProblems(db)]).toEqual([0, 'refunded', []])
  expect(mailsTo(shop, 'jane@example.com').map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('refunding your $50.00 gift card'),
  )
  const balance = await jane.call('POST', '/gift-cards/balance', { code })
  expect(balance.status).toBe(422)
  expect((await ask('send')).status).toBe(409)
})

test('GFT-1 PAY-14 after a partial refund at the dashboard, a returned card names what is refunded', async () => {
  const { db, shop, jane, token, ask, sent } = await given()
  const payment_intent = latestPayment(db, orderOf(db, token).id)?.intentId ?? ''
  await shop.services.stripe.refunds.create({ payment_intent, amount: 379 })
  await shop.settleDown()
  expect(await returnQuestion(jane, token)).toContain(
    '$46.21 goes back to the card you paid with. The rest of its price was refunded before.',
  )
  expect((await ask('return')).status).toBe(200)
  await shop.settleDown()
  expect(sent().map(([cents]) => cents)).toEqual([379, 4_621])
  const mail = mailsTo(shop, 'jane@example.com').at(-1)
  expect(mail?.subject).toContain("We're refunding $46.21 of your $50.00 gift card")
  expect(mail?.text).toContain("We're refunding $46.21 to your")
  expect(ledgerProblems(db)).toEqual([])
})

test('GFT-1 giving a card back asks first and says what ends and what comes back', async () => {
  const { token, jane, shop } = await given()
  const question = await returnQuestion(jane, token)
  expect(question).toContain('Its code ends for good, and $50.00 goes back to the card you paid with.</p>')
  expect(question).toContain('End this gift card')
  const page = await (await jane.visit(`/account/orders/${token}`)).text()
  expect(page.split('/return').length).toBe(question.split('/return').length)
  shop.pass(15 * DAY_MS)
  expect(await returnQuestion(jane, token)).toBe('')
})

/** What the order's page says before a gift card is given back; empty where it can't be. */
async function returnQuestion(jane: Shopper, token: string): Promise<string> {
  const page = await (await jane.visit(`/account/orders/${token}`)).text()
  return /<details>(<summary[^>]*>Give it back.*?)<\/details>/s.exec(page)?.[1] ?? ''
}

test('GFT-1 a card that is partly spent, held by an order, or old cannot be returned', async () => {
  const jane = await given({ ...BY_EMAIL, amount_cents: '20000' })
  const { shop, db, code, ask, sent } = jane
  const rosa = await shop.shopper()
  const token = await readyToPay(rosa, db, { email: 'rosa@example.net' })
  await expectOk(rosa.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered: code }))
  await prepareToPay(rosa, token)
  expect(await (await ask('return')).json()).toMatchObject({ error: expect.stringContaining('being paid') })
  shop.pass(3_600_000)
  await spend(jane, code)
  expect(await (await ask('return')).json()).toMatchObject({ error: expect.stringContaining('spent') })
  const old = await given()
  const [line] = cardsOf(old.db, old.token)
  const later = old.shop.clock.now() + 15 * 24 * 3_600_000
  expect(await durably(old.db, (tx) => returnCard(tx, line!.id, later))).toMatchObject({ reason: 'too_late' })
  expect([sent(), old.sent()]).toEqual([[], []])
})

test('GFT-1 a dispute freezes the unspent balance, and winning it unfreezes the card', async () => {
  const { shop, db, token, code, card, ask, jane } = await given()
  const id = shop.standIn.bank.dispute(latestPayment(db, orderOf(db, token).id)!.intentId!)
  await shop.settleDown()
  expect(card().frozenAt).not.toBeNull()
  const rosa = await shop.shopper()
  const box = await readyToPay(rosa, db, { email: 'rosa@example.net' })
  const enter = () => rosa.call('POST', `/v1/apply_gift_and_promo_codes/${box}`, { text_entered: code })
  expect(await (await enter()).json()).toMatchObject({ message: expect.stringContaining("can't take") })
  expect((await jane.call('POST', '/gift-cards/balance', { code })).status).toBe(422)
  expect([(await ask('return')).status, (await ask('send')).status]).toEqual([409, 409])
  expect(ledgerProblems(db)).toEqual([])

  await shop.services.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
  await shop.settleDown()
  expect([card().frozenAt, (await enter()).status]).toEqual([null, 200])
})

test('GFT-1 PAY-14 a dashboard refund after the order has ended comes off the amount kept for spent cards', async () => {
  const jane = await given()
  const { shop, db, token, code, sent } = jane
  await spend(jane, code)
  const { id } = orderOf(db, token)
  await durably(db, (tx) => refundOrder(tx, id, 'staff', shop.clock.now()))
  const kept = () => cardsOf(db, token).reduce((sum, { keptCents }) => sum + keptCents, 0)
  const books = async () => {
    await shop.settleDown()
    await postOrders(shop.services)
    return [kept(), ledgerProblems(db)]
  }
  expect(orderOf(db, token).state).toBe('refunded')
  expect(await books()).toEqual([5_000, []])
  const payment_intent = latestPayment(db, id)?.intentId ?? ''
  await shop.services.stripe.refunds.create({ payment_intent, amount: 379 })
  expect(await books()).toEqual([4_621, []])
  await shop.services.stripe.refunds.create({ payment_intent })
  expect(await books()).toEqual([0, []])
  expect(sent()).toEqual([
    [379, 'succeeded'],
    [4_621, 'succeeded'],
  ])
})

test.each([
  ['before a card of two is spent', 10_000, 4_621],
  ['of a card that nobody spent', 0, 0],
])('GFT-1 PAY-14 a dashboard refund followed by a full refund: %s', async (_, otherCents, keptCents) => {
  const jane = await given(
    ...(otherCents > 0
      ? [BY_EMAIL, { ...BY_EMAIL, amount_cents: String(otherCents), recipient_email: 'sam@example.net' }]
      : [BY_EMAIL]),
  )
  const { shop, db, token, code } = jane
  if (otherCents > 0) await spend(jane, code)
  const { id } = orderOf(db, token)
  const payment_intent = latestPayment(db, id)?.intentId ?? ''
  await shop.services.stripe.refunds.create({ payment_intent, amount: 379 })
  await shop.settleDown()
  await durably(db, (tx) => refundOrder(tx, id, 'staff', shop.clock.now()))
  await shop.settleDown()
  await postOrders(shop.services)
  const kept = cardsOf(db, token).reduce((sum, card) => sum + card.keptCents, 0)
  expect([kept, ledgerProblems(db)]).toEqual([keptCents, []])
  expect(orderOf(db, token).state).toBe('refunded')
})

test('OPS-8 the nightly check finds a card with an unpaid amount, one never issued, and one that ended with a balance', async () => {
  const { db, token } = await given()
  const [line] = cardsOf(db, token)
  const is = eq(boughtGiftCards.id, line!.id)
  const broken = (columns: Partial<BoughtGiftCard>) => {
    db.update(boughtGiftCards).set(columns).where(is).run()
    const problems = ledgerProblems(db)
    db.update(boughtGiftCards).set(line!).where(is).run()
    return problems
  }
  expect(broken({ amountCents: 7_500 })).toEqual([expect.stringContaining('began with 5000')])
  expect(broken({ giftCardId: null })).toEqual([expect.stringContaining('1 were never issued')])
  expect(broken({ endedAt: 1, keptCents: 0 })).toEqual([expect.stringContaining('gift card')])
  expect(ledgerProblems(db)).toEqual([])
})

test('GFT-1 suspected fraud freezes a card until staff release its order', async () => {
  const shop = await world()
  const { db } = shop
  const jane = await shop.shopper()
  const token = await cardsToPay(jane)
  const { clientSecret } = await prepareToPay(jane, token)
  await jane.confirm(clientSecret, 'pm_card_createIssuerFraudRecord')
  await shop.settleDown()
  const frozen = () => {
    const id = cardsOf(db, token)[0]?.giftCardId ?? 0
    return db.select().from(giftCards).where(eq(giftCards.id, id)).get()?.frozenAt
  }
  expect([orderOf(db, token).state, frozen()]).toEqual(['review', expect.any(Number)])
  await solveOnPage(shop, 'fraud_warning', 'release_box')
  await shop.settleDown()
  expect(mailsTo(shop, 'rosa@example.net')).toHaveLength(1)
  expect([orderOf(db, token).state, frozen()]).toEqual(['paid', null])
})

test('GFT-1 a refund of an order with a box and cards keeps the spent part of the cards', async () => {
  const shop = await world()
  const { db } = shop
  const jane = await shop.shopper()
  const token = await readyToPay(jane, db, { email: 'jane@example.com' })
  await addCard(jane)
  await addCard(jane, { ...BY_EMAIL, recipient_email: 'leo@example.net' })
  const { amount_cents } = await payFor(shop, jane, token)
  const code = mailedCode(shop, 'rosa@example.net')
  await spend({ shop, db }, code)
  const { id } = orderOf(db, token)
  const refunded = await durably(db, (tx) => refundOrder(tx, id, 'staff', shop.clock.now()))
  expect(refunded).toEqual({ ok: true, backCents: amount_cents - 5_000 })
  await shop.settleDown()
  const back = db.select().from(refunds).where(eq(refunds.orderId, id)).all()
  expect(back).toMatchObject([{ amountCents: amount_cents - 5_000, status: 'succeeded' }])
  expect([orderOf(db, token).state, ledgerProblems(db)]).toEqual(['canceled', []])
  expect(cardsOf(db, token)).toMatchObject([{ keptCents: 5_000 }, { keptCents: 0 }])
  const again = await durably(db, (tx) => refundOrder(tx, id, 'staff', shop.clock.now()))
  expect(again).toMatchObject({ ok: false })
})

test('GFT-1 a lost dispute cancels the cards, too', async () => {
  const { shop, db, token, card } = await given()
  const id = shop.standIn.bank.dispute(latestPayment(db, orderOf(db, token).id)!.intentId!)
  await shop.settleDown()
  await shop.services.stripe.disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } })
  await shop.settleDown()
  await durably(db, (tx) => refundOrder(tx, orderOf(db, token).id, 'staff', shop.clock.now()))
  expect([card().balanceCents, orderOf(db, token).state, ledgerProblems(db)]).toEqual([0, 'refunded', []])
})

test.each(['refunded', 'lost'])(
  'GFT-1 a refund to a card whose purchase was %s is limited to what is still paid for it',
  async (fate) => {
    const { shop, db, token, code, card } = await given()
    await spend({ shop, db }, code)
    const spent = 5_000 - card().balanceCents
    const box = db.select().from(orderGiftCards).where(eq(orderGiftCards.giftCardId, card().id)).get()
    if (fate === 'lost') {
      const id = shop.standIn.bank.dispute(latestPayment(db, orderOf(db, token).id)!.intentId!)
      await shop.settleDown()
      await shop.services.stripe.disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } })
      await shop.settleDown()
    }
    const refund = (orderId: number) =>
      durably(db, (tx) => refundOrder(tx, orderId, 'staff', shop.clock.now()))
    await refund(orderOf(db, token).id)
    await refund(box!.orderId)
    await shop.settleDown()
    expect(spent).toBeGreaterThan(0)
    expect([card().balanceCents, ledgerProblems(db)]).toEqual([fate === 'lost' ? 0 : spent, []])
  },
)

test('GFT-1 the buyer can resend a card to the same address, and its link does not open without its key', async () => {
  const { shop, ask, jane } = await given()
  expect((await ask('send')).status).toBe(200)
  await shop.settleDown()
  const mails = mailsTo(shop, 'rosa@example.net')
  expect(mails).toHaveLength(2)
  const link = mails[0]!.text.match(/http\S+\/gift-cards\/print\S+/)![0]
  const rosa = await shop.shopper()
  const page = await rosa.visit(link)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  expect(await page.text()).toContain(mailedCode(shop, 'rosa@example.net'))
  for (const path of [link.split('?')[0]!, `${link}x`]) expect((await jane.visit(path)).status).toBe(404)
})

test('GFT-1 a balance below $15.00 is paid out once on request, and a larger one is not', async () => {
  const { shop, db, code, card, jane } = await given()
  const ask = (typed: string, email = 'rosa@example.net', state = 'CA') =>
    jane.call('POST', '/gift-cards/cash', { code: typed, email, state })
  expect(await (await ask(code)).json()).toMatchObject({
    error: expect.stringContaining('this card has more'),
  })
  await durably(db, (tx) =>
    takeGiftCents(tx, card().id, 'forfeited', { cents: 3_760, reference: 'test', now: shop.clock.now() }),
  )
  expect((await ask(code, 'no address')).status).toBe(422)
  for (const state of ['', 'NY', 'WA']) expect((await ask(code, 'rosa@example.net', state)).status).toBe(422)
  const answers = await Promise.all([ask(code), ask(code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  await shop.settleDown()
  expect(card().balanceCents).toBe(0)
  expect(db.select().from(staffFlags).where(eq(staffFlags.kind, 'gift_card_cash')).all()).toHaveLength(1)
  expect(mailsTo(shop, 'help@droveway.example')).toMatchObject([
    { subject: 'Pay out $12.40 of a gift card', text: expect.stringContaining('rosa@example.net') },
  ])
})

test('GFT-1 credit that we gave is never paid out, even a small balance', async () => {
  const { shop, db } = await given()
  const now = shop.clock.now()
  const codes = { issued: 'ISSUEDCARD234567', claim: 'CREDITCARD234567' }
  for (const [cause, code] of Object.entries(codes) as ['issued' | 'claim', string][]) {
    const entry = { cents: 900, reference: cause, now }
    await durably(db, (tx) => openGiftCard(tx, giftCodeHash(code), cause, entry))
    const rosa = await shop.shopper()
    await rosa.visit('/gift-cards/balance')
    const refused = await rosa.call('POST', '/gift-cards/cash', { code, email: 'r@example.net', state: 'CA' })
    expect([refused.status, (await refused.json()).error]).toEqual([
      422,
      'We can only pay out gift cards that were bought. This code is store credit, so please spend it on your next order.',
    ])
    expect(balanceOf(db, code)).toBe(900)
  }
  expect(db.select().from(staffFlags).where(eq(staffFlags.kind, 'gift_card_cash')).all()).toEqual([])
  expect(ledgerProblems(db)).toEqual([])
})

test('GFT-1 a paper card asks staff to mail it, and only staff can see its code', async () => {
  const shop = await world()
  const { db } = shop
  const jane = await shop.shopper()
  const token = await readyToPay(jane, db, { email: 'jane@example.com' })
  await addCard(jane, { delivery_method: 'ship', amount_cents: '5000', gift_card_quantity: '2' })
  await payFor(shop, jane, token)
  const flags = db.select().from(staffFlags).where(eq(staffFlags.kind, 'gift_card_to_post')).all()
  expect(flags).toHaveLength(2)
  expect((await jane.visit(`/staff/gift-cards/${flags[0]!.subjectId}/print`)).status).toBe(303)
})
