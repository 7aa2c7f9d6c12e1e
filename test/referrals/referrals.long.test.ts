import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import {
  giftCards,
  mailSuppressions,
  orderPromotions,
  orders,
  promotions,
  staffFlags,
} from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { grantStoreCredit } from '#src/pricing/gift-ledger.ts'
import { tendReferrals } from '#src/referrals/tend.ts'
import { ANA, BEN, mailsTo, signedIn, userOf } from '../support/account.ts'
import { changeOrder, expectOk, orderOf, prepareToPay } from '../support/buying.ts'
import { buyByLink, deliver, enterCode, friendsBox, referringShop } from '../support/referrals.ts'
import { RUTH } from '../support/staff.ts'
import type { World } from '../support/world.ts'

const creditOf = (shop: World, email: string) =>
  shop.db
    .select()
    .from(giftCards)
    .where(eq(giftCards.userId, userOf(shop, email).id))
    .get()?.balanceCents ?? 0

const invite = (who: Awaited<ReturnType<typeof signedIn>>, email: string, more: object = {}) =>
  who.call('POST', '/v1/referrals', { email, subject: 'the chicken', body: 'Try it.', ...more })

test('REF-1 the friend pays $25 less, and the referrer gets $25 credit once, when the box arrives', async () => {
  const { shop, ana, code, ofOrder } = await referringShop()
  const link = await (await ana.visit('/refer')).text()
  expect(link).toContain(`http://localhost:3000/r/${code}`)

  const friend = await shop.shopper()
  const captured = await friend.visit(`/r/${code}`)
  expect([captured.status, captured.headers.get('location')]).toEqual([
    302,
    `/r/${code}?promotion_offer=${code}`,
  ])
  const page = await (await friend.visit(`/r/${code}?promotion_offer=${code}`)).text()
  expect(page).toContain('Ana gives you $25 off your first box')
  expect(page).toContain('noindex')

  const box = await buyByLink(shop, code, 'fern@example.com')
  expect(box.order()).toMatchObject({ state: 'paid', promotionsCents: 2_500 })
  await tendReferrals(shop.services)
  expect([ofOrder(box.order().id)?.state, creditOf(shop, ANA)]).toEqual(['ordered', 0])
  await deliver(shop, box.order())
  await deliver(shop, box.order())
  expect([ofOrder(box.order().id)?.state, creditOf(shop, ANA)]).toEqual(['earned', 2_500])
  expect(mailsTo(shop, ANA).map(({ subject }) => subject)).toEqual(["You've got $25 in credit"])
  expect(await (await ana.visit('/refer')).text()).toContain('You got $25.00')
  expect(ledgerProblems(shop.db)).toEqual([])
})

test("REF-1 a friend's box that can't be settled doesn't block another friend's credit", async () => {
  const { shop, db, code, ofOrder } = await referringShop()
  const [fern, gil] = [
    await buyByLink(shop, code, 'fern@example.com'),
    await buyByLink(
      shop,
      code,
      'gil@example.com',
      { delivery_street_address_1: '5 Spruce Way', mobile_phone_number: '(206) 555-0155' },
      'pm_card_mastercard',
    ),
  ]
  await tendReferrals(shop.services)
  const [broken, other] = [ofOrder(fern.order().id), ofOrder(gil.order().id)]
  // Simulates a bug: the credit's entry exists already, and its reference is unique.
  const entry = { cents: 1, reference: `referral:${broken?.id}`, now: shop.clock.now() }
  await durably(db, (tx) =>
    grantStoreCredit(tx, userOf(shop, BEN).id, 'issued', { ...entry, random: shop.services.random }),
  )
  for (const { order } of [fern, gil]) changeOrder(db, order().token, { state: 'delivered' })
  await tendReferrals(shop.services)
  expect(ofOrder(fern.order().id)?.state).toBe('ordered')
  expect([other?.state, ofOrder(gil.order().id)?.state, creditOf(shop, ANA)]).toEqual([
    'ordered',
    'earned',
    2_500,
  ])
})

test('REF-1 a full refund takes back what is left of the credit; a cancellation before shipping earns none', async () => {
  const { shop, code, ofOrder } = await referringShop()
  const box = await buyByLink(shop, code, 'fern@example.com')
  await deliver(shop, box.order())
  shop.db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, box.order().id)).run()
  await tendReferrals(shop.services)
  expect([ofOrder(box.order().id)?.state, creditOf(shop, ANA)]).toEqual(['reversed', 0])

  const other = await buyByLink(
    shop,
    code,
    'gil@example.com',
    {
      delivery_street_address_1: '5 Spruce Way',
      mobile_phone_number: '(206) 555-0155',
    },
    'pm_card_mastercard',
  )
  await tendReferrals(shop.services)
  await expectOk(other.friend.call('POST', `/account/orders/${other.token}/cancel`))
  await shop.settleDown()
  await tendReferrals(shop.services)
  expect([ofOrder(other.order().id)?.state, creditOf(shop, ANA)]).toEqual(['canceled', 0])
})

