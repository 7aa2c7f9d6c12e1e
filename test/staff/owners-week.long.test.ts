import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, offers } from '#db/schema/index.ts'
import { brokenEntry } from '#src/audit/audit.ts'
import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { periodsOf } from '#src/farm-money/statement-list.ts'
import { statementOf } from '#src/farm-money/statements.ts'
import { paidCents } from '#src/pricing/placed-price.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { signedIn } from '../support/account.ts'
import { expectOk, orderOf, prepareToPay, readyToPay } from '../support/buying.ts'
import { draftDesk } from '../support/drafts.ts'
import { booksOf, farmOfOrder } from '../support/farm-money.ts'
import { RUTH } from '../support/staff.ts'
import type { World } from '../support/world.ts'

const MONTH = '2026-11'

/** The owner's actions in the audit trail, in order. */
const verbsOf = ({ db }: World) =>
  db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.actorName, 'Ruth Abernathy'))
    .orderBy(auditEntries.id)
    .all()
    .map(({ verb }) => verb)

/** A guest order with a code, paid unless the code is refused. @returns the answer to the code, and the order */
async function buyWith(shop: World, code: string, email: string) {
  const shopper = await shop.shopper()
  const order_token = await readyToPay(shopper, shop.db, { email })
  const entered = await shopper.call('POST', `/v1/apply_gift_and_promo_codes/${order_token}`, {
    text_entered: code,
  })
  if (entered.status !== 200) return { answer: entered.status, order_token }
  const { clientSecret } = await prepareToPay(shopper, order_token)
  await shopper.confirm(clientSecret)
  await shop.settleDown()
  return { answer: entered.status, order_token }
}

test("VEN-2 STF-3 STF-5 STF-6 STF-8 STF-9 FRM-2 an owner's week: every action is in the trail, and the ledger balances", async () => {
  const desk = await draftDesk()
  const { shop, ruth, token, pack, order } = desk

  // Monday: an order by phone, paid by link.
  await desk.fill(3)
  await desk.address()
  expect((await desk.act('link')).status).toBe(200)
  const { path, key } = await desk.link()
  const caller = await shop.shopper()
  await expectOk(caller.call('POST', path, { key }))
  const { clientSecret } = await prepareToPay(caller, token)
  await caller.confirm(clientSecret)
  await shop.settleDown()
  expect(order().state).toBe('paid')

  // Tuesday: one pack was torn.
  const refund = { amount_cents: 1_000, reason: 'One pack was torn' }
  expect(
    await (await expectOk(ruth.call('POST', `/staff/orders/${token}/refund`, refund))).json(),
  ).toMatchObject({ state: 'made' })
  await shop.settleDown()

  // Wednesday: from midnight, the share costs a dollar more.
  const priceNow = () => shop.db.select().from(offers).where(eq(offers.token, pack)).get()!.priceCents
  const before = priceNow()
  const midnight = Math.ceil(shop.clock.now() / DAY_MS) * DAY_MS + 5 * HOUR_MS
  await expectOk(
    ruth.call('POST', `/staff/catalog/offers/${pack}`, {
      price_cents: before + 100,
      reason: 'Feed costs more',
      starts_at: new Date(midnight).toISOString(),
    }),
  )
  expect(priceNow()).toBe(before)
  shop.pass(midnight - shop.clock.now())
  await runDueJobs(shop.services)
  expect(priceNow()).toBe(before + 100)

  // Thursday: a code for the first two customers.
  const thursday = await signedIn(shop, RUTH)
  await expectOk(
    thursday.call('POST', '/staff/promotions', {
      code: 'FIRSTTWO',
      kind: 'amount',
      amount_cents: 500,
      use_limit: 2,
    }),
  )
  const uses = []
  for (const name of ['ana', 'ben', 'cal'])
    uses.push(await buyWith(shop, 'FIRSTTWO', `${name}@neighbors.example`))
  expect(uses.map(({ answer }) => answer)).toEqual([200, 200, 422])

  // Friday: Ben moves away and gets all his money back, a product page is corrected, and help is hired.
  const bens = uses[1]?.order_token ?? ''
  const whole = { amount_cents: paidCents(orderOf(shop.db, bens)), reason: 'He moved away' }
  const staffPage = (path: string, fields: Record<string, string | number>) =>
    expectOk(thursday.call('POST', `/staff/${path}`, fields))
  expect(await (await staffPage(`orders/${bens}/refund`, whole)).json()).toMatchObject({ state: 'made' })
  await shop.settleDown()
  expect(orderOf(shop.db, bens).state).toBe('canceled')
  const { data } = await shop.services.stripe.refunds.list()
  expect(data.map(({ amount }) => amount)).toEqual([whole.amount_cents, refund.amount_cents])
  await staffPage('catalog/varieties/grass-fed-ribeye', { summary: 'Dry-aged for three weeks.' })
  expect(await (await caller.visit('/products/grass-fed-ribeye')).text()).toContain(
    'Dry-aged for three weeks.',
  )
  await staffPage('people', { email: 'pia@shop.example', role: 'fulfillment', subject: 'truckee-meadows' })

  // The month is over: its farm is paid, and the tax export goes to the accountant.
  await postOrders(shop.services)
  const farm = farmOfOrder(shop.db, order().id)
  shop.pass(20 * DAY_MS)
  const owner = await signedIn(shop, RUTH)
  const owed = (month: string) => statementOf(shop.db, farm.id, month).owedCents
  const statement = (month: string) => `/staff/statements/${farm.slug}/${month}`
  for (const month of periodsOf(shop.db, farm.id).reverse())
    if (month <= MONTH)
      await expectOk(owner.call('POST', `${statement(month)}/close`, { seen_cents: String(owed(month)) }))
  await expectOk(
    owner.call('POST', `${statement(MONTH)}/payouts`, {
      amount: (owed(MONTH) / 100).toFixed(2),
      paid_on: '2026-12-05',
      reference: 'ACH 1187',
      payout_key: 'form-1',
    }),
  )
  const taxes = await owner.submit('POST', '/staff/exports/tax', { from: '2026-11-01', to: '2026-11-30' })
  // Ben's order is canceled, so only Ana's discount counts.
  expect([taxes.status, await taxes.text()]).toEqual([
    200,
    expect.stringMatching(/^2026-11,WA,\d+,\d+,500,/m),
  ])

  expect(await booksOf(shop)).toEqual([])
  expect(brokenEntry(shop.db)).toBeNull()
  const done = verbsOf(shop)
  for (const verb of [
    ...['order.drafted', 'order.draft_filled', 'order.draft_addressed', 'order.link_sent', 'order.refunded'],
    ...[
      'promotion.created',
      'variety.changed',
      'invitation.sent',
      'statement.closed',
      'payout.recorded',
      'export.downloaded',
    ],
  ])
    expect(done).toContain(verb)
  expect(done.filter((verb) => verb.startsWith('offer.price'))).not.toEqual([])
})
