import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '#db/client.ts'
import { offers, stock, varieties, waitListEntries } from '#db/schema/index.ts'
import { offerToken } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { world } from '../support/world.ts'

const CALL = '/v1/capture_to_wait_list/'
const UNABLE = { message: 'Unable to register this email' }

async function scene() {
  const made = await world()
  const ana = await made.shopper()
  const token = offerToken(made.db, 'demo-sold-out')
  const listed = () => made.db.select().from(waitListEntries).all()
  return { ...made, ana, token, listed, page: `/join_wait_list/${token}` }
}

test('CAP-8 CAP-6 the plain page has a form that puts an address on the list, and says so', async () => {
  const { ana, token, page, listed, db, clock } = await scene()
  const html = await (await ana.visit(page)).text()
  const form = /<form[^>]*action="\/v1\/capture_to_wait_list\/"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  expect(form).toContain('type="email"')
  const hidden = Object.fromEntries(
    [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  expect(hidden).toMatchObject({ campaign_type: 'sold_out', bid_item_token: token, return_to: page })

  const { authenticity_token: _, ...fields } = hidden
  const sent = await ana.submit('POST', CALL, { ...fields, email: 'Ana@Example.com' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, page])
  const next = await (await ana.visit(page)).text()
  expect(next).toContain('notice--notice')
  expect(next).toMatch(/We&#39;ll write to you once [^<]*, is back\./)

  const offer = db.select().from(offers).where(eq(offers.token, token)).get()
  expect(listed()).toEqual([
    {
      id: expect.any(Number),
      email: 'ana@example.com',
      campaignType: 'sold_out',
      offerId: offer?.id,
      postalCode: null,
      joinedAt: clock.now(),
    },
  ])
})

test('CAP-8 joining twice is one entry and the same reply, whoever asks and however it is spelt', async () => {
  const { ana, shopper, token, listed, pass } = await scene()
  const join = async (who: typeof ana, email: string) => {
    const answer = await who.call('POST', CALL, { email, campaign_type: 'sold_out', bid_item_token: token })
    return [answer.status, await answer.text()]
  }
  const first = await join(ana, 'ana@example.com')
  expect(first).toEqual([200, expect.stringContaining('write to you once')])
  const [before] = listed()
  pass(60_000)
  expect(await join(ana, 'ana@example.com')).toEqual(first)
  expect(await join(await shopper(), 'ANA@example.COM')).toEqual(first)
  expect(listed()).toEqual([before]) // and keeps the place in the line
  expect(await join(ana, 'ben@example.com')).toEqual(first)
  expect(listed()).toHaveLength(2)
})

test('CAP-6 each campaign is taken as JSON, with and without an item, and once', async () => {
  const { ana, token, listed } = await scene()
  for (const campaign_type of ['sold_out', 'postal_code', 'launch', 'email_capture', 'launch']) {
    const answer = await ana.call('POST', CALL.slice(0, -1), { email: 'ana@example.com', campaign_type })
    expect(answer.status, campaign_type).toBe(200)
    expect(await answer.json()).toEqual({ message: expect.any(String) })
  }
  expect(listed().map((entry) => entry.campaignType)).toEqual([
    'sold_out',
    'postal_code',
    'launch',
    'email_capture',
  ])
  await ana.call('POST', CALL, { email: 'old@example.com', bid_item_token: token })
  await ana.call('POST', CALL, { email: 'old@example.com' })
  expect(
    listed()
      .slice(4)
      .map((entry) => entry.campaignType),
  ).toEqual(['sold_out', 'email_capture']) // forms that name no campaign
})

test.each([
  '',
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@example.com, ben@example.com',
  'ana@example.com\r\nBcc: all@example.com',
  'a\u0001na@example.com',
  `${'a'.repeat(250)}@example.com`,
  ['ana@example.com'],
  { $ne: null },
  null,
  undefined,
])('CAP-6 %j is refused in the words of the shop', async (email) => {
  const { ana, listed } = await scene()
  const answer = await ana.call('POST', CALL, { email, campaign_type: 'email_capture' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual(UNABLE)
  expect(listed()).toEqual([])
})

test('CAP-8 the form with a bad address goes back to its page, which says why', async () => {
  const { ana, token, page } = await scene()
  const sent = await ana.submit('POST', CALL, { email: 'ana', bid_item_token: token })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, page])
  const next = await (await ana.visit(page)).text()
  expect(next).toContain('notice--danger')
  expect(next).toContain(UNABLE.message)
})

test('CAP-6 a campaign that is none of ours is refused', async () => {
  const { ana, listed } = await scene()
  for (const campaign_type of ['lottery', '__proto__', ['launch'], 'x'.repeat(5000)]) {
    const answer = await ana.call('POST', CALL, { email: 'ana@example.com', campaign_type })
    expect([answer.status, await answer.json()]).toEqual([422, UNABLE])
  }
  expect(listed()).toEqual([])
})

test('CAP-8 an unknown or hidden item is unknown to the page and to the call', async () => {
  const { ana, db, token, listed } = await scene()
  db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'demo-sold-out')).run()
  for (const bid_item_token of [token, 'nothing', '"><script>', '..', 'x'.repeat(65), ['a'], { a: 1 }]) {
    const answer = await ana.call('POST', CALL, { email: 'ana@example.com', bid_item_token })
    expect(answer.status).toBe(404)
  }
  expect((await ana.visit(`/join_wait_list/${token}`)).status).toBe(404)
  expect((await ana.visit('/join_wait_list/%22%3E%3Cscript%3E')).status).toBe(404)
  expect(listed()).toEqual([])
})

test('CAP-8 what can be had again says so and leads there: nobody is left waiting for it', async () => {
  const { ana, db, token, page, listed } = await scene()
  const offer = db.select().from(offers).where(eq(offers.token, token)).get()!
  db.update(stock).set({ onHand: 9 }).where(eq(stock.offerId, offer.id)).run()
  const html = await (await ana.visit(page)).text()
  expect(html).toContain('can be had again')
  expect(html).toContain('href="/products/demo-sold-out"')
  expect(html).not.toContain(CALL)
  const late = await ana.call('POST', CALL, { email: 'ana@example.com', bid_item_token: token })
  expect(late.status).toBe(422)
  expect(await late.json()).toEqual({ message: expect.stringContaining('can be had again') })
  expect(listed()).toEqual([])
})

test('CAP-8 reading the page adds nobody', async () => {
  const { ana, db, page, token } = await scene()
  const before = dump(db)
  await ana.visit(`${page}?email=ana@example.com&campaign_type=sold_out`)
  await ana.send(`${CALL}?email=ana@example.com&bid_item_token=${token}`)
  expect(changedTables(before, dump(db))).toEqual([])
})

test('CAP-8 sold-out cards and weights ask whether to be told', async () => {
  const { ana, token } = await scene()
  for (const path of ['/search?q=demo+sold+out', '/products/demo-sold-out']) {
    const html = await (await ana.visit(path)).text()
    expect(html, path).toMatch(
      new RegExp(`href="/join_wait_list/${token}"[^>]*>\\s*Tell me when it(’|'|&#39;|&#x27;)s back`),
    )
  }
})

describe('SEC-3 R19 capture_to_wait_list', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  test('5 a minute and 20 an hour an address, whatever they carry', async () => {
    const { shopper } = await world({ config: { rateLimited: true } })
    const visitors = [await shopper(), await shopper()]
    let sent = 0
    const send = async () => {
      const who = visitors[sent % 2]!
      sent += 1
      return (await who.call('POST', CALL, { email: sent % 3 ? `a${sent}@example.com` : 'none' })).status
    }
    for (let minute = 0; minute < 4; minute += 1) {
      const seen: number[] = []
      for (let count = 0; count < 6; count += 1) seen.push(await send())
      expect(seen.slice(0, 5)).not.toContain(429)
      expect(seen[5]).toBe(429)
      vi.setSystemTime(Date.now() + 61_000)
    }
    expect(await send()).toBe(429) // the hour is used up
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await send()).not.toBe(429)
  })
})

