import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, orderLines, priceChanges, priceProposals } from '#db/schema/index.ts'
import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { signedIn } from '../../support/account.ts'
import { expectOk, orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import { actionsOf, catalogDesk } from '../../support/catalog-desk.ts'
import { farmOf } from '../../support/farms.ts'
import { advanceTo, memberShop, nextBoxOf, pastCharge } from '../../support/membership.ts'
import { openFlag, openFlags, RUTH } from '../../support/staff.ts'
import { world } from '../../support/world.ts'

test('STF-5 a price change takes effect at once wherever it is shown, once, with actor and reason', async () => {
  const { shop, ruth, slug, path, offer, first, token } = await catalogDesk()
  const shopper = await shop.shopper()
  const shown = async () => (await (await shopper.visit(`/products/${slug}`)).text()).includes('$37.31')
  const listed = async () => (await (await shopper.visit('/search?q=ribeye')).text()).includes('$37.31')
  expect([await shown(), await listed()]).toEqual([false, false])
  const change = { price_cents: 3_731, reason: 'Feed costs more' }
  expect(await (await expectOk(ruth.call('POST', path, change))).json()).toMatchObject({
    did: 'changed',
    bid_item_token: token,
    price_cents: 3_731,
  })
  expect([await shown(), await listed()]).toEqual([true, true])
  expect(await (await expectOk(ruth.call('POST', path, change))).json()).toMatchObject({ did: 'unchanged' })
  expect(actionsOf(shop, 'offer.price_changed')).toMatchObject([
    { detail: { before: first.priceCents, after: 3_731 }, reason: 'Feed costs more', subjectToken: token },
  ])
  expect(offer().priceCents).toBe(3_731)
})

test('STF-5 a price a hundred times higher or lower asks first, and a stale page shows the current price', async () => {
  const { shop, ruth, path, offer, first } = await catalogDesk()
  for (const cents of [first.priceCents * 100, Math.floor(first.priceCents / 100)]) {
    const refused = await ruth.call('POST', path, { price_cents: cents, reason: 'Oops' })
    expect([refused.status, Object.keys((await refused.json()).errors)]).toEqual([422, ['confirmed']])
  }
  const asks = await ruth.submit('POST', path, {
    price: '0.20',
    reason: 'Oops',
    seen_cents: String(first.priceCents),
  })
  expect([asks.status, (await asks.text()).includes('name="confirmed"')]).toEqual([422, true])
  expect(offer().priceCents).toBe(first.priceCents)
  await expectOk(ruth.call('POST', path, { price_cents: 20, reason: 'A gift', confirmed: true }))
  expect(offer().priceCents).toBe(20)

  const stale = { price_cents: 3_000, reason: 'Late', seen_cents: first.priceCents }
  const late = await ruth.call('POST', path, { ...stale, confirmed: true })
  expect([late.status, (await late.json()).current.price_cents]).toEqual([409, 20])
  const page = await ruth.submit('POST', path, {
    price: '30.00',
    reason: 'Late',
    seen_cents: String(first.priceCents),
    confirmed: '1',
  })
  expect([page.status, (await page.text()).includes('The price changed since')]).toEqual([409, true])
  for (const bad of [
    { price_cents: 0, reason: 'x' },
    { price_cents: 1_000_001, reason: 'x', confirmed: true },
    { price_cents: 3_000 },
    { price_cents: 'cheap', reason: 'x' },
    { price_cents: 3_000, reason: 'x', starts_at: 'tomorrow' },
    { price_cents: 3_000, reason: 'x', starts_at: '2020-01-01T00:00' },
    { price_cents: 3_000, reason: 'x', starts_at: '2099-01-01T00:00', confirmed: true },
  ])
    expect((await ruth.call('POST', path, bad)).status, JSON.stringify(bad)).toBe(422)
  expect([offer().priceCents, actionsOf(shop, 'offer.price_changed')]).toMatchObject([20, [{}]])
})

test('STF-5 a scheduled price starts once at its time, across restarts, unless withdrawn', async () => {
  const { shop, ruth, path, offer, first } = await catalogDesk()
  const at = (ms: number) => new Date(shop.clock.now() + ms).toISOString()
  await expectOk(ruth.call('POST', path, { price_cents: 3_100, reason: 'Monday', starts_at: at(DAY_MS) }))
  await expectOk(ruth.call('POST', path, { price_cents: 3_100, reason: 'Monday', starts_at: at(DAY_MS) }))
  const taken = { price_cents: 3_333, reason: 'Monday', starts_at: at(DAY_MS) }
  expect((await ruth.call('POST', path, taken)).status).toBe(409)
  await expectOk(
    ruth.call('POST', path, { price_cents: 3_200, reason: 'Tuesday', starts_at: at(2 * DAY_MS) }),
  )
  const { prices } = await (await ruth.call('GET', '/staff/catalog/prices')).json()
  expect(prices).toMatchObject([{ price_cents: 3_100 }, { price_cents: 3_200 }])
  expect(await (await ruth.visit('/staff/catalog/prices')).text()).toContain('Tuesday')

  shop.pass(DAY_MS - HOUR_MS)
  await runDueJobs(shop.services)
  expect(offer().priceCents).toBe(first.priceCents)
  shop.pass(HOUR_MS)
  shop.restart()
  await Promise.all([runDueJobs(shop.services), runDueJobs(shop.services)])
  expect(offer().priceCents).toBe(3_100)
  expect(actionsOf(shop, 'offer.price_started')).toMatchObject([
    { detail: { before: first.priceCents, after: 3_100 } },
  ])

  const [, second] = prices as { id: number }[]
  const later = await signedIn(shop, RUTH)
  await expectOk(later.call('POST', `/staff/catalog/prices/${second!.id}/withdraw`))
  expect((await later.call('POST', `/staff/catalog/prices/${second!.id}/withdraw`)).status).toBe(409)
  shop.pass(2 * DAY_MS)
  await runDueJobs(shop.services)
  expect(offer().priceCents).toBe(3_100)
  expect(
    shop.db
      .select()
      .from(priceChanges)
      .all()
      .map(({ state }) => state),
  ).toEqual(['applied', 'withdrawn'])
})

test("STF-5 MEM-4 a price change doesn't affect orders in payment, placed orders or announced member boxes", async () => {
  const { made, member, db } = await memberShop()
  const box = await nextBoxOf(member)
  await advanceTo(made, box.charge_at, -7 * DAY_MS)
  const promised = (await nextBoxOf(member)).total_cents
  const ruth = await signedIn(made, RUTH)
  const shopper = await made.shopper()
  const order_token = await readyToPay(shopper, db)
  const { amount_cents } = await prepareToPay(shopper, order_token)
  const before = orderOf(db, order_token).totalCents
  const held = db
    .select({ token: offers.token, priceCents: offers.priceCents })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .all()
  for (const { token, priceCents } of held)
    await expectOk(
      ruth.call('POST', `/staff/catalog/offers/${token}`, { price_cents: priceCents + 900, reason: 'x' }),
    )
  expect(orderOf(db, order_token).totalCents).toBe(before)
  expect(amount_cents).toBe(before)
  expect((await nextBoxOf(member)).total_cents).toBe(promised)
  await pastCharge(made, box)
  expect(orderOf(db, box.order_token).totalCents).toBe(promised)
})

test("STF-5 VEN-1 staff accept or refuse a farm's price once, which closes its flag", async () => {
  const shop = await world()
  const { call, item } = await farmOf(shop)
  const ruth = await signedIn(shop, RUTH)
  const propose = async (price_cents: number) => {
    await expectOk(call('price', { price_cents, reason: 'Feed' }))
    return shop.db.select().from(priceProposals).all().at(-1)!.id
  }
  const now = () => shop.db.select().from(offers).where(eq(offers.token, item.bid_item_token)).get()!
  const refused = await propose(item.price_cents + 100)
  await expectOk(ruth.call('POST', `/staff/price_proposals/${refused}/refuse`, { reason: 'In January' }))
  expect([now().priceCents, openFlags(shop, 'price_proposed').length]).toEqual([item.price_cents, 0])
  const accepted = await propose(item.price_cents + 200)
  expect(await (await ruth.visit('/staff/catalog/prices')).text()).toContain(
    `/price_proposals/${accepted}/accept`,
  )
  await expectOk(ruth.call('POST', `/staff/price_proposals/${accepted}/accept`))
  expect((await ruth.call('POST', `/staff/price_proposals/${accepted}/accept`)).status).toBe(409)
  expect((await ruth.call('POST', '/staff/price_proposals/999/accept')).status).toBe(404)
  expect([now().priceCents, openFlags(shop, 'price_proposed').length]).toEqual([item.price_cents + 200, 0])
  const far = await propose(item.price_cents * 200)
  expect((await ruth.call('POST', `/staff/price_proposals/${far}/accept`)).status).toBe(422)
  expect(
    actionsOf(shop, 'price_proposal.accepted', 'price_proposal.refused').map(({ verb }) => verb),
  ).toEqual(['price_proposal.refused', 'price_proposal.accepted'])
})

test('STF-5 VEN-1 a farm’s price is not accepted by a page that shows an older price, which says what changed', async () => {
  const shop = await world()
  const { call, item } = await farmOf(shop)
  const ruth = await signedIn(shop, RUTH)
  const [seen, now, wanted] = [item.price_cents, item.price_cents + 500, item.price_cents + 200]
  await expectOk(call('price', { price_cents: wanted, reason: 'Feed' }))
  const { id } = shop.db.select().from(priceProposals).get()!
  const flag = `/staff/flags/${openFlag(shop, 'price_proposed').id}`
  const seenOn = async (path: string) =>
    /name="seen_cents" value="(\d+)"/.exec(await (await ruth.visit(path)).text())?.[1]
  for (const path of [flag, '/staff/catalog/prices'])
    expect([path, await seenOn(path)]).toEqual([path, String(seen)])

  const offerPath = `/staff/catalog/offers/${item.bid_item_token}`
  await expectOk(ruth.call('POST', offerPath, { price_cents: now, reason: 'A colleague was faster' }))
  const words = `The price is ${formatCents(now)} by now, not ${formatCents(seen)}. Nothing was changed.`
  const accept = `/staff/price_proposals/${id}/accept`
  const late = await ruth.call('POST', accept, { seen_cents: String(seen) })
  expect([late.status, (await late.json()).error]).toEqual([409, words])
  const stale = await ruth.submit('POST', `${flag}/resolve`, {
    action: 'accept_price',
    seen_cents: String(seen),
  })
  const page = await stale.text()
  expect([stale.status, page.includes(words), page.includes(`<dd>${formatCents(now)}</dd>`)]).toEqual([
    409,
    true,
    true,
  ])
  const price = () => shop.db.select().from(offers).where(eq(offers.token, item.bid_item_token)).get()!
  expect(price().priceCents).toBe(now)
  await expectOk(ruth.call('POST', accept, { seen_cents: (await seenOn(flag)) ?? '' }))
  expect(price().priceCents).toBe(wanted)
})
