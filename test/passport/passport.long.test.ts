import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { claimLines, claims, orderLines, orders, users, varieties } from '#db/schema/index.ts'
import type { Day } from '#src/day.ts'
import {
  badgeChoices,
  nextLevel,
  stampsOf,
  type TastedCut,
  tallyOf,
  withBadges,
} from '#src/passport/stamps.ts'
import { signedIn } from '../support/account.ts'
import { changeOrder, expectOk } from '../support/buying.ts'
import { arrivedBox } from '../support/claims.ts'
import { NOW } from '../support/now.ts'
import { arriveByCarrier } from '../support/parcels.ts'
import { scans } from '../support/table-scans.ts'
import { deliverTo, RIBEYE_PATH, taster } from '../support/tastes.ts'
import { validator } from '../support/valid-html.ts'

const SHOWN = { farms: 0, cuts: 0, species: 0, states: 0 }

async function passport() {
  const made = await taster()
  const json = async (query = '') => (await made.mo.call('GET', `/passport${query}`)).json()
  return { ...made, json }
}

describe('what a passport contains', () => {
  test('COM-3 only delivered cuts count, each once', async () => {
    const { json, deliver } = await passport()
    deliver({ slugs: ['grass-fed-ribeye'], state: 'shipped' })
    deliver({ slugs: ['grass-fed-ribeye'], state: 'canceled' })
    expect(await json()).toMatchObject({ ...SHOWN, next_level: 1, stamps: [], cuts_tried: [] })
    deliver({ slugs: ['grass-fed-ribeye', 'wagyu-ribeye'] })
    deliver({ slugs: ['grass-fed-ribeye'], arrivalOn: '2026-11-18' as Day, totalCents: 0 }) // reshipped
    const shown = await json()
    expect(shown).toMatchObject({ farms: 2, cuts: 2, species: 1, states: 2, next_level: 3, total: 2 })
    expect(shown.stamps.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
      'farm Three Larks Ranch',
      'state Montana',
      'species Beef',
      'cut Ribeye',
      'farm Caliche Creek Wagyu',
      'state Texas',
    ])
    expect(new Set(shown.stamps.map((stamp: { first_on: string }) => stamp.first_on))).toEqual(
      new Set(['2026-11-12']),
    )
    expect(shown.cuts_tried[0]).toMatchObject({ rating_url: expect.stringMatching(/^\/ratings\//), score: 0 })
  })

  test('COM-3 a full refund removes its stamps, and so does a cut that never arrived', async () => {
    const { db, json, deliver } = await passport()
    const order = deliver({ slugs: ['grass-fed-ribeye'] })
    const other = deliver({ slugs: ['wagyu-ribeye'] })
    expect((await json()).farms).toBe(2)
    db.update(orders).set({ state: 'refunded' }).where(eq(orders.id, order.id)).run()
    expect(await json()).toMatchObject({ farms: 1, cuts: 1 })
    const line = db.select().from(orderLines).where(eq(orderLines.orderId, other.id)).get()
    const claim = db
      .insert(claims)
      .values({ orderId: other.id, kind: 'wrong', createdAt: NOW })
      .returning()
      .get()
    db.insert(claimLines)
      .values({ claimId: claim.id, orderLineId: line?.id ?? 0 })
      .run()
    expect(await json()).toMatchObject(SHOWN)
    db.update(claims).set({ kind: 'thawed' }).run() // it arrived
    expect((await json()).farms).toBe(1)
  })

  test('COM-3 COM-4 one missing pack of several removes no stamp, and the cut can still be rated', async () => {
    const { db, mo, json, deliver } = await passport()
    const order = deliver({ slugs: ['grass-fed-ribeye'] })
    const line = db
      .update(orderLines)
      .set({ quantity: 3 })
      .where(eq(orderLines.orderId, order.id))
      .returning()
      .get()
    const claim = { orderId: order.id, kind: 'missing', createdAt: NOW } as const
    const { id: claimId } = db.insert(claims).values(claim).returning().get()
    db.insert(claimLines).values({ claimId, orderLineId: line.id }).run()
    expect(await json()).toMatchObject({ farms: 1, cuts: 1 })
    expect((await mo.call('POST', `/ratings/${RIBEYE_PATH}/4`)).status).toBe(200)
  })

  test("COM-3 a box refunded in full in transit doesn't count once it arrives; a free replacement does", async () => {
    const { shop, db, token, order, ruth, paidCents } = await arrivedBox('shipped')
    const { mo, user } = await taster(shop)
    changeOrder(db, token, { userId: user.id })
    const cuts = async () => (await (await mo.call('GET', '/passport')).json()).cuts
    const refund = { amount_cents: paidCents, reason: 'Lost', press: 'all' }
    await expectOk(ruth.call('POST', `/staff/orders/${token}/refund`, refund))
    await shop.settleDown()
    const arrive = () => arriveByCarrier(shop, order().id)
    await arrive()
    expect([order().state, await cuts()]).toEqual(['refunded', 0])
    changeOrder(db, token, { state: 'shipped', itemsCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0 }) // reshipped
    await arrive()
    expect([order().state, await cuts()]).toEqual(['delivered', 1])
  })

  test('COM-3 a gift counts for its recipient once they have a verified account, and for its buyer until then', async () => {
    const { shop, db, json, deliver } = await passport()
    deliver({ slugs: ['grass-fed-ribeye'], giftOrder: true, giftRecipientEmail: 'Ada@Example.com' })
    expect((await json()).farms).toBe(1)
    const ada = await taster(shop, 'ada@example.com')
    const hers = async () => (await ada.mo.call('GET', '/passport')).json()
    expect([(await json()).farms, (await hers()).farms]).toEqual([0, 1])
    const page = await (await ada.mo.visit('/passport')).text()
    expect(page).toContain('It was a gift to you.')
    expect(page).not.toContain('action="/ratings/')
    db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ada.user.id)).run()
    expect([(await json()).farms, (await hers()).farms]).toEqual([1, 0])
  })

  test("COM-3 a cut no longer sold still counts, and a guest's box counts once claimed", async () => {
    const { shop, db, json, user } = await passport()
    const box = deliverTo(shop, null, { slugs: ['grass-fed-ribeye'] })
    expect((await json()).farms).toBe(0)
    db.update(orders).set({ userId: user.id }).where(eq(orders.id, box.id)).run()
    db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'grass-fed-ribeye')).run()
    expect((await json()).farms).toBe(1)
  })
})

