import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Order, recurringConsents } from '#db/schema/index.ts'
import { recurringConsentText } from '#src/orders/recurring-consent.ts'
import { RENEW_PERIODS } from '#src/orders/recurring-rules.ts'
import { TERMS_VERSION } from '#src/orders/rules.ts'
import { signIn } from '../../support/accounts.ts'
import { toldVerifier } from '../../support/address-verifiers.ts'
import {
  changeOrder,
  expectOk,
  offerToken,
  orderOf,
  prepareToPay,
  readyToPay,
  SEATTLE,
} from '../../support/buying.ts'
import { dump } from '../../support/dump.ts'
import { NOW } from '../../support/now.ts'
import { type World, world } from '../../support/world.ts'

const CALL = '/v1/set_recurring_order'
const WORDS = recurringConsentText('Droveway')

async function scene() {
  const shop = await world()
  const ana = await shop.shopper()
  const order_token = await readyToPay(ana, shop.db)
  const set = (recurring: unknown, renew_period_type?: string) =>
    ana.call('POST', CALL, { order_token, recurring, ...(renew_period_type ? { renew_period_type } : {}) })
  const said = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, unknown>>
  return { ...shop, ana, order_token, set, said, order: () => orderOf(shop.db, order_token) }
}

const consentsOf = ({ db }: Pick<World, 'db'>, orderToken: string) =>
  db
    .select()
    .from(recurringConsents)
    .where(eq(recurringConsents.orderId, orderOf(db, orderToken).id))
    .orderBy(recurringConsents.id)
    .all()

describe('the call', () => {
  test.each([['maybe'], [2], [['true']], [{ on: true }]])(
    'CHK-7 GND-4 %j is neither on nor off',
    async (rubbish) => {
      const { set, order } = await scene()
      await expectOk(set(true))
      expect((await set(rubbish)).status).toBe(422)
      expect(order()).toMatchObject({ recurring: true, renewPeriodType: 'four_weeks' })
    },
  )

  test('CHK-7 on makes the order recurring every four weeks; off makes it a one-time box again', async () => {
    const { set, said, order } = await scene()
    expect(order()).toMatchObject({ recurring: false, renewPeriodType: null })
    expect(await said(set(true))).toEqual({
      message: "You'll get a box every 4 weeks.",
      recurring: true,
      renew_period_type: 'four_weeks',
    })
    expect(order()).toMatchObject({ recurring: true, renewPeriodType: 'four_weeks' })
    expect(await said(set(false, 'two_weeks'))).toEqual({
      message: 'This is a one-time box.',
      recurring: false,
      renew_period_type: null,
    })
    expect(order()).toMatchObject({ recurring: false, renewPeriodType: null })
  })

  test.each(RENEW_PERIODS)(
    'CHK-7 %s is a valid frequency, and stays when only the checkbox is sent again',
    async (period) => {
      const { set, order } = await scene()
      await expectOk(set('true', period))
      await expectOk(set('true'))
      expect(order()).toMatchObject({ recurring: true, renewPeriodType: period })
    },
  )

  test.each(['weekly', 'FOUR_WEEKS', 'four weeks', '4'])(
    'CHK-7 %s is no valid frequency: it is refused, and nothing changes',
    async (period) => {
      const { set, db } = await scene()
      const before = dump(db)
      const answer = await set(true, period)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ message: "Please choose how often you'd like your box." })
      expect(dump(db)).toBe(before)
    },
  )

  test("CHK-7 a gift can't be made recurring", async () => {
    const { set, db, order_token } = await scene()
    changeOrder(db, order_token, { giftOrder: true })
    const before = dump(db)
    const answer = await set(true)
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'gift_order' }])
    expect(dump(db)).toBe(before)
    await expectOk(set(false))
  })

  test('CHK-7 a box made recurring while the address of a gift is verified is a gift, and comes once', async () => {
    const { told, verifier } = toldVerifier()
    const shop = await world({ services: { addressVerifier: verifier } })
    const ana = await shop.shopper()
    const order_token = await readyToPay(ana, shop.db)
    const { mobile_phone_number: delivery_phone_number, ...place } = SEATTLE
    const gift = { order_token, ...SEATTLE, gift_order: '1' }
    const calls = {
      '/v1/stripe_update_address': gift,
      [`/v1/update_shipping_address/${order_token}`]: { ...gift, ...place, delivery_phone_number },
    }
    for (const [path, fields] of Object.entries(calls)) {
      changeOrder(shop.db, order_token, { giftOrder: false })
      told.before = async () =>
        void (await expectOk(ana.call('POST', CALL, { order_token, recurring: true })))
      await expectOk(ana.call('POST', path, fields))
      expect(orderOf(shop.db, order_token)).toMatchObject({ giftOrder: true, recurring: false })
    }
    expect(consentsOf(shop, order_token).map(({ withdrawnAt }) => withdrawnAt)).not.toContain(null)
  })

  test('CHK-7 GND-5 a plain form returns to its page, which shows the choice', async () => {
    const { ana, order_token, order } = await scene()
    const path = `/checkout/${order_token}`
    const fields = { order_token, recurring: 'true', renew_period_type: 'six_weeks', return_to: path }
    const answer = await ana.submit('POST', CALL, fields)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
    expect(order().renewPeriodType).toBe('six_weeks')
    const page = await (await ana.visit(path)).text()
    expect(page).toContain('You&#39;ll get a box every 6 weeks.')
    expect(page).toMatch(/<input type="checkbox" name="recurring"[^>]* checked/)
    expect(page).toMatch(/<option value="six_weeks" selected/)
    // Browsers don't send an unchecked checkbox at all.
    const { recurring: _, ...unticked } = fields
    await ana.submit('POST', CALL, unticked)
    expect(order().recurring).toBe(false)
  })

  test('CHK-7 a change undoes a prepared payment; the same choice again does not', async () => {
    const { ana, set, order, order_token } = await scene()
    await expectOk(set(true, 'two_weeks'))
    await prepareToPay(ana, order_token)
    const held = order()
    expect(held.state).toBe('payment_pending')
    await expectOk(set(true, 'two_weeks'))
    expect(order()).toEqual(held)
    await expectOk(set(true, 'eight_weeks'))
    expect(order()).toMatchObject({ state: 'addressed', totalCents: null, holdExpiresAt: null })
  })

  test('CHK-7 the choice is frozen while the payment is in flight', async () => {
    const { ana, db, set, order, order_token, settleDown } = await scene()
    const { clientSecret } = await prepareToPay(ana, order_token)
    changeOrder(db, order_token, { paymentInFlightAt: NOW })
    const before = order()
    expect(await (await set(true)).json()).toMatchObject({ code: 'being_paid' })
    expect(order()).toEqual(before)
    await ana.confirm(clientSecret)
    await settleDown()
    expect(order()).toMatchObject({ state: 'paid', recurring: false })
  })
})

