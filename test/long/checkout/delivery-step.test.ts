import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { consents, orderLines, recurringConsents } from '#db/schema/index.ts'
import { currentTotals } from '#src/pricing/facts.ts'
import { signIn } from '../../support/accounts.ts'
import { changeOrder, expectOk, fillCart, offerToken, orderOf, SEATTLE } from '../../support/buying.ts'
import { formOf, PLACES, pathOf, SEATTLE_STEP, saveStep } from '../../support/delivery-step.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { world } from '../../support/world.ts'

async function atDelivery(slug?: string, quantity?: number) {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await fillCart(ana, shop.db, slug, quantity)
  return { ...shop, ana, token, order: () => orderOf(shop.db, token) }
}

describe('the page', () => {
  test('CHK-1 has address, gift, recurring box, codes and delivery days, and continues to payment', async () => {
    const { ana, token } = await atDelivery()
    await expectOk(ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' }))
    const html = await (await ana.visit(`/${token}/delivery`)).text()
    for (const part of [
      'data-page-action="order_delivery"',
      'name="email"',
      'name="delivery_street_address_1"',
      'name="gift_order"',
      'name="renew_period_type"',
      'name="text_entered"',
      'type="radio" name="arrival_date"',
      '>Continue</button>',
      'id="order_json"',
      'id="current_user"',
    ])
      expect(html).toContain(part)
    expect(html).not.toContain('>Save</button>\n')

    const saved = await ana.submit('POST', pathOf(token), { ...SEATTLE_STEP, email: 'ana@example.com' })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/${token}/payment`])
    expect(await (await ana.visit(`/${token}/delivery`)).text()).not.toContain('name="email"')
  })

  test("CHK-1 GND-21 an empty cart redirects to the cart, and another visitor's order to the home page", async () => {
    const { ana, token, db, order, shopper } = await atDelivery()
    const eve = await shopper()
    expect((await eve.visit(`/${token}/delivery`)).headers.get('location')).toBe('/')
    expect((await saveStep(eve, token)).status).toBe(404)
    db.delete(orderLines).where(eq(orderLines.orderId, order().id)).run()
    expect((await ana.visit(`/${token}/delivery`)).headers.get('location')).toBe('/cart')
  })

  test('GND-11 the order JSON on the page includes the gift', async () => {
    const { ana, token } = await atDelivery()
    await saveStep(ana, token, { gift_order: true, gift_info: { recipient_name: 'Ben' } })
    const html = await (await ana.visit(`/${token}/delivery`)).text()
    const json = /id="order_json">([^<]+)</.exec(html)?.[1] ?? ''
    expect(JSON.parse(json)).toMatchObject({ gift_order: true, gift_info: { recipient_name: 'Ben' } })
  })

  test('CHK-1 asks for the email while the order has none, and an invalid one saves nothing', async () => {
    const { ana, token, db, order } = await atDelivery()
    const before = dump(db)
    expect(await saveStep(ana, token, { email: 'ana' })).toMatchObject({
      status: 422,
      error: 'Please enter a valid email address.',
    })
    expect(changedTables(before, dump(db))).toEqual([])
    const neither = await saveStep(ana, token, { email: '', delivery_name: '', delivery_city: '' })
    expect(neither.error).toBe(
      'Please fill in the missing fields: Full Name and City. Please enter a valid email address.',
    )
    expect((await saveStep(ana, token, { email: 'ana@example.com' })).status).toBe(200)
    expect(order().email).toBe('ana@example.com')
    await saveStep(ana, token, { email: 'other@example.com' })
    expect(order().email).toBe('ana@example.com')
  })
})

describe('validation errors', () => {
  const NAMES = {
    delivery_name: 'Full Name',
    delivery_street_address_1: 'Street Address 1',
    delivery_city: 'City',
    delivery_state: 'State',
    delivery_postal_code: 'Zip Code',
    delivery_phone_number: 'Phone Number',
  }
  const BOX = "Hmm, this looks like a PO Box, and unfortunately we can't deliver to those"

  test.each([
    [['delivery_phone_number'], 'Phone Number'],
    [['delivery_name', 'delivery_city'], 'Full Name and City'],
    [['delivery_state', 'delivery_postal_code', 'delivery_phone_number'], 'State, Zip Code and Phone Number'],
    [Object.keys(NAMES), 'Full Name, Street Address 1, City, State, Zip Code and Phone Number'],
  ])('CHK-2 without %j the message names the missing fields', async (fields, names) => {
    const { ana, token, db } = await atDelivery()
    const before = dump(db)
    const answer = await saveStep(ana, token, Object.fromEntries(fields.map((name) => [name, ' '])))
    expect(answer).toMatchObject({
      status: 422,
      error: `Please fill in the missing fields: ${names}`,
      path: null,
      url: null,
    })
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test.each([
    ...['po box 1', 'P.O. Box 1', 'p.o.box 1', 'POBOX 1', 'Box 12'].map((box) => [
      { delivery_street_address_1: box },
      BOX,
    ]),
    [{ delivery_street_address_2: 'PO Box 9' }, BOX],
    [{ delivery_postal_code: '9810' }, 'Please enter a 5 digit zip code'],
    [{ delivery_postal_code: '98101-1234' }, 'Please enter a 5 digit zip code'],
    [{ delivery_state: 'Ontario' }, 'ZIP code 98101 is in Washington'],
    [{ delivery_phone_number: '555' }, 'Please enter a 10 digit phone number'],
    [{ delivery_phone_number: '+44 20 7946 0958' }, 'Please enter a 10 digit phone number'],
    [{ delivery_phone_number: '+65 9123 4567' }, 'Please enter a 10 digit phone number'],
    [PLACES.notServed, "Sorry, we don't deliver to that postal code."],
    [{ arrival_date: '2026-11-26' }, 'Please choose another delivery date.'],
    [
      { gift_order: true, gift_info: { recipient_email: 'ben' } },
      "Please check the recipient's email address, or leave it blank.",
    ],
  ] as [object, string][])(
    'CHK-2 CHK-5 %j is refused with a message, and nothing is saved',
    async (typed, sentence) => {
      const { ana, token, db } = await atDelivery()
      const before = dump(db)
      const bypasses = { address_confirmation_bypass: 'use-original', postal_code_delay_bypass: 'accept' }
      const answer = await saveStep(ana, token, { ...bypasses, ...typed })
      expect(answer).toMatchObject({
        status: 422,
        error_type: null,
        error: expect.stringContaining(sentence),
      })
      expect(changedTables(before, dump(db))).toEqual([])
    },
  )

  test('CHK-2 GND-5 a plain form is rendered again with 422, the message and everything typed', async () => {
    const { ana, token } = await atDelivery()
    const page = await ana.submit('POST', pathOf(token), {
      ...SEATTLE_STEP,
      email: 'ana@example.com',
      delivery_city: '',
      delivery_name: '',
      gift_order: '1',
      'gift_info[message]': 'For <you> & yours',
      arrival_date: '2026-12-03',
      return_to: '/cart',
    })
    const html = await page.text()
    expect(page.status).toBe(422)
    expect(html).toContain('Please fill in the missing fields: Full Name and City')
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
    expect(html).toContain('id="delivery_name_error">Please enter your full name<')
    expect(html).toContain('id="delivery_city_error">Please enter your city<')
    expect(html).toMatch(/name="delivery_city" aria-describedby="delivery_city_error" aria-invalid="true"/)
    expect(html).toContain('For &lt;you&gt; &amp; yours')
    expect(formOf(html, 'Continue')).toMatchObject({
      email: 'ana@example.com',
      delivery_street_address_1: '1912 Pike Pl',
      delivery_phone_number: '(206) 555-0142',
      gift_order: '1',
      arrival_date: '2026-12-03',
      return_to: '/cart',
    })
  })

  test('CHK-2 BEH-8 a foreign phone number is shown again as typed', async () => {
    const { ana, token } = await atDelivery()
    const delivery_phone_number = '+44 20 7946 0958'
    const page = await ana.submit('POST', pathOf(token), { ...SEATTLE_STEP, delivery_phone_number })
    expect(page.status).toBe(422)
    expect(formOf(await page.text(), 'Continue')).toMatchObject({ delivery_phone_number })
  })

  test('CHK-2 a Turbo Stream replaces the form, with the message at the one invalid field', async () => {
    const { ana, token } = await atDelivery()
    const answer = await ana.stream('POST', pathOf(token), { ...SEATTLE_STEP, delivery_postal_code: '981' })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toMatch(/^<turbo-stream action="replace" method="morph" target="delivery_form"/)
    expect(html).toMatch(/id="delivery_postal_code_error">Please enter a 5 digit zip code</)
    expect(html).toContain('data-controller="form-problem"')
  })
})

const titleOf = (html: string) => /id="question_title">([^<]+)</.exec(html)?.[1]

describe('questions', () => {
  test('CHK-4 CHK-5 a corrected spelling is suggested, and either answer is kept', async () => {
    const { ana, token, order } = await atDelivery()
    expect(await saveStep(ana, token, PLACES.otherSpelling)).toMatchObject({
      status: 422,
      error_type: 'modified_to_achieve_match',
      error_details: { suggested_address: { street_address_1: '1912 Pike Pl', city: 'Seattle' } },
      new_summary: expect.stringContaining('Winter Braising Share'),
    })
    const keep = { ...PLACES.otherSpelling, address_confirmation_bypass: 'use-original' }
    expect(await saveStep(ana, token, keep)).toMatchObject({ status: 200, path: `/${token}/payment` })
    expect(order()).toMatchObject({ deliveryStreet1: '1912 pike place', addressStatus: 'original_kept' })
    await saveStep(ana, token, { ...PLACES.otherSpelling, address_confirmation_bypass: 'accept' })
    expect(order()).toMatchObject({ deliveryStreet1: '1912 Pike Pl', addressStatus: 'confirmed' })
    expect((await saveStep(ana, token)).status).toBe(200)
  })

  test('CHK-4 an unconfirmed address can be kept as typed', async () => {
    const { ana, token, order } = await atDelivery()
    expect((await saveStep(ana, token, PLACES.unconfirmed)).error_type).toBe('unconfirmed')
    await saveStep(ana, token, { ...PLACES.unconfirmed, address_confirmation_bypass: 'use-original' })
    expect(order()).toMatchObject({ deliveryStreet1: '12 Elm St', addressStatus: 'unconfirmed_kept' })
  })

  test('CHK-5 an address with no delivery days left is refused, whatever is acknowledged', async () => {
    const { ana, token, order } = await atDelivery()
    const all = {
      address_confirmation_bypass: 'use-original',
      postal_code_delay_bypass: 'accept',
      fc_change_acknowledged: 'x',
    }
    const answer = await saveStep(ana, token, { ...PLACES.noDeliveryReason, ...all })
    expect(answer).toMatchObject({ status: 422, error_type: 'no_eligible_shipping_days' })
    expect(order().state).toBe('cart')
  })

  test('CHK-5 a plain form asks on the page, one question at a time, with buttons to answer', async () => {
    const { ana, token, order } = await atDelivery('whole-chicken', 2)
    const typed = { ...PLACES.delayed, delivery_street_address_1: '2101 oneil avenue', email: 'a@b.co' }
    const first = await ana.submit('POST', pathOf(token), { ...SEATTLE_STEP, ...typed })
    const asked = await first.text()
    expect([first.status, titleOf(asked)]).toEqual([422, 'Confirm your address'])
    expect(formOf(asked, 'Continue')).not.toHaveProperty('address_confirmation_bypass')

    const second = await ana.submit('POST', pathOf(token), formOf(asked, 'Use the suggestion'))
    const delay = await second.text()
    expect([second.status, titleOf(delay)]).toEqual([422, 'Boxes to this ZIP code may arrive late'])
    const done = await ana.submit('POST', pathOf(token), formOf(delay, 'That&#39;s fine, deliver here'))
    expect([done.status, done.headers.get('location')]).toEqual([303, `/${token}/payment`])
    expect(order()).toMatchObject({
      email: 'a@b.co',
      deliveryStreet1: '2101 Oneil Ave',
      addressStatus: 'confirmed',
      postalCodeDelayAccepted: true,
    })
  })

  test('CHK-5 another center lists what it lacks, removes it once acknowledged, and updates the summary', async () => {
    const { ana, token, db, order } = await atDelivery()
    await expectOk(ana.call('POST', `/cart/items/${offerToken(db, 'whole-chicken')}`, { quantity: 2 }))
    await saveStep(ana, token)
    const there = { ...PLACES.otherCenter, address_confirmation_bypass: 'use-original' }
    const asked = await saveStep(ana, token, there)
    expect(asked).toMatchObject({ status: 422, error_type: 'fc_changed' })
    const { version, items } = asked.error_details as { version: string; items: string[] }
    expect(items.join()).toContain('Winter Braising Share')
    const drawn = await ana.stream('POST', pathOf(token), { ...SEATTLE_STEP, ...there })
    expect(await drawn.text()).toMatch(/role="alert".*We&#39;d have to remove what isn&#39;t in stock there/s)
    expect(asked.new_summary).toContain('Winter Braising Share')
    expect(await saveStep(ana, token, { ...there, fc_change_acknowledged: 'stale' })).toMatchObject({
      error_type: 'fc_changed',
    })
    expect(order().fcId).toBe(1)
    const done = await saveStep(ana, token, { ...there, fc_change_acknowledged: version })
    expect(done.status).toBe(200)
    expect(done.new_summary).not.toContain('Winter Braising Share')
    expect(order().fcId).not.toBe(1)
  })

  test.each([
    ['modified_to_achieve_match', PLACES.otherSpelling, ['Use the suggestion', 'Keep what I typed']],
    ['unconfirmed', PLACES.unconfirmed, ['Use it as typed']],
    [
      'no_eligible_shipping_days',
      { ...PLACES.noDeliveryReason, address_confirmation_bypass: 'use-original' },
      [],
    ],
  ])('CHK-5 a Turbo Stream shows %s in the modal, with its answers', async (type, place, answers) => {
    const { ana, token } = await atDelivery()
    const response = await ana.stream('POST', pathOf(token), { ...SEATTLE_STEP, ...place, email: 'a@b.co' })
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain(`<section class="ask" data-modal-name="address_${type}"`)
    expect(
      [...html.matchAll(/<button type="submit"[^>]*>([^<]+)<\/button><\/form>/g)].map(([, name]) => name),
    ).toEqual(expect.arrayContaining(answers))
    const event = 'data-address-question-event-value="viewed-address-modified-modal"'
    expect(html.includes(event)).toBe(type === 'modified_to_achieve_match')
    expect(html).toContain(
      type === 'no_eligible_shipping_days' ? 'Enter another address' : 'Change the address',
    )
  })
})

describe('where saving leads', () => {
  test('CHK-1 CHK-6 ?change=true returns to the page that linked to the change', async () => {
    const { ana, token } = await atDelivery()
    const come = async (query: string, referer?: string) => {
      const response = await ana.send(`/${token}/delivery${query}`, {
        headers: { accept: 'text/html', ...(referer && { referer }) },
      })
      return formOf(await response.text(), 'Continue').return_to
    }
    expect(await come('?change=true&return_to=%2Fcart%3Fx%3D1')).toBe('/cart?x=1')
    expect(await come('?change=true', `http://localhost:3000/${token}/payment`)).toBe(`/${token}/payment`)
    expect(await come('?change=true', `http://localhost:3000/${token}/delivery?change=true`)).toBeUndefined()
    expect(await come('?change=true', 'https://evil.example/x')).toBeUndefined()
    expect(await come('', 'http://localhost:3000/cart')).toBeUndefined()
    const saved = await ana.submit('POST', pathOf(token), { ...SEATTLE_STEP, return_to: '/cart?x=1' })
    expect(saved.headers.get('location')).toBe('/cart?x=1')
    expect((await saveStep(ana, token, { return_to: '/cart' })).path).toBe('/cart')
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%5cevil',
  ])('CHK-6 SEC-5 never redirects to %s', async (return_to) => {
    const { ana, token } = await atDelivery()
    expect((await saveStep(ana, token, { return_to })).path).toBe('/')
    const page = await ana.visit(`/${token}/delivery?change=true&return_to=${encodeURIComponent(return_to)}`)
    expect(formOf(await page.text(), 'Continue').return_to).toBe('/')
  })
})

describe('a gift', () => {
  const GIFT = { recipient_name: 'Ben Hale', recipient_email: 'ben.hale@example.com', message: 'Two\nlines' }

  test('GFT-2 CHK-1 stores recipient and message; keeps them when omitted, and clears them when unchecked', async () => {
    const { ana, token, order } = await atDelivery()
    await saveStep(ana, token, { gift_order: true, gift_info: GIFT })
    const kept = { giftOrder: true, giftRecipientName: 'Ben Hale', giftMessage: 'Two\nlines' }
    expect(order()).toMatchObject({ ...kept, giftRecipientEmail: 'ben.hale@example.com' })
    await saveStep(ana, token)
    expect(order()).toMatchObject(kept)
    await ana.submit('POST', pathOf(token), { ...SEATTLE_STEP, gift_order: '0' })
    expect(order()).toMatchObject({ giftOrder: false, giftRecipientName: null, giftMessage: null })
  })

  test("GFT-2 the recipient's email is stored only on the order: no consent, no list, no mail", async () => {
    const { ana, token, db, settleDown } = await atDelivery()
    const agreed = db.select().from(consents).all().length
    await saveStep(ana, token, { gift_order: true, gift_info: GIFT, email: 'ana@example.com' })
    await settleDown()
    const holders = dump(db)
      .split(/\n(?=[a-z_]+\n)/)
      .filter((table) => table.includes('ben.hale@example.com'))
      .map((table) => table.split('\n')[0])
    expect(holders).toEqual(['orders'])
    expect(db.select().from(consents).all()).toHaveLength(agreed)
  })

  test('CHK-7 a gift is never a recurring box, and withdraws the recurring consent', async () => {
    const { ana, token, db, order } = await atDelivery()
    await expectOk(ana.call('POST', '/v1/set_recurring_order', { order_token: token, recurring: true }))
    expect(order().recurring).toBe(true)
    await saveStep(ana, token, { gift_order: true, gift_info: GIFT })
    expect(order()).toMatchObject({ giftOrder: true, recurring: false, renewPeriodType: null })
    const given = db.select().from(recurringConsents).where(eq(recurringConsents.orderId, order().id)).all()
    expect(given.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([true])
    const again = await ana.call('POST', '/v1/set_recurring_order', { order_token: token, recurring: true })
    expect([again.status, order().recurring]).toEqual([422, false])
  })
})

describe('delivery day and expedited shipping', () => {
  test('CAL-3 CAL-4 BEH-5 expedited shipping shows its surcharge and the day it opens, and is charged with it', async () => {
    const { ana, token, db, order, clock } = await atDelivery()
    await saveStep(ana, token)
    const look = { ...SEATTLE_STEP, show_days: '1', expedited: '0' }
    const usual = await (await ana.stream('POST', pathOf(token), look)).text()
    expect(usual).toContain('Expedited shipping, $12.00 more')
    expect(usual).toMatch(
      /as early as <b>Tuesday, November 24<\/b>, or from Wednesday, November 25 at no extra/,
    )
    expect(usual).not.toContain('value="2026-11-24"')
    const faster = await (
      await ana.stream('POST', pathOf(token), { ...look, expedited: '1', arrival_date: '2026-11-24' })
    ).text()
    expect(faster).toMatch(/value="2026-11-24" checked/)
    expect(faster).toContain('Arrives Tuesday, November 24, expedited, delivery $31.95.')
    expect(order()).toMatchObject({ arrivalOn: '2026-11-25', expedited: false })

    const before = currentTotals(db, order(), clock.now()).totalCents
    expect(await saveStep(ana, token, { expedited: '0', arrival_date: '2026-11-24' })).toMatchObject({
      status: 422,
    })
    await expectOk(
      ana.call('POST', pathOf(token), { ...SEATTLE_STEP, expedited: '1', arrival_date: '2026-11-24' }),
    )
    expect(order()).toMatchObject({ arrivalOn: '2026-11-24', expedited: true })
    expect(currentTotals(db, order(), clock.now()).totalCents - before).toBe(1_200)
    await saveStep(ana, token, { expedited: '1', arrival_date: '2026-12-03' })
    expect(order()).toMatchObject({ arrivalOn: '2026-12-03', expedited: false })
  })

  test('CAL-4 previewing days saves nothing, validates nothing and keeps what was typed', async () => {
    const { ana, token, db } = await atDelivery()
    const before = dump(db)
    const page = await ana.submit('POST', pathOf(token), {
      ...SEATTLE_STEP,
      delivery_name: '',
      delivery_postal_code: '10001',
      show_days: '1',
    })
    const html = await page.text()
    expect([page.status, html.includes('Delivery days for 10001')]).toEqual([200, true])
    expect(html).not.toContain('Please fill in')
    expect(formOf(html, 'Continue').delivery_street_address_1).toBe('1912 Pike Pl')
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test('CAL-4 the earliest standard day is the default, and a day chosen earlier is kept', async () => {
    const { ana, token, order } = await atDelivery()
    await saveStep(ana, token)
    expect(order().arrivalOn).toBe('2026-11-25')
    await saveStep(ana, token, { arrival_date: '2026-12-04' })
    await saveStep(ana, token, { delivery_name: 'Ana W' })
    expect(order().arrivalOn).toBe('2026-12-04')
  })
})

test('CHK-5 saving the same address again undoes a prepared payment', async () => {
  const { ana, token, order } = await atDelivery()
  await saveStep(ana, token, { email: 'ana@example.com' })
  await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token }))
  expect(order().state).toBe('payment_pending')
  await saveStep(ana, token)
  expect(order()).toMatchObject({ state: 'addressed', totalCents: null })
})

test('CHK-5 a saved address belongs to its owner, and fills in what was left empty', async () => {
  const { ana, token, order, db } = await atDelivery()
  expect((await saveStep(ana, token, { address_id: 'A'.repeat(22) })).status).toBe(404)
  expect(order().state).toBe('cart')
  signIn(db, token)
  const html = await (await ana.visit(`/${token}/delivery`)).text()
  const id = /name="address_id" value="([0-9A-Za-z]{22})"/.exec(html)?.[1]
  expect(id).toBeDefined()
  const answer = await ana.call('POST', pathOf(token), {
    address_id: id,
    address_confirmation_bypass: 'accept',
  })
  expect(answer.status).toBe(200)
  expect(order().deliveryStreet1).not.toBeNull()
})

test('CHK-5 R19 saving is rate-limited per order; previewing days is not', async () => {
  const shop = await world({ config: { rateLimited: true } })
  const ana = await shop.shopper()
  const token = await fillCart(ana, shop.db)
  for (let n = 0; n < 30; n++) expect((await saveStep(ana, token)).status).toBe(200)
  const refusedAt = await ana.call('POST', pathOf(token), SEATTLE_STEP)
  expect([refusedAt.status, Number(refusedAt.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await ana.stream('POST', pathOf(token), { ...SEATTLE_STEP, show_days: '1' })).status).toBe(200)
})

test('CHK-6 an expired order has no delivery page anymore', async () => {
  const { ana, token, db } = await atDelivery()
  changeOrder(db, token, { state: 'expired' })
  expect((await ana.visit(`/${token}/delivery`)).headers.get('location')).toBe('/cart')
  expect((await ana.call('POST', pathOf(token), { ...SEATTLE })).status).toBe(409)
})
