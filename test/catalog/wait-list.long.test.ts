import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Db } from '#db/client.ts'
import { consents, offers, stock, varieties, waitListEntries } from '#db/schema/index.ts'
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

test('CAP-8 CAP-6 the wait list page has a form that adds an email to the list, and confirms it', async () => {
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
  expect(next).toMatch(/We&#39;ll email you when [^<]* is back in stock\./)

  const offer = db.select().from(offers).where(eq(offers.token, token)).get()
  expect(listed()).toEqual([
    {
      id: expect.any(Number),
      toldAt: null,
      email: 'ana@example.com',
      campaignType: 'sold_out',
      offerId: offer?.id,
      postalCode: null,
      joinedAt: clock.now(),
    },
  ])
})

test('CAP-8 joining twice is one entry and the same response, for anyone and in any spelling', async () => {
  const { ana, shopper, token, listed, pass } = await scene()
  const join = async (who: typeof ana, email: string) => {
    const answer = await who.call('POST', CALL, { email, campaign_type: 'sold_out', bid_item_token: token })
    return [answer.status, await answer.text()]
  }
  const first = await join(ana, 'ana@example.com')
  expect(first).toEqual([200, expect.stringContaining('email you when')])
  const [before] = listed()
  pass(60_000)
  expect(await join(ana, 'ana@example.com')).toEqual(first)
  expect(await join(await shopper(), 'ANA@example.COM')).toEqual(first)
  expect(listed()).toEqual([before]) // and keeps its place in line
  expect(await join(ana, 'ben@example.com')).toEqual(first)
  expect(listed()).toHaveLength(2)
})

test('CAP-6 each campaign is accepted as JSON, with and without an item, once per email', async () => {
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
  ).toEqual(['sold_out', 'email_capture']) // forms without a campaign
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
])("CAP-6 %j is rejected with the shop's own message", async (email) => {
  const { ana, listed } = await scene()
  const answer = await ana.call('POST', CALL, { email, campaign_type: 'email_capture' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual(UNABLE)
  expect(listed()).toEqual([])
})

test('CAP-8 a form with an invalid email returns to its page, which says why', async () => {
  const { ana, token, page } = await scene()
  const sent = await ana.submit('POST', CALL, { email: 'ana', bid_item_token: token })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, page])
  const next = await (await ana.visit(page)).text()
  expect(next).toContain('notice--danger')
  expect(next).toContain(UNABLE.message)
})

test('CAP-6 an unknown campaign is rejected', async () => {
  const { ana, listed } = await scene()
  for (const campaign_type of ['lottery', '__proto__', ['launch'], 'x'.repeat(5000)]) {
    const answer = await ana.call('POST', CALL, { email: 'ana@example.com', campaign_type })
    expect([answer.status, await answer.json()]).toEqual([422, UNABLE])
  }
  expect(listed()).toEqual([])
})

