import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { memberships, offers, orderLines, varieties } from '#db/schema/index.ts'
import { giveEarlyAccess, openEarlyAccess } from '#src/catalog/early-access.ts'
import { previewImport } from '#src/catalog/import/import.ts'
import { DAY_MS } from '#src/day.ts'
import { ANA, signedIn, userOf } from '../support/account.ts'
import { expectOk, offerToken, orderOf, readyToPay } from '../support/buying.ts'
import { MEMBER, memberShop, nextBoxOf, pastCharge } from '../support/membership.ts'
import { NOW } from '../support/now.ts'
import type { Shopper } from '../support/shopper.ts'
import { asTx } from '../support/tx.ts'
import { world } from '../support/world.ts'
import { changesOf, csv, desk, importText, NO_CHANGES, settingsOf } from './import/import-folder.ts'

const SLUG = 'wagyu-tomahawk'
const NAME = 'Wagyu tomahawk'

/** Visits every page first, to fill the caches while everyone can still see the product. */
async function earlyShop() {
  const shop = await memberShop()
  const guest = await shop.made.shopper()
  for (const path of OPEN_PAGES) await (await guest.visit(path)).text()
  const token = offerToken(shop.db, SLUG)
  const { id } = shop.db.select().from(varieties).where(eq(varieties.slug, SLUG)).get()!
  giveEarlyAccess(asTx(shop.db), id, shop.made.clock.now() + 3 * DAY_MS)
  return { ...shop, guest, token }
}

const OPEN_PAGES = [
  '/',
  '/shop',
  '/shop?page=2',
  '/beef',
  '/search?q=tomahawk',
  '/sitemap.xml',
  `/products/${SLUG}`,
]

const add = (shopper: Shopper, token: string) =>
  shopper.call('POST', `/cart/items/${token}`, { quantity: '1' })