test('CAP-8 what is close to it comes first: the same family, then the same cut, and all of it can be had', async () => {
  const { ana, db } = await scene()
  const ribeye = { token: offerToken(db, 'grass-fed-ribeye') }
  const of = (slug: string) => db.select().from(varieties).where(eq(varieties.slug, slug)).get()!
  const sought = of('grass-fed-ribeye')
  const html = await (await ana.visit(`/join_wait_list/${ribeye.token}`)).text()
  const near = [...html.matchAll(/product-card__link" href="\/products\/([^"]+)"/g)].map(([, slug]) =>
    of(slug!),
  )
  expect(near).toHaveLength(4)
  expect(near.map(({ slug }) => slug)).not.toContain('grass-fed-ribeye')
  const rank = (variety: typeof sought) =>
    variety.family === sought.family ? 0 : variety.cut === sought.cut ? 1 : 2
  expect(near.map(rank)).toEqual(near.map(rank).sort())
  expect(rank(near[0]!)).toBe(0)

  db.update(stock)
    .set({ onHand: 0 })
    .where(inArray(stock.offerId, offersOf(db, near[0]!.id)))
    .run()
  expect(await (await ana.visit(`/join_wait_list/${ribeye.token}`)).text()).not.toContain(
    `product-card__link" href="/products/${near[0]!.slug}"`,
  )
})

const offersOf = (db: Db, varietyId: number) =>
  db.select({ id: offers.id }).from(offers).where(eq(offers.varietyId, varietyId))
