import { eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  analyticsEvents,
  cardSetups,
  jobs,
  orderNotes,
  orders,
  recurringConsents,
  rewards,
  savedAddresses,
  storedCards,
  visits,
  waitListEntries,
} from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { DEMO_PASSWORD } from '#src/demo/accounts.ts'
import { createLog } from '#src/log.ts'
import { ERASED } from '#src/orders/erase.ts'
import { recurringConsentText } from '#src/orders/recurring-consent.ts'
import { MEMBER_CARD } from '#src/providers/payments/demo-cards.ts'
import { ANA, BEN, isSignedIn, mailsTo, signedIn, userOf } from '../../support/account.ts'
import { expectOk, orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import { addCard, placeRecurring } from '../../support/own-cards.ts'
import { makeRecurring } from '../../support/paying-by-card.ts'
import { giveReward, redeem } from '../../support/rewards.ts'
import type { Shopper } from '../../support/shopper.ts'
import { world } from '../../support/world.ts'

/** A signed-in customer with a paid box on its way. */
async function buyer() {
  const made = await world()
  const ben = await signedIn(made)
  const token = await readyToPay(ben, made.db)
  const { clientSecret } = await prepareToPay(ben, token)
  await ben.confirm(clientSecret)
  await made.settleDown()
  const orderNow = () => made.db.select().from(orders).where(eq(orders.token, token)).get()
  return { made, ben, orderNow }
}

const close = (who: Shopper, more: object = {}) => who.call('POST', '/account/close', { sure: true, ...more })

test('SET-3 the personal data includes staff notes on orders and the recorded visits', async () => {
  const { made, ben, orderNow } = await buyer()
  const { db } = made
  const orderId = orderNow()?.id ?? 0
  const at = made.clock.now()
  db.insert(orderNotes).values({ orderId, text: 'He likes thin steaks.', press: 'a', at }).run()
  const visit = { visitor: 'v', startedAt: at, userId: userOf(made, BEN).id }
  const mine = db
    .insert(visits)
    .values({ ...visit, token: 'mine' })
    .returning()
    .get()
  const other = db
    .insert(visits)
    .values({ ...visit, userId: null, token: 'other' })
    .returning()
    .get()
  const event = { name: 'click', properties: {} }
  db.insert(analyticsEvents)
    .values([
      { ...event, key: 'late', at: at + 9 * DAY_MS, visitId: mine.id },
      { ...event, key: 'early', at, visitId: mine.id },
      { ...event, key: 'not mine', at, visitId: other.id },
    ])
    .run()
  expect(await (await ben.visit('/account/data')).json()).toMatchObject({
    orders: expect.arrayContaining([
      expect.objectContaining({
        order_identifier: orderNow()?.identifier,
        notes_by_staff: [{ words: 'He likes thin steaks.', written_at: new Date(at).toISOString() }],
      }),
    ]),
    visits: [
      { events: [{ at: new Date(at).toISOString() }, { at: new Date(at + 9 * DAY_MS).toISOString() }] },
    ],
  })
})

test('SET-3 the personal data file has everything we store, no secrets, and nothing about others', async () => {
  const { made, ben, orderNow } = await buyer()
  const answer = await ben.visit('/account/data')
  expect([
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
    answer.headers.get('cache-control'),
    answer.headers.get('x-content-type-options'),
  ]).toEqual([
    'application/json; charset=UTF-8',
    'attachment; filename="personal-data.json"',
    'no-store',
    'nosniff',
  ])
  const text = await answer.text()
  const data = JSON.parse(text) as { orders: { order_identifier: string; items: object[] }[] }
  const order = data.orders.find(({ order_identifier }) => order_identifier === orderNow()?.identifier)
  expect(data).toMatchObject({
    account: { email: BEN, has_password: true, preferences: { level: 'weekly' } },
  })
  expect(order).toMatchObject({ total_cents: orderNow()?.totalCents, delivery: { city: 'Seattle' } })
  expect(order?.items.length).toBeGreaterThan(0)
  for (const secret of ['argon2', userOf(made, BEN).token, 'idHash', ANA]) expect(text).not.toContain(secret)
  const guest = await made.shopper()
  expect((await guest.visit('/account/data')).headers.get('location')).toBe('/signin')
})

test('SET-3 SEC-4 an account with an unverified email gets nothing that is linked by email only', async () => {
  const { made, orderNow } = await buyer()
  const email = 'victim@example.com'
  made.db
    .update(orders)
    .set({ email, userId: null })
    .where(eq(orders.id, orderNow()?.id ?? 0))
    .run()
  made.db.insert(waitListEntries).values({ email, campaignType: 'launch', joinedAt: made.clock.now() }).run()
  const eve = await made.shopper()
  await eve.call('POST', '/v1/create_account', { email, password: 'brisket on sunday' })
  await eve.visit('/')
  expect(await (await eve.visit('/account/data')).json()).toMatchObject({ orders: [], wait_lists: [] })
  expect((await close(eve)).status).toBe(200)
  expect(orderNow()).toMatchObject({ email, deliveryName: expect.any(String) })
  expect(made.db.select().from(waitListEntries).where(eq(waitListEntries.email, email)).all()).toHaveLength(1)
})

test('SET-1 deleting an account ends every session, sends a last mail, and frees the email address', async () => {
  const made = await world()
  const [ben, phone] = [await signedIn(made), await signedIn(made)]
  made.db.insert(waitListEntries).values({ email: BEN, campaignType: 'launch', joinedAt: 1 }).run()
  expect((await close(ben, { sure: '' })).status).toBe(422)
  expect(await isSignedIn(ben)).toBe(true)
  const closed = await ben.submit('POST', '/account/close', { sure: '1' })
  expect([closed.status, closed.headers.get('location'), closed.headers.get('clear-site-data')]).toEqual([
    303,
    '/',
    '"cache"',
  ])
  expect(await (await ben.visit('/')).text()).toContain('Your account has been deleted.')
  expect([await isSignedIn(ben), await isSignedIn(phone)]).toEqual([false, false])
  await made.settleDown()
  expect(mailsTo(made, BEN).map(({ subject }) => subject)).toEqual(['Your Droveway data has been deleted'])
  expect(made.db.select().from(waitListEntries).where(eq(waitListEntries.email, BEN)).all()).toEqual([])
  expect((await ben.call('POST', '/v1/cc_signin', { email: BEN, password: DEMO_PASSWORD })).status).toBe(401)
  const again = await ben.call('POST', '/v1/create_account', { email: BEN, password: 'brisket on sunday' })
  expect(again.status).toBe(200)
  expect(JSON.stringify(made.db.select().from(jobs).all())).not.toContain('@')
})

test('SET-1 an hour after sign-in, deleting the account requires the password', async () => {
  const made = await world()
  const ben = await signedIn(made)
  made.pass(61 * 60_000)
  expect((await close(ben)).status).toBe(401)
  expect((await close(ben, { current_password: 'not-the-password' })).status).toBe(401)
  expect(userOf(made, BEN).email).toBe(BEN)
  expect((await close(ben, { current_password: DEMO_PASSWORD })).status).toBe(200)
})

test('SET-1 a paid box still ships, and its order stays for accounting and is anonymized a month later', async () => {
  const { made, ben, orderNow } = await buyer()
  const before = orderNow()
  expect((await close(ben)).status).toBe(200)
  expect(orderNow()).toMatchObject({
    userId: null,
    sessionHash: null,
    state: 'paid',
    deliveryStreet1: before?.deliveryStreet1,
    totalCents: before?.totalCents,
  })
  const [eve, path] = [await made.shopper(), `/account/orders/${before?.token}`]
  for (const cookie of [ben.cookies.get('session')]) eve.cookies.set('session', cookie ?? '')
  expect((await eve.visit(path)).status).not.toBe(200)

  made.pass(60 * DAY_MS)
  await made.settleDown()
  expect(orderNow()).toMatchObject({
    ...before,
    ...ERASED,
    userId: null,
    sessionHash: null,
    personReleasedAt: expect.any(Number),
    updatedAt: expect.any(Number),
  })
})

test('SET-1 an open order expires with its account and releases its holds', async () => {
  const made = await world()
  const ben = await signedIn(made)
  const token = await readyToPay(ben, made.db)
  await prepareToPay(ben, token)
  const order = () => made.db.select().from(orders).where(eq(orders.token, token)).get()
  const held = () =>
    made.db.get<{ n: number }>(sql`select count(*) as n from holds where order_id = ${order()?.id}`)
  expect(held()?.n).toBeGreaterThan(0)
  expect((await close(ben)).status).toBe(200)
  expect(order()).toMatchObject({ state: 'expired', email: null, deliveryName: null, userId: null })
  expect(held()?.n).toBe(0)
})

test("SET-1 an account can't be deleted while the bank processes a payment", async () => {
  const made = await world()
  const ben = await signedIn(made)
  const token = await readyToPay(ben, made.db)
  const { clientSecret } = await prepareToPay(ben, token)
  await ben.confirm(clientSecret, 'pm_card_processing')
  const refused = await close(ben)
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('bank is still processing a payment'),
  ])
  expect(userOf(made, BEN).email).toBe(BEN)
})