test('CAP-8 an unknown or hidden item is a 404 on the page and in the API', async () => {
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

test('CAP-8 an item back in stock says so and links to it, and cannot be waited for', async () => {
  const { ana, db, token, page, listed } = await scene()
  const offer = db.select().from(offers).where(eq(offers.token, token)).get()!
  db.insert(stock).values({ offerId: offer.id, fcId: 1, onHand: 9 }).run()
  const html = await (await ana.visit(page)).text()
  expect(html).toContain('is back in stock')
  expect(html).toContain('href="/products/demo-sold-out"')
  expect(html).not.toContain(CALL)
  const late = await ana.call('POST', CALL, { email: 'ana@example.com', bid_item_token: token })
  expect(late.status).toBe(422)
  expect(await late.json()).toEqual({ message: expect.stringContaining('is back in stock') })
  expect(listed()).toEqual([])
})

test('CAP-8 viewing the page adds no entry', async () => {
  const { ana, db, page, token } = await scene()
  const before = dump(db)
  await ana.visit(`${page}?email=ana@example.com&campaign_type=sold_out`)
  await ana.send(`${CALL}?email=ana@example.com&bid_item_token=${token}`)
  expect(changedTables(before, dump(db))).toEqual([])
})

test('CAP-8 sold-out cards and weights offer a notification', async () => {
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

  test('5 a minute and 20 an hour per IP address, whatever the input', async () => {
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

test('CAP-8 alternatives are from the same family first, then the same cut, and all in stock', async () => {
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

describe('CAP-8 add_to_wait_list_modal', () => {
  const modal = (token: string) => `/v1/add_to_wait_list_modal/${token}`

  test("CAP-8 returns the modal's HTML, and the product data for ecommerce analytics", async () => {
    const { ana, token, db } = await scene()
    const answer = await ana.call('GET', modal(token))
    expect(answer.status).toBe(200)
    const { html, enhanced_ecommerce_hash } = await answer.json()
    expect(html).toMatch(/^<section class="ask" data-modal-name="wait_list"/)
    expect(html).toMatch(/<h2[^>]* id="modal_title">[^<]+ is sold out<\/h2>/)
    expect(html).toContain('action="/v1/capture_to_wait_list/"')
    expect(html).toMatch(/name="authenticity_token" value="[\w-]{60,}"/)
    expect(html).toContain(`name="bid_item_token" value="${token}"`)
    const offer = db.select().from(offers).where(eq(offers.token, token)).get()!
    expect(enhanced_ecommerce_hash).toMatchObject({
      id: token,
      url_handle: 'demo-sold-out',
      variant: offer.label,
      price: offer.priceCents / 100,
    })
  })

  test('CAP-8 its form can be submitted as is', async () => {
    const { ana, token, listed } = await scene()
    const { html } = await (await ana.call('GET', modal(token))).json()
    const hidden = Object.fromEntries(
      [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    const answer = await ana.send(CALL, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ ...hidden, email: 'ana@example.com' }),
    })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: expect.stringMatching(/^We'll email you when .* is back in stock\.$/) },
    ])
    expect(listed()).toHaveLength(1)
  })

  test('CAP-8 requesting it adds no entry', async () => {
    const { ana, token, db } = await scene()
    const before = dump(db)
    await ana.call('GET', `${modal(token)}?email=ana@example.com&campaign_type=sold_out`)
    await ana.send(modal(token), { method: 'HEAD' })
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test('CAP-8 GND-5 redirects a browser to the full page', async () => {
    const { ana, token, page } = await scene()
    const answer = await ana.visit(modal(token))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, page])
  })

  test('CAP-8 says if the item is back in stock, without a form', async () => {
    const { ana, db, token } = await scene()
    const offer = db.select().from(offers).where(eq(offers.token, token)).get()!
    db.insert(stock).values({ offerId: offer.id, fcId: 1, onHand: 9 }).run()
    const { html } = await (await ana.call('GET', modal(token))).json()
    expect(html).toContain('is back in stock')
    expect(html).not.toContain('<form')
  })

  test('CAP-8 returns the same 404 for an unknown, hidden or malformed token, without repeating it', async () => {
    const { ana, db, token } = await scene()
    db.update(varieties).set({ hidden: true }).where(eq(varieties.slug, 'demo-sold-out')).run()
    for (const odd of [token, 'nothing', '%22%3E%3Cscript%3E', '..%2f..%2fetc', '%00', 'x'.repeat(900)]) {
      const answer = await ana.call('GET', modal(odd))
      expect([answer.status, await answer.text()]).toEqual([
        404,
        JSON.stringify({ error: "We couldn't find that.", message: "We couldn't find that." }),
      ])
    }
  })
})

test('CAP-8 is opened by sold-out cards and weights over the page', async () => {
  const { ana, token } = await scene()
  for (const path of ['/search?q=demo+sold+out', '/products/demo-sold-out']) {
    const html = await (await ana.visit(path)).text()
    const link = new RegExp(`<a[^>]*href="/join_wait_list/${token}"[^>]*>`).exec(html)?.[0] ?? ''
    expect(link, path).toContain('data-controller="wait-list"')
    expect(link).toContain(`data-wait-list-url-value="/v1/add_to_wait_list_modal/${token}"`)
    expect(link).toContain('data-action="wait-list#open"')
  }
})

test('CAP-6 waiting for delivery to an area is one entry per place, with the place', async () => {
  const { ana, listed } = await scene()
  const wait = async (postal_code?: string) => {
    const fields = { email: 'Ana@example.com', campaign_type: 'postal_code', postal_code }
    const answer = await ana.call('POST', CALL, fields)
    return [answer.status, (await answer.json()).message]
  }
  const thanks = [200, "We'll email you when we deliver to your area."]
  for (const zip of ['99501', '99501', '96701', undefined, undefined]) expect(await wait(zip)).toEqual(thanks)
  expect(listed().map((entry) => entry.postalCode)).toEqual(['99501', '96701', null])
  for (const zip of ['9950', 'abcde', '99501-1234', "99501'--"])
    expect(await wait(zip)).toEqual([422, 'Please enter a 5 digit zip code'])
  expect(listed()).toHaveLength(3)
})

test('CAP-6 GND-5 a rejected form returns to its own page, not to its return_to', async () => {
  const { ana } = await scene()
  const submit = (fields: Record<string, string>, referer: string) =>
    ana.send(CALL, {
      method: 'POST',
      headers: { accept: 'text/html', referer, 'x-csrf-token': ana.token },
      body: new URLSearchParams({ return_to: '/shop', campaign_type: 'email_capture', ...fields }),
    })
  const page = 'http://localhost:3000/modals/capture_email'
  const where = async (fields: Record<string, string>, referer: string) =>
    (await submit(fields, referer)).headers.get('location')
  expect(await where({ email: 'ana' }, page)).toBe('/modals/capture_email')
  expect(await where({ email: 'ana' }, 'https://evil.example/modals/capture_email')).toBe('/shop')
  expect(await where({ email: 'ana@example.com' }, page)).toBe('/shop')
})

describe('CAP-5 consent to texts', () => {
  const WORDS =
    'I agree to get recurring automated marketing texts from Droveway at the number I provide. ' +
    'Consent is not a condition of purchase. Message and data rates may apply. Reply STOP to cancel, HELP for help.'
  const BOTH = { email: 'Ana@example.com', campaign_type: 'email_capture', sms_marketing: '1' }

  async function texting() {
    const made = await scene()
    return {
      ...made,
      agreed: () => made.db.select().from(consents).where(eq(consents.kind, 'sms_marketing')).all(),
    }
  }

  test('CAP-5 the checkbox starts unchecked, beside the exact wording that is stored', async () => {
    const { ana, agreed, clock } = await texting()
    const html = await (await ana.visit('/modals/capture_email')).text()
    const box = /<input[^>]*name="sms_marketing"[^>]*>/.exec(html)?.[0] ?? ''
    expect(box).toContain('type="checkbox"')
    expect(box).not.toContain('checked')
    const wordsId = /aria-describedby="([^"]+)"/.exec(box)?.[1]
    expect(html).toContain(`id="${wordsId}">${WORDS}<`)

    const answer = await ana.call('POST', CALL, { ...BOTH, phone_number: '(206) 555-0142' })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: "Thanks for signing up! You'll hear from us soon." },
    ])
    expect(agreed()).toEqual([
      {
        id: expect.any(Number),
        kind: 'sms_marketing',
        source: 'email_capture',
        email: 'ana@example.com',
        phone: '+12065550142',
        words: WORDS,
        givenAt: clock.now(),
        endedAt: null,
      },
    ])
  })

  test('CAP-5 without consent a number is ignored, and with it a number is required', async () => {
    const { ana, agreed, listed } = await texting()
    for (const sms_marketing of [undefined, '', '0', 'no', false, ['1'], { a: 1 }])
      await ana.call('POST', CALL, { ...BOTH, sms_marketing, phone_number: '(206) 555-0142' })
    expect([agreed(), listed()]).toEqual([[], [expect.objectContaining({ email: 'ana@example.com' })]])
    for (const phone_number of ['', '555-0142', '(106) 555-0142', 'x'.repeat(9_000), ['2065550142'], null]) {
      const answer = await ana.call('POST', CALL, { ...BOTH, email: 'ben@example.com', phone_number })
      expect([answer.status, await answer.json()]).toEqual([
        422,
        { message: 'Please enter a 10 digit phone number' },
      ])
    }
    expect([agreed(), listed()]).toEqual([[], [expect.objectContaining({ email: 'ana@example.com' })]])
  })

  test('CAP-5 BEH-8 the server accepts a number in any format, and stores it once', async () => {
    const { ana, agreed, pass } = await texting()
    for (const phone_number of [
      '(206) 555-0142',
      '206.555.0142',
      '+1 206 555 0142',
      '12065550142',
      2065550142,
    ]) {
      expect((await ana.call('POST', CALL, { ...BOTH, phone_number })).status).toBe(200)
      pass(1_000)
    }
    expect(agreed()).toHaveLength(1)
    expect((await ana.call('POST', CALL, { ...BOTH, phone_number: '(206) 555-0143' })).status).toBe(200)
    expect(agreed().map(({ phone }) => phone)).toEqual(['+12065550142', '+12065550143'])
  })
})