describe('the page', () => {
  test('COM-3 farm badges combine, list what is left, and never lead to an empty result', async () => {
    const { mo, deliver } = await passport()
    deliver({ slugs: ['grass-fed-ribeye', 'wagyu-ribeye', 'halibut-portions'] })
    const chipsOn = async (path: string) =>
      [
        ...(await (await mo.visit(path)).text()).matchAll(/href="(\/passport\?badge[^"]+)"[^>]*>([^<]+)</g),
      ].map(([, href = '', name = '']) => ({ href: href.replaceAll('&amp;', '&'), name: name.trim() }))
    const all = await chipsOn('/passport')
    expect(all.length).toBeGreaterThan(2)
    for (const { href } of all) {
      const html = await (await mo.visit(href)).text()
      expect(html).toContain('class="stamp stamp--farm"')
      for (const two of await chipsOn(href))
        expect(await (await mo.visit(two.href)).text()).toContain('stamp--')
    }
    const unknown = await (await mo.visit('/passport?badge=Nonsense&badge=%3Cscript%3E')).text()
    expect(unknown).toContain('stamp--farm')
    expect(unknown).not.toContain('<script>"')
  })

  test('COM-3 is valid HTML, is paginated, and shows what is next; a page past the last is a 404', async () => {
    const { db, mo, deliver } = await passport()
    const slugs = db.select({ slug: varieties.slug }).from(varieties).limit(20).all()
    deliver({ slugs: slugs.map(({ slug }) => slug) })
    const html = await (await mo.visit('/passport')).text()
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect(html).toContain('href="/passport?leaf=2"')
    expect(html).toContain('href="/passport?page=2#to_rate"')
    for (const query of ['leaf=2', 'page=2']) expect((await mo.visit(`/passport?${query}`)).status).toBe(200)
    for (const query of ['leaf=99', 'page=99', 'page=0', 'leaf=x'])
      expect((await mo.visit(`/passport?${query}`)).status, query).toBe(404)
    expect(html).toContain('content="noindex"')
  })

  test('COM-3 SPD-6 neither the passport nor rating scans a growing table', async () => {
    const { db, mo, deliver } = await passport()
    const { token } = deliver({ slugs: ['grass-fed-ribeye', 'wagyu-ribeye'] })
    const slow = await scans(db, async () => {
      for (const path of ['/passport', `/passport/${RIBEYE_PATH}`, `/account/orders/${token}`])
        expect((await mo.visit(path)).status).toBe(200)
      expect((await mo.call('POST', `/ratings/${RIBEYE_PATH}/4`)).status).toBe(200)
      db.update(orders).set({ state: 'refunded' }).where(eq(orders.token, token)).run()
    })
    expect(slow).toEqual([])
  })

  test('COM-3 an empty passport says how to earn the first stamp', async () => {
    const { mo } = await passport()
    expect(await (await mo.visit('/passport')).text()).toContain('Your first stamp is waiting')
  })
})

