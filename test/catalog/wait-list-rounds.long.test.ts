import { asc, eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { offers, postalZones, stock, varieties, waitListEntries } from '#db/schema/index.ts'
import { tellWaitList } from '#src/catalog/wait-list-rounds.ts'
import { DAY_MS, HOUR_MS } from '#src/day.ts'
import { advanceClock } from '#src/work/advance-clock.ts'
import { RETENTION } from '#src/work/retention.ts'
import { mailsTo } from '../support/account.ts'
import { centerShop } from '../support/clerks.ts'
import { INVENTORY } from '../support/inventory.ts'
import { validator } from '../support/valid-html.ts'
import { type World, world } from '../support/world.ts'

const SEATTLE = '98101'

/** An offer sold out everywhere, and people waiting for it in Seattle, in the order they joined. */
async function waitingShop(people: string[]) {
  const shop = await world()
  const offer = shop.db
    .select({ id: offers.id, token: offers.token })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, 'demo-sold-out'))
    .get()
  if (!offer) throw new Error('nothing is sold out')
  for (const name of people) {
    const shopper = await shop.shopper()
    await shopper.call('POST', '/v1/update_postal_code', { postal_code: SEATTLE })
    const joined = await shopper.call('POST', '/v1/capture_to_wait_list/', {
      email: `${name}@example.com`,
      bid_item_token: offer.token,
    })
    expect(joined.status).toBe(200)
    shop.pass(1_000)
  }
  return { shop, offer }
}

const restock = ({ db }: World, offerId: number, onHand: number, fcId = 1) =>
  db
    .insert(stock)
    .values({ offerId, fcId, onHand })
    .onConflictDoUpdate({ target: [stock.offerId, stock.fcId], set: { onHand } })
    .run()

async function round(shop: World) {
  await tellWaitList(shop.services)
  await shop.settleDown()
}

const told = ({ db }: World) =>
  db
    .select()
    .from(waitListEntries)
    .orderBy(asc(waitListEntries.joinedAt))
    .all()
    .flatMap(({ email, toldAt }) => (toldAt === null ? [] : [email.split('@')[0]]))

const mail = (shop: World, name: string) => mailsTo(shop, `${name}@example.com`)

const linkIn = (text: string, pattern: string) =>
  new RegExp(`https?://[^/\\s]+(${pattern}\\S+)`).exec(text)?.[1] ?? ''

test('CAP-9 a run notifies those waiting longest, as many as there are units, and each of them once', async () => {
  const { shop, offer } = await waitingShop(['ann', 'bob', 'cy', 'dee'])
  restock(shop, offer.id, 2)
  await round(shop)
  expect(told(shop)).toEqual([]) // two could be gone before an email is read
  restock(shop, offer.id, 3, 2)
  await round(shop)
  expect(told(shop)).toEqual([]) // another center's units don't count for them
  restock(shop, offer.id, 3)
  await round(shop)
  expect(told(shop)).toEqual(['ann', 'bob', 'cy'])
  await round(shop)
  await round(shop)
  expect(told(shop)).toEqual(['ann', 'bob', 'cy', 'dee'])
  for (const name of ['ann', 'bob', 'cy', 'dee']) expect(mail(shop, name)).toHaveLength(1)
})

test('CAP-9 for an offer limited to one per order, one unit is enough to notify; a hidden offer notifies no one', async () => {
  const { shop, offer } = await waitingShop(['ann', 'bob'])
  shop.db.update(offers).set({ maxQuantity: 1 }).where(eq(offers.id, offer.id)).run()
  restock(shop, offer.id, 1)
  shop.db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'demo-sold-out')).run()
  await round(shop)
  expect(told(shop)).toEqual([])
  shop.db.update(varieties).set({ hidden: false }).where(eq(varieties.slug, 'demo-sold-out')).run()
  await round(shop)
  expect(told(shop)).toEqual(['ann'])
})

test('CAP-9 the email has price, weight and first day, and its link opens a page with a button that adds the item and opens the cart', async () => {
  const { shop, offer } = await waitingShop(['ann'])
  restock(shop, offer.id, 5)
  await round(shop)
  const [sent] = mail(shop, 'ann')
  expect(sent?.subject).toMatch(/ is back$/)
  expect(sent?.text).toMatch(/\$\d+\.\d\d.*\n\nIt can be with you as early as [A-Z][a-z]+, November \d+/)
  const link = linkIn(sent?.text ?? '', '/back-in-stock/')
  const guest = await shop.shopper()
  const page = await (await guest.visit(link)).text()
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  expect(await (await guest.visit('/cart')).text()).not.toContain('demo-sold-out')
  await guest.visit(link)
  const added = await guest.submit('POST', link)
  expect([added.status, added.headers.get('location')]).toEqual([303, '/products/demo-sold-out?minicart'])
  expect(await (await guest.visit('/cart')).text()).toContain('demo-sold-out')
  restock(shop, offer.id, 0)
  const late = await (await shop.shopper()).call('POST', link)
  expect(late.status).toBe(422)
  expect((await guest.visit(link.slice(0, -1))).status).toBe(404)
})

