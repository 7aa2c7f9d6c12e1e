import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { analyticsEvents, offerEventDays, offers, visits } from '#db/schema/index.ts'
import { analyticsQueue, createQueue } from '#src/analytics/queue.ts'
import { MAX_EVENTS } from '#src/analytics/rows.ts'
import { paths } from '#src/paths.ts'
import { signedIn } from '../support/account.ts'
import { fillCart } from '../support/buying.ts'
import { NOW } from '../support/now.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const TOKENS = { visit_token: randomUUID(), visitor_token: randomUUID() }
const VISIT = {
  ...TOKENS,
  platform: 'Web',
  landing_page: 'http://localhost:3000/shop?utm_source=news&q=secret@example.com',
  screen_width: 1280,
  screen_height: 800,
  js: true,
  referrer: 'https://search.example/?q=me',
}
const BROWSER =
  'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

const event = (name: string, more: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name,
  properties: {},
  time: Date.now() / 1000,
  js: true,
  ...more,
})

/** Sends what the Ahoy client sends: JSON with the page's CSRF token. */
const post = (ana: Shopper, path: string, body: unknown, headers: Record<string, string> = {}) =>
  ana.send(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrf-token': ana.token,
      'user-agent': BROWSER,
      ...headers,
    },
    body: JSON.stringify(body),
  })

const send = (ana: Shopper, events: unknown, tokens: Record<string, unknown> = TOKENS) =>
  post(ana, paths.ahoyEvents(), { events, ...tokens })

const flush = ({ services }: World) => analyticsQueue(services).flush()

async function recorded(shop: World) {
  await flush(shop)
  return shop.db.select().from(analyticsEvents).all()
}

describe('ANA-1 a visit', () => {
  test('ANA-1 is stored once with its campaign and user, and without its query string', async () => {
    const shop = await world()
    const ben = await signedIn(shop)
    const answer = await post(ben, paths.ahoyVisits(), { ...VISIT, user_id: 1 })
    expect([answer.status, await answer.json()]).toMatchObject([200, TOKENS])
    await post(ben, paths.ahoyVisits(), { ...VISIT, landing_page: 'http://localhost:3000/other' })
    await flush(shop)
    const [visit, ...more] = shop.db.select().from(visits).all()
    expect(more).toEqual([])
    expect(visit).toMatchObject({
      token: TOKENS.visit_token,
      visitor: TOKENS.visitor_token,
      browser: 'Safari',
      landingPage: '/shop',
      referrer: 'search.example',
      campaign: { utm_source: 'news' },
      screenWidth: 1_280,
      startedAt: NOW,
    })
    expect(visit?.userId).toBeGreaterThan(1)
    expect(JSON.stringify(visit)).not.toContain('secret')
  })

  test('ANA-1 that arrives after its first event fills in the missing columns', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    await send(ana, [event('scroll_depth', { properties: { depth: 25 } })])
    await flush(shop)
    expect(shop.db.select().from(visits).get()?.landingPage).toBeNull()
    await post(ana, paths.ahoyVisits(), VISIT)
    await flush(shop)
    expect(shop.db.select().from(visits).all()).toMatchObject([{ landingPage: '/shop', screenWidth: 1_280 }])
  })

  test.each([
    ['a bot', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['a browser that sends Global Privacy Control', { 'sec-gpc': '1' }],
  ])('ANA-1 from %s gets the usual response and is not stored', async (_, headers) => {
    const shop = await world()
    const ana = await shop.shopper()
    const body = { events: [event('click')], ...TOKENS }
    expect((await post(ana, paths.ahoyVisits(), VISIT, headers)).status).toBe(200)
    expect((await post(ana, paths.ahoyEvents(), body, headers)).status).toBe(200)
    expect(await recorded(shop)).toEqual([])
    expect(shop.db.select().from(visits).all()).toEqual([])
  })
})