test("SET-1 PAY-12 closing the account during 3-D Secure cancels the payment, so it can't be charged later", async () => {
  const made = await world()
  const ben = await signedIn(made)
  const token = await readyToPay(ben, made.db)
  const { clientSecret, paymentIntentId } = await prepareToPay(ben, token)
  await ben.confirm(clientSecret, 'pm_card_authenticationRequired')
  made.standIn.control.fault({
    kind: 'error',
    method: 'POST',
    path: '/v1/payment_intents/*/cancel',
    times: 2,
  })
  expect((await close(ben)).status).toBe(422)
  expect((await close(ben)).status).toBe(200)
  expect((await ben.authenticate(clientSecret, paymentIntentId, 'complete')).status).toBe(400)
  await made.settleDown()
  expect(made.standIn.ledger().charges).toBe(0)
})

test('SET-1 SET-3 the data for future boxes is in the file, and is deleted with the account, at the provider, too', async () => {
  const made = await world()
  const ana = await signedIn(made, ANA)
  const guest = await made.shopper()
  await placeRecurring(made, guest, ANA) // before the email was verified, and never claimed
  const reward = giveReward(made.db, { amountCents: 500 })
  const order_token = await readyToPay(ana, made.db, { slug: 'st-louis-ribs', quantity: 2, email: ANA })
  expect((await redeem(ana, order_token, reward)).status).toBe(200)
  await expectOk(makeRecurring(ana, order_token))
  const { clientSecret } = await prepareToPay(ana, order_token)
  await ana.confirm(clientSecret)
  await made.settleDown()
  await addCard(made, ana, 'pm_card_amex')
  made.db
    .update(orders)
    .set({ giftRecipientEmail: ANA, giftRecipientName: 'Ana' })
    .where(eq(orders.id, 1))
    .run()

  expect(await (await ana.visit('/account/data')).json()).toMatchObject({
    cards: expect.arrayContaining([expect.objectContaining({ card: 'amex 0005' })]),
    saved_addresses: expect.arrayContaining([expect.objectContaining({ postal_code: expect.any(String) })]),
    rewards: expect.arrayContaining([expect.objectContaining({ amount_cents: 500 })]),
    orders: expect.arrayContaining([
      expect.objectContaining({
        order_identifier: orderOf(made.db, order_token).identifier,
        recurring: [expect.objectContaining({ withdrawn_at: null, words: recurringConsentText('Droveway') })],
      }),
    ]),
  })
  const known = (await made.services.stripe.customers.list()).data.map(({ id }) => id)
  const customers = known.filter((id) => id !== MEMBER_CARD.customerId)
  expect(customers).toHaveLength(2)
  const { id } = userOf(made, ANA)
  expect((await close(ana)).status).toBe(200)
  expect(made.db.select().from(storedCards).all()).toMatchObject([{ email: MEMBER_CARD.email }])
  expect(made.db.select().from(cardSetups).all()).toEqual([])
  expect(made.db.select().from(savedAddresses).where(eq(savedAddresses.userId, id)).all()).toEqual([])
  const left = made.db.select().from(rewards).where(isNull(rewards.userId)).all()
  expect(left.map(({ token }) => token)).toEqual([reward]) // belongs to the box that still ships
  const junes = userOf(made, MEMBER_CARD.email).id
  const given = made.db.select().from(recurringConsents).all()
  const consents = given.filter(({ userId }) => userId !== junes)
  expect(consents.map(({ userId, withdrawnAt }) => [userId, withdrawnAt])).toEqual([
    [null, made.clock.now()],
    [null, made.clock.now()],
  ])
  expect(made.db.select().from(orders).where(eq(orders.giftRecipientEmail, ANA)).all()).toEqual([])
  await made.settleDown()
  for (const customer of customers)
    expect(await made.services.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  made.pass(60 * DAY_MS)
  await made.settleDown()
  expect(orderOf(made.db, order_token)).toMatchObject({ state: 'paid', email: null, rewardsCents: 500 })
})

test("SET-1 a back-office account can't delete itself", async () => {
  const made = await world()
  for (const email of ['vendor@example.com', 'staff@example.com']) {
    const worker = await signedIn(made, email)
    const refused = await close(worker)
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('staff account')])
    expect(userOf(made, email).email).toBe(email)
  }
})