test('REF-1 a box refunded in full in transit earns no credit once it arrives', async () => {
  const { shop, code, ofOrder } = await referringShop()
  const box = await buyByLink(shop, code, 'fern@example.com')
  changeOrder(shop.db, box.token, { state: 'shipped' })
  const ruth = await signedIn(shop, RUTH)
  const refund = { amount_cents: box.order().totalCents, reason: 'Lost', press: 'all' }
  await expectOk(ruth.call('POST', `/staff/orders/${box.token}/refund`, refund))
  await shop.settleDown()
  await tendReferrals(shop.services)
  expect(ofOrder(box.order().id)?.state).toBe('ordered')
  await deliver(shop, box.order())
  expect([box.order().state, ofOrder(box.order().id)?.state, creditOf(shop, ANA)]).toEqual([
    'refunded',
    'canceled',
    0,
  ])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('REF-1 an invitation is our own mail: fixed subject prefix, our address, the link, and a lasting unsubscribe', async () => {
  const { shop, ana, code, rows } = await referringShop()
  expect((await invite(ana, 'fern@example.com', { subject: '  the chicken ' })).status).toBe(200)
  await shop.settleDown()
  const [mail] = mailsTo(shop, 'fern@example.com')
  expect(mail?.subject).toBe('Ana invites you to Droveway: the chicken')
  for (const words of [
    'Try it.',
    `/r/${code}`,
    '1 Test Lane, Reno, NV 89502',
    'Ana gets $25.00 in credit too',
  ])
    expect(mail?.text).toContain(words)
  expect(rows().at(-1)).toMatchObject({ state: 'invited', email: 'fern@example.com' })

  const stop = /(\/unsubscribe\/invitations\/[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const stranger = await shop.shopper()
  expect((await stranger.visit(stop)).status).toBe(200)
  expect(shop.db.select().from(mailSuppressions).all()).toEqual([])
  await shop.listen(
    new Request(`http://localhost:3000${stop}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' }),
  )
  const ben = await signedIn(shop, BEN)
  expect((await invite(ben, 'Fern+again@example.com')).status).toBe(200)
  await shop.settleDown()
  expect(mailsTo(shop, 'Fern+again@example.com').concat(mailsTo(shop, 'fern+again@example.com'))).toEqual([])
  expect((await stranger.visit(`${stop.slice(0, -1)}_`)).status).toBe(404)
})

test('someone who wants no more invitations can go on to the shop', async () => {
  const { shop, ana } = await referringShop()
  await invite(ana, 'fern@example.com')
  await shop.settleDown()
  const [stop] =
    /\/unsubscribe\/invitations\/[\w-]+/.exec(mailsTo(shop, 'fern@example.com')[0]?.text ?? '') ?? []
  const html = await (await (await shop.shopper()).visit(`${stop}?done=1`)).text()
  expect(html).toContain('invite you again</h1>')
  expect(html).toContain('<a class="button button--quiet" href="/shop">Browse the shop</a>')
})

test('REF-1 SEC-3 oneself, a repeated friend, links, header injection and floods are refused with a message, and send nothing', async () => {
  const { shop, ana } = await referringShop()
  const refused: [string, object, number, RegExp][] = [
    [ANA, {}, 422, /your own address/],
    ['Shop.per+me@example.com', { body: 'see http://evil.test' }, 422, /web addresses/],
    ['shopper+me@example.com', {}, 422, /your own address/],
    ['nobody', {}, 422, /email/],
    ['fern@example.com', { subject: 'Hi\r\nBcc: all@example.com' }, 422, /one line/],
    ['fern@example.com', { body: 'cheap at evil.com today' }, 422, /web addresses/],
    ['fern@example.com', { body: 'A great roast.Top it with salt.' }, 422, /“roast\.Top”\. .* a space after/],
    ['fern@example.com', { body: 'x'.repeat(1_001) }, 422, /1000 characters/],
  ]
  for (const [email, more, status, words] of refused) {
    const answer = await invite(ana, email, more)
    expect([email, answer.status]).toEqual([email, status])
    expect((await answer.json()).message).toMatch(words)
  }
  await shop.settleDown()
  expect(mailsTo(shop, 'fern@example.com')).toEqual([])
  expect((await invite(ana, 'fern@example.com')).status).toBe(200)
  const twice = await invite(ana, 'FERN+2@example.com')
  expect([twice.status, (await twice.json()).message]).toEqual([409, expect.stringMatching(/before/)])
  for (let n = 1; n < 10; n++) expect((await invite(ana, `friend${n}@example.com`)).status).toBe(200)
  expect((await invite(ana, 'friend10@example.com')).status).toBe(429)
  const guest = await shop.shopper()
  expect((await invite(guest, 'fern@example.com')).status).toBe(401)
})

test("REF-1 SEC-3 an invitation doesn't reveal who has an account: customers look invited, count, and get no mail", async () => {
  const { shop, ana } = await referringShop()
  const before = mailsTo(shop, BEN).length
  const [customer, stranger] = [await invite(ana, BEN), await invite(ana, 'fern@example.com')]
  expect([customer.status, await customer.json()]).toEqual([stranger.status, await stranger.json()])
  await shop.settleDown()
  expect([mailsTo(shop, BEN).length - before, mailsTo(shop, 'fern@example.com').length]).toEqual([0, 1])
  const page = await (await ana.visit('/refer')).text()
  const shown = [BEN, 'fern@example.com'].map((email) => page.split(email)[1]?.split('</li>')[0])
  expect(shown[0]).toBe(shown[1])
  expect((await invite(ana, BEN)).status).toBe(409)
  for (let n = 2; n < 10; n++) expect((await invite(ana, `friend${n}@example.com`)).status).toBe(200)
  expect((await invite(ana, 'friend10@example.com')).status).toBe(429)
})

test('REF-1 fifty concurrent invitations for one friend send one', async () => {
  const { shop, ana } = await referringShop()
  const answers = await Promise.all(Array.from({ length: 50 }, () => invite(ana, 'fern@example.com')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await shop.settleDown()
  expect(mailsTo(shop, 'fern@example.com')).toHaveLength(1)
})

test('REF-1 a sign-up by the link shows as a friend who joined, and shows nothing else about them', async () => {
  const { shop, ana, code, rows } = await referringShop()
  const friend = await shop.shopper()
  await friend.visit('/')
  await friend.visit(`/r/${code}?promotion_offer=${code}`)
  await shop.settleDown()
  await expectOk(
    friend.call('POST', '/v1/create_account', { email: 'fern@example.com', password: 'brisket on sunday' }),
  )
  expect(rows().at(-1)).toMatchObject({ state: 'joined', friendId: userOf(shop, 'fern@example.com').id })
  const page = await (await ana.visit('/refer')).text()
  expect(page).toContain('A friend with your link')
  expect(page).not.toContain('fern@example.com')
})

test("REF-1 STF-4 a friend's account merged into the referrer's after its first box earns no credit", async () => {
  const { shop, db, code, ofOrder } = await referringShop()
  const fern = 'fern@example.com'
  const friend = await shop.shopper()
  await expectOk(friend.call('POST', '/v1/create_account', { email: fern, password: 'brisket on sunday' }))
  await friend.visit('/')
  const token = await friendsBox(friend, shop, fern)
  await expectOk(enterCode(friend, token, code))
  await friend.confirm((await prepareToPay(friend, token)).clientSecret)
  await shop.settleDown()
  await tendReferrals(shop.services)
  const { id } = orderOf(db, token)
  expect(ofOrder(id)).toMatchObject({ state: 'ordered' })

  const ruth = await signedIn(shop, RUTH)
  const path = `/staff/customers/${userOf(shop, ANA).token}/merge`
  const other = userOf(shop, fern).token
  const preview = await (await ruth.call('GET', `${path}?other=${other}`)).json()
  const { mark } = preview as { mark: string }
  await expectOk(ruth.call('POST', path, { other, mark, reason: 'She called.', sure: true }))
  await deliver(shop, { id })
  expect(ofOrder(id)).toMatchObject({ state: 'canceled' })
  expect(creditOf(shop, ANA)).toBe(0)
})

/** Each is refused when the code is entered, before any charge. */
const CHEATS: Record<string, { email?: string; place?: object; as?: string; refusal: RegExp }> = {
  'one’s own link': { as: ANA, email: ANA, refusal: /your own link/ },
  'one’s own address as a guest': {
    place: { delivery_street_address_1: '1912 Pike Pl' },
    refusal: /another household/,
  },
  'one’s own address in other letters': {
    place: { delivery_street_address_1: '1912 PIKE PL', address_confirmation_bypass: 'use-original' },
    refusal: /another household/,
  },
  'the phone of one’s own boxes': {
    place: { mobile_phone_number: '(206) 555-0142' },
    refusal: /another household/,
  },
  'an account that has bought before': { as: BEN, email: BEN, refusal: /first orders only/ },
  'an email address that has bought before': {
    email: 'fern@example.com',
    refusal: /first orders only|new customers/,
  },
  'a phone that has bought before': {
    email: 'new@example.com',
    place: { delivery_street_address_1: '9 Elm St' },
    refusal: /new customers/,
  },
  'an address that has bought before': {
    email: 'new@example.com',
    place: { mobile_phone_number: '(206) 555-0177' },
    refusal: /first orders only/,
  },
}

test.each(Object.entries(CHEATS))(
  'REF-1 refuses %s at the code',
  async (_, { as, email, place, refusal }) => {
    const { shop, code } = await referringShop()
    const known = await buyByLink(shop, code, 'fern@example.com')
    if (as === BEN)
      shop.db
        .update(orders)
        .set({ userId: userOf(shop, BEN).id })
        .where(eq(orders.id, known.order().id))
        .run()
    const cheat = as ? await signedIn(shop, as) : await shop.shopper()
    const isKnownFriend = place === undefined || email === 'new@example.com'
    const elsewhere = { delivery_street_address_1: '31 Alder Ct', mobile_phone_number: '(206) 555-0133' }
    const base = isKnownFriend && email === 'new@example.com' ? {} : elsewhere
    const token = await friendsBox(cheat, shop, email ?? 'cousin@example.com', { ...base, ...place })
    const answer = await enterCode(cheat, token, code)
    expect([answer.status, (await answer.json()).message]).toEqual([422, expect.stringMatching(refusal)])
    expect(orderOf(shop.db, token).promotionsCents ?? 0).toBe(0)
  },
)

test("REF-1 an address changed to the referrer's household after the code is refused at payment", async () => {
  const { shop, code } = await referringShop()
  const friend = await shop.shopper()
  const token = await friendsBox(friend, shop, 'cousin@example.com')
  await expectOk(enterCode(friend, token, code))
  await expectOk(
    friend.call('POST', '/v1/stripe_update_address', {
      order_token: token,
      delivery_name: 'Ana W',
      delivery_street_address_1: '1912 Pike Pl',
      delivery_city: 'Seattle',
      delivery_state: 'WA',
      delivery_postal_code: '98101',
      mobile_phone_number: '(206) 555-0188',
    }),
  )
  const answer = await friend.call('POST', '/v1/stripe_validate_payment', { order_token: token })
  expect(answer.status).not.toBe(200)
})

test("REF-1 a friend's box paid with the referrer's card stays, earns no credit, and is flagged", async () => {
  const { shop, ana, code, ofOrder } = await referringShop()
  const token = await friendsBox(ana, shop, ANA, { delivery_street_address_1: '1912 Pike Pl' })
  const { clientSecret } = await prepareToPay(ana, token)
  await ana.confirm(clientSecret, 'pm_card_amex')
  await shop.settleDown()

  const box = await buyByLink(
    shop,
    code,
    'cousin@example.com',
    {
      delivery_street_address_1: '31 Alder Ct',
      mobile_phone_number: '(206) 555-0133',
    },
    'pm_card_amex',
  )
  await tendReferrals(shop.services)
  await deliver(shop, box.order())
  expect(ofOrder(box.order().id)).toMatchObject({ state: 'refused', reason: 'card' })
  expect(creditOf(shop, ANA)).toBe(0)
  const kinds = shop.db
    .select()
    .from(staffFlags)
    .all()
    .map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['first_order_card']))
})

test('REF-1 after twenty friends in a year the code is refused', async () => {
  const { shop, code, rows } = await referringShop()
  const box = await buyByLink(shop, code, 'fern@example.com')
  await deliver(shop, box.order())
  const promotion = shop.db.select().from(promotions).where(eq(promotions.code, code)).get()
  const others = shop.db
    .select({ id: orders.id })
    .from(orders)
    .all()
    .filter(({ id }) => id !== box.order().id)
  for (const { id } of others.slice(0, 19))
    shop.db
      .insert(orderPromotions)
      .values({ orderId: id, promotionId: promotion?.id ?? 0, usedAt: shop.clock.now() })
      .onConflictDoUpdate({
        target: orderPromotions.orderId,
        set: { promotionId: promotion?.id ?? 0, usedAt: shop.clock.now() },
      })
      .run()
  const friend = await shop.shopper()
  const token = await friendsBox(friend, shop, 'late@example.com', {
    delivery_street_address_1: '31 Alder Ct',
    mobile_phone_number: '(206) 555-0133',
  })
  const answer = await enterCode(friend, token, code)
  expect([answer.status, (await answer.json()).message]).toEqual([422, expect.stringMatching(/this year/)])
  expect(rows().length).toBeGreaterThan(0)
})