describe('the consent', () => {
  test('CHK-7 stores the exact wording, price, frequency, terms version and time', async () => {
    const { ana, db, set, order, order_token } = await scene()
    const userId = signIn(db, order_token)
    await expectOk(set(true, 'six_weeks'))
    const summary = await ana.call('GET', `/v1/checkout_summary?order_token=${order_token}`)
    const [consent, ...others] = consentsOf({ db }, order_token)
    expect(others).toEqual([])
    expect(consent).toMatchObject({
      orderId: order().id,
      userId,
      renewPeriodType: 'six_weeks',
      words: WORDS,
      termsVersion: TERMS_VERSION,
      givenAt: NOW,
      withdrawnAt: null,
    })
    const shown = `$${((consent?.priceCents ?? 0) / 100).toFixed(2)}`
    expect(((await summary.json()) as { html: string }).html).toContain(`<dd>${shown}</dd>`)
    const page = await (await ana.visit(`/checkout/${order_token}`)).text()
    expect(page).toContain(WORDS)
    expect(WORDS).toMatch(
      /charged for each.*2 days before the box arrives.*skip or cancel.*free delivery from \$99\.00/,
    )
    expect(await (await ana.visit('/terms')).text()).toContain(TERMS_VERSION)
  })

  test('CHK-7 another frequency is another consent, off withdraws it, and nothing is erased', async () => {
    const { db, set, order_token, pass } = await scene()
    await expectOk(set(true, 'two_weeks'))
    pass(1_000)
    await expectOk(set(true, 'two_weeks'))
    await expectOk(set(true, 'four_weeks'))
    pass(1_000)
    await expectOk(set(false))
    await expectOk(set(false))
    const kept = consentsOf({ db }, order_token).map(({ renewPeriodType, givenAt, withdrawnAt }) => ({
      renewPeriodType,
      givenAt,
      withdrawnAt,
    }))
    expect(kept).toEqual([
      { renewPeriodType: 'two_weeks', givenAt: NOW, withdrawnAt: NOW + 1_000 },
      { renewPeriodType: 'four_weeks', givenAt: NOW + 1_000, withdrawnAt: NOW + 2_000 },
    ])
  })

  test("CHK-7 a recurring order can't be paid without a consent for its frequency", async () => {
    const { ana, db, set, order, order_token } = await scene()
    const write = (columns: Partial<Order>) => changeOrder(db, order_token, columns)
    const validate = () => ana.call('POST', '/v1/stripe_validate_payment', { order_token })

    write({ recurring: true, renewPeriodType: 'four_weeks' })
    const refused = await validate()
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'consent_missing' }])

    await expectOk(set(true, 'four_weeks'))
    write({ renewPeriodType: 'two_weeks' })
    expect(await (await validate()).json()).toMatchObject({ code: 'consent_missing' })
    expect(order().state).toBe('addressed')

    await expectOk(set(true, 'two_weeks'))
    await expectOk(validate())
  })
})

test('PRC-2 a recurring box has free delivery from $99.00, in cart and checkout', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const order_token = await readyToPay(ana, shop.db, { quantity: 2 })
  const shipping = async () => {
    const { totals } = { totals: await prepareToPay(ana, order_token) }
    return totals.amount_cents - orderOf(shop.db, order_token).itemsCents!
  }
  const boxed = async () => (await ana.visit('/cart')).text()
  expect(await shipping()).toBe(1_995)
  expect(await boxed()).toContain('<b>$45.00</b> more and delivery is free')
  await expectOk(ana.call('POST', CALL, { order_token, recurring: true }))
  expect(await shipping()).toBe(0)
  expect(await boxed()).toContain('<b>Delivery is free</b> for this box')
  await expectOk(ana.call('PUT', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`, { quantity: 1 }))
  expect(await shipping()).toBe(1_995)
  expect(await boxed()).toContain('<b>$47.00</b> more and delivery is free')
})