test('SET-1 every reference to an account allows its deletion', async () => {
  const { db } = await world()
  const references = db.all<{ name: string; onDelete: string }>(sql`
    select m.name, f.on_delete as onDelete from sqlite_master m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f."table" = 'users'`)
  expect(references.length).toBeGreaterThan(5)
  const byItself = ['CASCADE', 'SET NULL']
  const holding = references.filter(({ onDelete }) => !byItself.includes(onDelete)).map(({ name }) => name)
  expect(holding).toEqual(['orders']) // handled by releasePersonFromOrders
  const nameless = references.filter(({ onDelete }) => onDelete === 'SET NULL').map(({ name }) => name)
  // Evidence, what was given for a placed box, and what staff and clerks did.
  const done = [
    'box_shorts',
    'bulk_edits', // who made it
    'claims', // who answered it
    'corporate_gifts', // who started it
    'credit_requests', // who requested, and who decided
    'credit_requests',
    'customer_notes', // who wrote it
    'deliveries',
    'draft_orders', // who filled, priced and approved it, and who heard the consent
    'draft_orders',
    'draft_orders',
    'draft_orders',
    'gift_cards',
    'memberships',
    'order_notes', // who wrote it
    'packaging_changes',
    'packed_packages',
    'packing_wave_orders',
    'price_changes', // who planned it
    'promotions', // whose referral link it is
    'promotions', // who proposed it
    'recalls',
    'receipts',
    'recurring_consents',
    'referrals',
    'referrals',
    'reviews', // which staff member decided
    'reviews', // which farm user answered
    'rewards',
    'role_invitations', // who invited
    'shipments',
    'shipping_manifests',
    'staff_flags',
    'staff_flags',
    'staff_refunds', // who requested, and who decided
    'staff_refunds',
    'stock_movements',
    'visits',
    'wave_jobs',
  ]
  expect(nameless.sort()).toEqual(done)
})

test('SET-1 every column of an order is either erased or not personal', () => {
  const kept = Object.keys(getTableColumns(orders)).filter((name) => !(name in ERASED))
  const PERSONAL = /email|name|street|phone|customer|recipient|message|note|gift(?!Cents|Order)/i
  expect(kept.filter((name) => PERSONAL.test(name))).toEqual([])
})

test('SET-1 closing an account logs nothing personal', async () => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const made = await world({ services: { log } })
  const ben = await signedIn(made)
  const { token } = userOf(made, BEN)
  await ben.call('POST', `/v1/update_user_full_name/${token}`, {
    first_name: 'Zebulon',
    phone_number: '2065550142',
  })
  await ben.call('POST', `/v1/update_user_email/${token}`, { email: 'zeb@home.example' })
  await ben.visit('/account/data')
  await close(ben)
  await made.settleDown()
  const text = lines.join('')
  expect(text).toContain('account_closed')
  for (const canary of ['Zebulon', '5550142', 'zeb@home', BEN, DEMO_PASSWORD, token])
    expect(text).not.toContain(canary)
})