describe('the share link', () => {
  test('COM-3 a passport is visible only by its link, which shows just the stamps and can be revoked', async () => {
    const { shop, mo, user, deliver } = await passport()
    deliver({ slugs: ['grass-fed-ribeye'] })
    await mo.call(
      'POST',
      `/v1/set_user_vendor_cut_rating_notes/${user.token}/three-larks-ranch/grass-fed-ribeye`,
      {
        notes: 'Secret rub',
      },
    )
    const friend = await shop.shopper()
    expect((await friend.visit('/passport')).status).toBe(303)
    const { url } = await (await mo.call('POST', '/passport-link')).json()
    expect((await (await mo.call('POST', '/passport-link')).json()).url).toBe(url)
    const path = new URL(url).pathname
    const shared = await friend.visit(path)
    const html = await shared.text()
    expect(html).toContain('Mo&#39;s passport')
    expect(html).toContain('Three Larks Ranch')
    for (const own of ['Secret rub', 'action="/ratings/', user.email]) expect(html).not.toContain(own)
    expect(html).toContain('content="noindex"')
    expect(shared.headers.get('referrer-policy')).toBe('no-referrer')
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])

    expect((await mo.submit('DELETE', '/passport-link')).status).toBe(303)
    expect((await friend.visit(path)).status).toBe(404)
    const next = (await (await mo.call('POST', '/passport-link')).json()).url
    expect(next).not.toBe(url)
    expect((await friend.visit(path)).status).toBe(404)
  })

  test('COM-3 nobody else can revoke the link, and it is deleted with the account', async () => {
    const { shop, mo } = await passport()
    const { url } = await (await mo.call('POST', '/passport-link')).json()
    const ben = await signedIn(shop)
    await ben.visit('/passport')
    await ben.call('DELETE', '/passport-link')
    const path = new URL(url).pathname
    expect((await (await shop.shopper()).visit(path)).status).toBe(200)
    await mo.call('POST', '/account/close', { sure: '1' })
    await shop.settleDown()
    expect((await (await shop.shopper()).visit(path)).status).toBe(404)
  })
})

describe('stamp rules', () => {
  const cut = (over: Partial<TastedCut>): TastedCut => ({
    varietyId: 1,
    slug: 'ribeye',
    name: 'Ribeye',
    farm: 'A Farm',
    vendor: 'a-farm',
    pictures: [],
    part: 'ribeye',
    animal: 'beef',
    state: 'MT',
    badges: [],
    firstOn: '2026-01-01' as Day,
    isBought: true,
    ...over,
  })

  test('COM-3 levels are at 1, 3, 6, 10 and 25 farms', () => {
    expect([0, 1, 2, 3, 5, 6, 9, 10, 24, 25, 99].map(nextLevel)).toEqual([
      1,
      3,
      3,
      6,
      6,
      10,
      10,
      25,
      25,
      null,
      null,
    ])
  })

  test('COM-3 pantry is not a species, and each first is stamped on its own day', () => {
    const tasted = [
      cut({}),
      cut({ vendor: 'b', farm: 'B', firstOn: '2026-02-01' as Day, animal: 'pantry', part: 'sweet' }),
    ]
    expect(stampsOf(tasted, (part) => part).map(({ kind, on }) => `${kind} ${on}`)).toEqual([
      'farm 2026-01-01',
      'state 2026-01-01',
      'species 2026-01-01',
      'cut 2026-01-01',
      'farm 2026-02-01',
      'cut 2026-02-01',
    ])
    expect(tallyOf(tasted)).toEqual({ farms: 2, cuts: 2, species: 1, states: 1 })
  })

  test('COM-3 filters select farms with all of the badges', () => {
    const tasted = [
      cut({ vendor: 'a', badges: ['Grass-fed', 'Family-run'] }),
      cut({ vendor: 'b', badges: ['Grass-fed'] }),
      cut({ vendor: 'c', badges: ['Wild'] }),
    ]
    expect(withBadges(tasted, ['Grass-fed', 'Family-run']).map(({ vendor }) => vendor)).toEqual(['a'])
    expect(badgeChoices(tasted, ['Grass-fed'])).toEqual([
      { name: 'Grass-fed', farms: 2, isChosen: true },
      { name: 'Family-run', farms: 1, isChosen: false },
    ])
  })
})