test('CAP-9 the other link opens a page with a button to leave the list, and mail clients can unsubscribe in one click', async () => {
  const { shop, offer } = await waitingShop(['ann', 'bob'])
  restock(shop, offer.id, 5)
  await round(shop)
  const [ann] = mail(shop, 'ann')
  const leave = linkIn(ann?.text ?? '', '/unsubscribe/')
  expect(ann?.headers).toMatchObject({
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Unsubscribe': expect.stringContaining(leave),
  })
  const guest = await shop.shopper()
  expect(await (await guest.visit(leave)).text()).toContain('Leave the list')
  expect(shop.db.select().from(waitListEntries).all()).toHaveLength(2)
  expect((await guest.submit('POST', leave)).status).toBe(303)
  expect(await (await guest.visit(leave)).text()).toContain('off the list')
  const [bob] = mail(shop, 'bob')
  const click = await shop.app.request(linkIn(bob?.text ?? '', '/unsubscribe/'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(click.status).toBe(200)
  expect(shop.db.select().from(waitListEntries).all()).toEqual([])
})

test('CAP-9 a notified shopper can join again, and an entry expires after 180 days', async () => {
  const { shop, offer } = await waitingShop(['ann', 'bob'])
  restock(shop, offer.id, 3)
  await round(shop)
  restock(shop, offer.id, 0)
  const shopper = await shop.shopper()
  await shopper.call('POST', '/v1/update_postal_code', { postal_code: SEATTLE })
  await shopper.call('POST', '/v1/capture_to_wait_list/', {
    email: 'ann@example.com',
    bid_item_token: offer.token,
  })
  expect(told(shop)).toEqual(['bob'])
  shop.pass(180 * DAY_MS)
  restock(shop, offer.id, 9)
  await round(shop)
  expect(told(shop)).toEqual(['bob'])
  const rule = RETENTION.find(({ what }) => what === 'places on the wait list')
  expect(rule?.until(shop.clock.now())).toBe(shop.clock.now() - 180 * DAY_MS)
})

test('CAP-9 shoppers waiting for a ZIP code are notified once it is served', async () => {
  const shop = await world()
  const shopper = await shop.shopper()
  await shopper.call('POST', '/v1/capture_to_wait_list/', {
    email: 'nome@example.com',
    campaign_type: 'postal_code',
    postal_code: '99501',
  })
  await round(shop)
  expect(mail(shop, 'nome')).toEqual([])
  shop.db
    .update(postalZones)
    .set({ notServed: null, fcId: 1, transitDays: 3 })
    .where(eq(postalZones.prefix, '995'))
    .run()
  await round(shop)
  await round(shop)
  expect(mail(shop, 'nome').map(({ subject }) => subject)).toEqual(['We deliver to 99501 now'])
})

test('CAP-9 someone who can’t be told keeps neither another offer nor another ZIP code from its people', async () => {
  const { shop, offer } = await waitingShop(['ann'])
  const { db, clock } = shop
  const [other] = db.select().from(offers).where(sql`${offers.id} > ${offer.id}`).orderBy(offers.id).all()
  const joined = { joinedAt: clock.now(), postalCode: SEATTLE }
  const place = { ...joined, campaignType: 'postal_code' } as const
  db.insert(waitListEntries)
    .values([
      { ...joined, email: 'bob@example.com', campaignType: 'sold_out', offerId: other!.id },
      { ...place, email: 'anywhere@example.com' },
      { ...place, email: 'cy@example.com' },
    ])
    .run()
  for (const { id } of [offer, other!]) restock(shop, id, 9)
  db.run(sql`create trigger broken_entry before update of told_at on wait_list_entries
    when old.email like 'an%' begin select raise(abort, 'broken'); end`)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  await round(shop)
  expect(told(shop).toSorted()).toEqual(['bob', 'cy'])
  expect(errors).toHaveBeenCalledTimes(2)
})

test('CAP-9 clerks see how many shoppers are waiting for an offer', async () => {
  const { shop, dale } = await centerShop()
  const [offer] = shop.db.select().from(offers).all()
  shop.db
    .insert(waitListEntries)
    .values({
      email: 'a@example.com',
      campaignType: 'sold_out',
      offerId: offer!.id,
      joinedAt: shop.clock.now(),
    })
    .run()
  expect((await (await dale.call('GET', `${INVENTORY}/${offer!.token}`)).json()).waiting).toBe(1)
  expect(await (await dale.visit(`${INVENTORY}?q=${offer!.token}`)).text()).toContain('1 waiting')
})

test('CAP-9 moving the shop clock runs the notifications and sends their emails', async () => {
  const { shop, offer } = await waitingShop(['ada'])
  restock(shop, offer.id, 5)
  await advanceClock(shop.services, 2 * HOUR_MS)
  expect(told(shop)).toEqual(['ada'])
  expect(mail(shop, 'ada')).toHaveLength(1)
})
