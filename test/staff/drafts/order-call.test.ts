import { expect, test } from 'vitest'
import { auditEntries, draftOrders, orders } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { mailsTo, signedIn } from '../../support/account.ts'
import { expectOk, offerToken, orderOf, prepareToPay, SEATTLE } from '../../support/buying.ts'
import { CALLER } from '../../support/drafts.ts'
import { RUTH } from '../../support/staff.ts'
import { world } from '../../support/world.ts'

async function desk() {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const pack = offerToken(shop.db, 'demo-fifty')
  const items = [{ bid_item_token: pack, quantity: 2 }]
  const call = async (fields: Record<string, unknown>) => {
    const answer = await ruth.call('POST', '/staff/orders', { email: CALLER, items, ...fields })
    return { status: answer.status, ...((await answer.json()) as Answer) }
  }
  return { shop, ruth, pack, call }
}

type Answer = { order_token: string; pay_url: string | null; message: string; error?: string }

test('STF-3 one call makes a draft at a custom price, and its link can be paid', async () => {
  const { shop, call } = await desk()
  const fields = { price_cents: 10_001, reason: 'She called: the box of last week was late.' }
  const made = await call(fields)
  await shop.settleDown()
  expect(mailsTo(shop, CALLER).at(-1)?.text).toContain(made.pay_url)
  expect(orderOf(shop.db, made.order_token)).toMatchObject({ email: CALLER })
  const again = await call(fields)
  expect([again.order_token, shop.db.select().from(draftOrders).all().length]).toEqual([made.order_token, 1])

  expect(trailOf(shop)).toEqual(['order.drafted', 'order.draft_filled', 'order.link_sent'])

  const link = new URL(made.pay_url ?? '')
  const guest = await shop.shopper()
  await expectOk(guest.call('POST', link.pathname, { key: link.searchParams.get('key') }))
  const address = { order_token: made.order_token, ...SEATTLE }
  await expectOk(guest.call('POST', '/v1/stripe_update_address', address))
  const { amount_cents } = await prepareToPay(guest, made.order_token)
  const { itemsCents, promotionsCents } = orderOf(shop.db, made.order_token)
  expect([(itemsCents ?? 0) - (promotionsCents ?? 0), amount_cents > 10_001]).toEqual([10_001, true])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('STF-3 a draft at a price for all packs keeps it to the cent when its form is saved as it is shown', async () => {
  const { shop, ruth, pack, call } = await desk()
  const { order_token } = await call({ price_cents: 10_001, reason: 'Last week’s box was late.' })
  const path = `/staff/drafts/${order_token}`
  const read = async () => (await (await ruth.call('GET', path)).json()) as Record<string, unknown>
  const page = await (await ruth.visit(path)).text()
  const shown = (name: string) =>
    new RegExp(`value="([^"]*)"[^>]* name="${name}\\[${pack}\\]"`).exec(page)?.[1] ?? expect.fail(name)
  const save = (quantity: string) =>
    ruth.submit('POST', path, {
      [`quantities[${pack}]`]: quantity,
      [`prices[${pack}]`]: shown('prices'),
      reason: 'Last week’s box was late.',
      version: String(orderOf(shop.db, order_token).version),
    })
  expect([shown('quantities'), shown('prices')]).toEqual(['2', '50.01'])
  expect(page).toContain('All 2 together: $100.01')
  expect((await save('2')).status).toBe(303)
  expect(await read()).toMatchObject({ items_cents: 10_001, lines: [{ line_cents: 10_001 }] })
  expect((await save('3')).status).toBe(303)
  expect(await read()).toMatchObject({ items_cents: 15_003, lines: [{ line_cents: 15_003 }] })
})

test("STF-3 a call that can't be filled or sent makes no draft", async () => {
  const { shop, pack, call } = await desk()
  const [before, trail] = [shop.db.select().from(orders).all().length, trailOf(shop)]
  const refusals: [Record<string, unknown>, number][] = [
    [{ email: 'nobody' }, 422],
    [{ email: RUTH }, 409],
    [{ items: [] }, 422],
    [{ items: 'all' }, 422],
    [{ items: [{ bid_item_token: pack, quantity: 0 }] }, 422],
    [{ items: [{ bid_item_token: pack, quantity: 5_000 }] }, 422],
    [{ items: [{ bid_item_token: 'unknown', quantity: 1 }] }, 422],
    [{ price_cents: 5_000 }, 422],
    [{ price_cents: '12.50', reason: 'A friend.' }, 422],
  ]
  for (const [fields, status] of refusals) {
    const refused = await call(fields)
    expect([fields, refused.status, refused.error]).toEqual([fields, status, expect.stringMatching(/\w/)])
  }
  expect([shop.db.select().from(orders).all().length, trailOf(shop)]).toEqual([before, trail])
})

const trailOf = ({ db }: Awaited<ReturnType<typeof desk>>['shop']) =>
  db
    .select()
    .from(auditEntries)
    .all()
    .map(({ verb }) => verb)