describe('early access', () => {
  test('GND-32 a full catalog file that leaves a product out ends its early access', async () => {
    const { made, member } = await earlyShop()
    const file = csv('variety_slug,label,price', 'grass-fed-ribeye,14 oz,30.90')
    await importText(made.db, 'part.csv', file)
    expect((await member.visit(`/products/${SLUG}`)).status).toBe(200)
    const settings = { replace: true }
    const preview = await previewImport(
      desk().write('all.csv', file),
      settingsOf(made.db, 'unused', settings),
    )
    expect(preview).toMatchObject({
      differences: expect.arrayContaining([
        { kind: 'variety', item: SLUG, field: 'early access', before: 'yes', after: 'no' },
      ]),
    })
    await importText(made.db, 'all.csv', file, settings)
    expect((await member.visit(`/products/${SLUG}`)).status).toBe(404)
    const later = made.clock.now() + 4 * DAY_MS
    await openEarlyAccess({ ...made.services, clock: { now: () => later } })
    expect((await member.visit(`/products/${SLUG}`)).status).toBe(404)
    expect(changesOf(await importText(made.db, 'all.csv', file, settings))).toEqual(NO_CHANGES)
  })

  test('MEM-1 members see and buy it first; others cannot find it, in whatever order pages are viewed', async () => {
    const { made, member, guest, token } = await earlyShop()
    const shopper = await signedIn(made, ANA)
    for (const visitor of [guest, shopper, member, guest, shopper]) {
      for (const path of OPEN_PAGES.slice(0, -1))
        expect(await (await visitor.visit(path)).text(), path).not.toContain(`/products/${SLUG}`)
      const isMember = visitor === member
      expect((await visitor.visit(`/products/${SLUG}`)).status).toBe(isMember ? 200 : 404)
      const page = await (await visitor.visit('/early-access')).text()
      expect(page.includes(NAME)).toBe(isMember)
      const json = await (await visitor.call('GET', '/early-access')).json()
      expect(json).toMatchObject(
        isMember ? { member: true, offers: [{ name: NAME }] } : { member: false, offers: [] },
      )
    }
    for (const visitor of [guest, shopper]) {
      expect((await add(visitor, token)).status).toBe(404)
      expect((await visitor.call('PUT', `/cart/items/${token}`, { quantity: '1' })).status).toBe(404)
    }
    await expectOk(add(member, token))
    expect(await (await member.visit('/cart')).text()).toContain(NAME)
  })

  test('MEM-1 PAY-4 PREPARE rejects it for non-members, however it got into the cart', async () => {
    const { made, guest, token } = await earlyShop()
    const order = await readyToPay(guest, made.db)
    const { id: offerId, priceCents } = made.db.select().from(offers).where(eq(offers.token, token)).get()!
    const line = { orderId: orderOf(made.db, order).id, offerId, quantity: 1, priceCents, addedAt: NOW }
    made.db.insert(orderLines).values(line).run()
    const refused = await guest.call('POST', '/v1/stripe_validate_payment', { order_token: order })
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining(`${NAME} is for members only`),
    ])
  })

  test("MEM-1 it can go into a member's next box, and opens to everyone on its day", async () => {
    const { made, member, guest, token } = await earlyShop()
    const box = await nextBoxOf(member)
    await expectOk(
      member.call('POST', `/v1/subscriptions/box_item/${box.order_token}`, {
        bid_item_token: token,
        quantity: '1',
      }),
    )
    const withIt = await nextBoxOf(member)
    await pastCharge(made, withIt)
    expect(orderOf(made.db, box.order_token)).toMatchObject({ state: 'paid', totalCents: withIt.total_cents })
    const again = await member.call('POST', `/account/orders/${box.order_token}/buy-again`)
    expect((await again.json()).message).not.toContain(NAME)

    await openEarlyAccess(made.services)
    expect((await guest.visit(`/products/${SLUG}`)).status).toBe(200)
    expect(await (await guest.visit('/early-access')).text()).not.toContain(NAME)
    await expectOk(add(guest, token))
  })

  test('MEM-1 pausing the membership ends early access at once', async () => {
    const { made, member, token } = await earlyShop()
    await expectOk(add(member, token))
    const { id } = userOf(made, MEMBER)
    made.db.update(memberships).set({ state: 'paused' }).where(eq(memberships.userId, id)).run()
    expect((await member.visit(`/products/${SLUG}`)).status).toBe(404)
    expect((await add(member, token)).status).toBe(404)
  })

  test('MEM-1 the page of early access leads a paused member to resume, not to a second membership', async () => {
    const { made, member, guest } = await earlyShop()
    const page = async (visitor: Shopper) =>
      /<main.*<\/main>/s.exec(await (await visitor.visit('/early-access')).text())?.[0] ?? ''
    expect(await page(guest)).toContain('Make it a recurring box')
    const { id } = userOf(made, MEMBER)
    made.db.update(memberships).set({ state: 'paused' }).where(eq(memberships.userId, id)).run()
    const paused = await page(member)
    expect(paused).toContain('Your membership is paused.')
    expect(paused).toContain('href="/account/subscriptions"')
    expect(paused).not.toContain('Make it a recurring box')
    expect(await page(guest)).toContain('Make it a recurring box')
  })

  test('CRT-6 MEM-1 the cart of someone who is no longer a member says what to remove', async () => {
    const { made, member, token } = await earlyShop()
    await expectOk(add(member, token))
    const cart = async () => (await member.visit('/cart')).text()
    expect(await cart()).not.toContain('Please remove it')
    const { id } = userOf(made, MEMBER)
    made.db.update(memberships).set({ state: 'paused' }).where(eq(memberships.userId, id)).run()
    expect(await cart()).toContain('This is for members only right now. Please remove it to continue.')
    expect(await cart()).toContain('One item needs a change before you can check out.')
  })
})

test('MEM-1 a product that can’t be opened keeps no other one from everyone', async () => {
  const shop = await world()
  const [broken, other] = shop.db.select().from(varieties).orderBy(varieties.id).limit(2).all()
  for (const cut of [broken, other]) giveEarlyAccess(asTx(shop.db), cut?.id ?? 0, shop.clock.now())
  shop.db.run(sql`create trigger broken_cut before update of hidden on varieties
    when old.id = ${sql.raw(`${broken?.id}`)} begin select raise(abort, 'broken'); end`)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  await openEarlyAccess(shop.services)
  const isHidden = (id = 0) => shop.db.select().from(varieties).where(eq(varieties.id, id)).get()?.hidden
  expect([isHidden(broken?.id), isHidden(other?.id)]).toEqual([true, false])
  expect(errors).toHaveBeenCalledTimes(1)
})