describe('ANA-1 events', () => {
  test('ANA-1 arrive as JSON or as the beacon’s form, and each is stored once per visit', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const click = event('click', {
      properties: { tag: 'a', href: 'http://localhost:3000/shop?x=1', other: 'x' },
    })
    const form = new FormData()
    form.set('visit_token', TOKENS.visit_token)
    form.set('visitor_token', TOKENS.visitor_token)
    form.set('authenticity_token', ana.token)
    form.set('events_json', JSON.stringify([click, event('modal_shown')]))
    const beacon = await ana.send(paths.ahoyEvents(), {
      method: 'POST',
      headers: { 'user-agent': BROWSER },
      body: form,
    })
    expect([beacon.status, await beacon.json()]).toEqual([200, {}])
    await send(ana, [click])
    await send(ana, [click], { ...TOKENS, visit_token: randomUUID() })
    const rows = await recorded(shop)
    expect(rows.map(({ name }) => name)).toEqual(['click', 'modal_shown', 'click'])
    expect(rows[0]?.properties).toEqual({ tag: 'a', href: '/shop' })
    expect(rows[0]?.visitId).not.toBe(rows[2]?.visitId)
  })

  test('ANA-1 beyond ten per request, unknown and malformed ones are dropped', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const many = Array.from({ length: 30 }, () => ({ id: randomUUID(), name: 'click', js: true }))
    expect((await send(ana, many)).status).toBe(200)
    await send(ana, [event('made up'), 7, null, { name: 'click' }])
    expect(await recorded(shop)).toHaveLength(MAX_EVENTS)
  })

  test('ANA-1 return 413 if too large, 400 without tokens, 400 if unreadable, and 403 cross-site', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const large = { events: [event('click', { properties: { text: 'x'.repeat(8_192) } })], ...TOKENS }
    expect((await post(ana, paths.ahoyEvents(), large)).status).toBe(413)
    expect((await send(ana, [event('click')], { visit_token: '', visitor_token: '?!' })).status).toBe(400)
    expect((await send(ana, 'click')).status).toBe(400)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await post(ana, paths.ahoyVisits(), VISIT, foreign)).status).toBe(403)
    expect(await recorded(shop)).toEqual([])
  })

  test('ANA-1 keep the client’s time only if it is within the last minute', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const wall = shop.services.wallClock.now()
    const at = (seconds: number) => event('click', { time: wall / 1000 + seconds })
    await send(ana, [at(-30), at(-61), at(5), event('click', { time: 'soon' })])
    expect((await recorded(shop)).map((row) => row.at - NOW)).toEqual([-30_000, 0, 0, 0])
  })

  test('ANA-1 contain no secrets and no email addresses or phone numbers, whatever a page sends', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const properties = {
      text: 'Send to ana@example.com or (206) 555-0142',
      href: 'http://localhost:3000/magic-link/s3cretS3cretS3cret12',
      page: `/${'A'.repeat(22)}/tracking-info`,
    }
    await send(ana, [event('click', { properties })])
    const [row] = await recorded(shop)
    expect(row?.properties).toEqual({
      text: 'Send to [email] or [number]',
      href: '/magic-link/:token',
      page: '/:token/tracking-info',
    })
  })

  test('ANA-1 have their own rate limit per visitor, which leaves page views alone', async () => {
    const shop = await world({ config: { rateLimited: true } })
    const ana = await shop.shopper()
    const answers = []
    for (let sent = 0; sent < 61; sent++) answers.push((await send(ana, [])).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(60)
    expect(answers.at(-1)).toBe(429)
    expect((await ana.visit('/cart')).status).toBe(200)
  })

  test('ANA-1 queue up to a size limit; the excess is dropped and counted', async () => {
    const shop = await world()
    const queue = createQueue(shop.services, { maxBytes: 1_000, maxAgeMs: 60_000 })
    const offerToken = shop.db.select().from(offers).get()?.token ?? ''
    const row = { event: 'product_card_clicked', offerToken, at: NOW }
    for (let sent = 0; sent < 10; sent++) queue.add({ kind: 'offer', row })
    await queue.flush()
    const counted = await shop.services.metrics.analyticsRows.get()
    const of = (outcome: string) =>
      counted.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
    expect(of('written')).toBeGreaterThan(0)
    expect(of('written') + of('dropped')).toBe(10)
    expect(shop.db.select().from(offerEventDays).get()?.count).toBe(of('written'))
  })
})

test('ANA-3 card clicks and adds to cart are counted per offer and day, without a visitor', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = shop.db.select().from(offers).get()?.token ?? ''
  const body = { event_name: 'product_card_clicked', bid_item_token: token }
  const answers = [
    await post(ana, paths.offerEvents(), body),
    await post(ana, paths.offerEvents(), body),
    await post(ana, paths.offerEvents(), { ...body, event_name: 'made up' }),
    await post(ana, paths.offerEvents(), { ...body, bid_item_token: 'none' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 422, 404])
  await flush(shop)
  expect(shop.db.select().from(offerEventDays).all()).toMatchObject([
    { offerToken: token, event: 'product_card_clicked', count: 2 },
  ])
  expect(shop.db.select().from(visits).all()).toEqual([])
})

test('ANA-2 opting out on the privacy page clears the client’s cookies, and nothing is stored from then on', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  ana.cookies.set('ahoy_visit', TOKENS.visit_token)
  const answer = await ana.submit('POST', paths.privacyChoice(), { choice: 'no' })
  expect(answer.status).toBe(303)
  expect(ana.cookies.get('privacy_choice')).toBe('no')
  expect(ana.cookies.has('ahoy_visit')).toBe(false)
  await send(ana, [event('click')])
  expect(await recorded(shop)).toEqual([])
  expect((await ana.call('POST', paths.privacyChoice(), { choice: 'maybe' })).status).toBe(422)
})

test('ANA-4 the CSP allows third-party scripts only after opting in, and never on payment pages', async () => {
  const otherScripts = { tagManager: 'GTM-ABC1234', attentive: 'pasture' }
  const shop = await world({ config: { otherScripts } })
  const ana = await shop.shopper()
  const policy = async (path: string) => (await ana.visit(path)).headers.get('content-security-policy')
  expect(await policy('/')).not.toContain('googletagmanager')
  await ana.submit('POST', paths.privacyChoice(), { choice: 'yes' })
  expect(await policy('/')).toContain('https://www.googletagmanager.com')
  expect(await policy('/')).toContain('https://pasture.attn.tv')
  const order = await fillCart(ana, shop.db)
  for (const path of [paths.checkout(order), paths.deliveryStep(order), paths.newCard()])
    expect(await policy(path), path).not.toContain('googletagmanager')
  const signal = await ana.send('/', { headers: { accept: 'text/html', 'sec-gpc': '1' } })
  expect(signal.headers.get('content-security-policy')).not.toContain('googletagmanager')
  expect(await signal.text()).not.toContain('other-scripts')
})
