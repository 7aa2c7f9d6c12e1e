import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { declinedCharges, offers, outboxMessages, payments, stock } from '#db/schema/index.ts'
import { createLog } from '#src/log.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { reconcilePayments } from '#src/payments/reconcile.ts'
import {
  changeOrder,
  expectOk,
  importPrice,
  offerToken,
  orderOf,
  paymentStatus,
  prepareToPay,
} from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import {
  atPayment,
  coverByGift,
  makeRecurring,
  moveToCalifornia,
  nameCard,
  payWith,
  sendCard,
} from '../../support/paying-by-card.ts'
import { type World, world } from '../../support/world.ts'

const SORRY = "We're sorry, we weren't able to complete your order. Please try again."
const BILL = {
  address_line1: '500 Pine St',
  address_line2: 'Apt 4',
  address_city: 'Portland',
  address_state: 'OR',
  address_zip: '97205',
}

const paymentsOf = ({ db }: World, token: string) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderOf(db, token).id))
    .all()

describe('a card that succeeds', () => {
  test("CHK-9 is charged the order's total once, immediately, and leads to the confirmation", async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const answer = await payWith(shop, ana, token)
    expect(answer).toEqual({ status: 200, path: `/order/${token}/confirmation` })
    const order = orderOf(shop.db, token)
    expect(order).toMatchObject({ state: 'paid', totalCents: 7_195 })
    expect(shop.standIn.ledger()).toMatchObject({ charges: 1, chargedCents: 7_195 })
    expect((await ana.visit(answer.path ?? '')).status).toBe(200)
    await shop.settleDown()
    expect(shop.standIn.ledger().charges).toBe(1)
    expect(shop.db.select().from(outboxMessages).all()).toHaveLength(1)
    expect(ledgerProblems(shop.db)).toEqual([])
  })

  test('CHK-9 PRC-1 a total that changed since the intent is reported, not charged, and paid on the next attempt', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await expectOk(ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token }))
    const item = `/cart/items/${offerToken(shop.db, 'demo-fifty')}`
    await expectOk(ana.call('PUT', item, { quantity: 2 }))
    const told = await sendCard(ana, token, await nameCard(shop))
    expect(told.status).toBe(409)
    expect(told.error).toBe('The total is now $123.95. Please check it before you pay.')
    expect(shop.standIn.ledger().charges).toBe(0)
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
    expect(shop.standIn.ledger()).toMatchObject({ charges: 1, chargedCents: 12_395 })
  })

  test('CHK-9 the billing address sent to the provider is the typed one, or the delivery address', async () => {
    const shop = await world()
    const billed = async (fields: object) => {
      const { ana, token } = await atPayment(shop)
      await sendCard(ana, token, await nameCard(shop), { ...fields })
      const [payment] = paymentsOf(shop, token)
      const intent = await shop.services.stripe.paymentIntents.retrieve(payment?.intentId ?? '', {
        expand: ['payment_method'],
      })
      const method = intent.payment_method
      return typeof method === 'object' ? method?.billing_details : null
    }
    expect(await billed(BILL)).toMatchObject({
      name: 'Ana Whitcomb',
      email: 'ana@example.com',
      address: {
        line1: '500 Pine St',
        line2: 'Apt 4',
        city: 'Portland',
        state: 'OR',
        postal_code: '97205',
        country: 'US',
      },
    })
    expect(await billed({ ...BILL, same_as_shipping: '1' })).toMatchObject({
      address: { line1: '1912 Pike Pl', city: 'Seattle', state: 'WA', postal_code: '98101' },
    })
  })

  test('CHK-9 GFT-2 a gift is billed to its buyer, not to the recipient', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    changeOrder(shop.db, token, { giftOrder: true, deliveryName: 'Ben Hale' })
    const page = await (await ana.visit(`/${token}/payment`)).text()
    expect(page).toContain('name="same_as_shipping"')
    expect(page).not.toMatch(/name="same_as_shipping"[^>]*checked/)
    const asked = await ana.call('POST', '/v1/stripe_create_payment_intent', { order_token: token })
    const { defaultValues, paymentIntentId } = (await asked.json()) as Record<string, string>
    expect(defaultValues).toEqual({ billingDetails: { email: 'ana@example.com' } })

    expect(await sendCard(ana, token, await nameCard(shop), BILL)).toMatchObject({ status: 200 })
    const expand = { expand: ['payment_method'] }
    const intent = await shop.services.stripe.paymentIntents.retrieve(paymentIntentId ?? '', expand)
    expect(intent.payment_method).toMatchObject({
      billing_details: {
        name: null,
        phone: null,
        email: 'ana@example.com',
        address: { postal_code: '97205' },
      },
    })
  })

  test('CHK-9 a plain form is redirected to the confirmation', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const fields = { stripeToken: await nameCard(shop), same_as_shipping: 'true' }
    const response = await ana.submit('POST', `/v1/update_payment/${token}`, fields)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/order/${token}/confirmation`])
  })

  test("CHK-9 a payment method works like a token, but not another customer's", async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const { stripe } = shop.services
    const customer = await stripe.customers.create({})
    const theirs = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    expect(await sendCard(ana, token, theirs.id)).toMatchObject({ status: 422, error: SORRY })
    expect(shop.standIn.ledger().charges).toBe(0)
    expect(orderOf(shop.db, token).placedAt).toBeNull()
    expect(await sendCard(ana, token, 'pm_card_visa')).toMatchObject({ status: 200 })
  })

  test("PAY-4 a recurring order's card is saved, even when there is nothing to pay yet", async () => {
    const shop = await world()
    const paid = await atPayment(shop)
    await makeRecurring(paid.ana, paid.token)
    expect(await payWith(shop, paid.ana, paid.token)).toMatchObject({ status: 200 })
    const free = await atPayment(shop)
    await makeRecurring(free.ana, free.token)
    await coverByGift(shop, free.token)
    expect(await payWith(shop, free.ana, free.token)).toMatchObject({ status: 200 })

    for (const { token } of [paid, free]) {
      const order = orderOf(shop.db, token)
      expect(order.state).toBe('paid')
      const kept = await shop.services.stripe.paymentMethods.list({
        customer: order.providerCustomerId ?? '',
      })
      expect(kept.data).toHaveLength(1)
    }
    expect(shop.standIn.ledger().charges).toBe(1)
  })

  test('CHK-9 a fully covered order is placed without using its card', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await coverByGift(shop, token)
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: 0 })
    expect((await shop.services.stripe.paymentIntents.list()).data).toEqual([])
  })

  test('CHK-9 PAY-10 a card that is still processing leads to the status page, and settles later', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const { path = '' } = await payWith(shop, ana, token, 'pm_card_processing')
    expect(path).toMatch(new RegExp(`^/order/${token}/payment-status\\?payment_intent_id=pi_`))
    expect((await ana.visit(path)).status).toBe(200)
    expect(await payWith(shop, ana, token)).toMatchObject({ path }) // not paid a second time
    await shop.settleDown()
    expect((await ana.visit(path)).headers.get('location')).toBe(`/order/${token}/confirmation`)
    expect(shop.standIn.ledger().charges).toBe(1)
  })
})

describe('refused before any charge', () => {
  const WRONG_BILLS: [bill: object, error: string, fields: string[]][] = [
    [
      {},
      'Please enter a Billing Zip Code. Please fill in the missing fields: Street Address 1, City and State',
      ['zip', 'street1', 'city', 'state'],
    ],
    [{ same_as_shipping: false, ...BILL, address_zip: ' ' }, 'Please enter a Billing Zip Code.', ['zip']],
    [{ ...BILL, address_zip: '9720' }, 'Please enter a 5 digit zip code', ['zip']],
    [{ ...BILL, address_zip: '97205-1234' }, 'Please enter a 5 digit zip code', ['zip']],
    [{ ...BILL, address_city: '' }, 'Please fill in the missing fields: City', ['city']],
    [
      { address_zip: '97205' },
      'Please fill in the missing fields: Street Address 1, City and State',
      ['street1', 'city', 'state'],
    ],
    [{ ...BILL, address_state: 'Bavaria' }, 'Please choose a US state', ['state']],
  ]

  test('CHK-9 a billing address with a missing or invalid field', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const before = dump(shop.db)
    for (const [bill, error, fields] of WRONG_BILLS) {
      const answer = await sendCard(ana, token, 'tok_visa', { ...bill })
      expect(answer).toMatchObject({ status: 422, error, code: 'billing', fields })
    }
    expect(changedTables(before, dump(shop.db))).toEqual([])
  })

  const NO_NAMES = [
    '',
    'visa',
    'card_1AbC',
    'tok_',
    'tok_a b',
    'src_123',
    'tok_visa"',
    `tok_${'a'.repeat(251)}`,
  ]

  test('CHK-9 a malformed card token', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const before = dump(shop.db)
    for (const name of NO_NAMES) {
      expect({ name, status: (await sendCard(ana, token, name)).status }).toEqual({ name, status: 422 })
    }
    expect(changedTables(before, dump(shop.db))).toEqual([])
  })

  test("CHK-9 a token that the provider doesn't know, or that was already used", async () => {
    const shop = await world()
    const first = await atPayment(shop)
    expect(await sendCard(first.ana, first.token, 'tok_1Unknown')).toMatchObject({
      status: 422,
      error: SORRY,
    })
    const used = await nameCard(shop)
    expect(await sendCard(first.ana, first.token, used)).toMatchObject({ status: 200 })
    const next = await atPayment(shop)
    expect(await sendCard(next.ana, next.token, used)).toMatchObject({ status: 422, error: SORRY })
    expect(shop.standIn.ledger().charges).toBe(1)
  })

  test('CHK-9 OPS-5 card tokens never reach the log, even when the provider echoes them', async () => {
    const lines: string[] = []
    const log = createLog('trace', { write: (line: string) => void lines.push(line) })
    const shop = await world({ services: { log } })
    const { ana, token } = await atPayment(shop)
    expect(await sendCard(ana, token, 'tok_1Canary')).toMatchObject({ status: 422 })
    expect(lines.join('')).toContain('[card]')
    expect(lines.join('')).not.toContain('Canary')
  })

  test('CHK-9 PAY-7 in California the terms must be accepted', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await moveToCalifornia(shop, token)
    expect(await payWith(shop, ana, token)).toMatchObject({
      status: 422,
      code: 'terms_required',
      error: 'Please agree to the terms of service.',
    })
    const agreed = { same_as_shipping: true, terms_of_service: 'true' }
    expect(await sendCard(ana, token, await nameCard(shop), agreed)).toMatchObject({ status: 200 })
  })

  test('CHK-9 a total other than the one on the button is reported, not charged', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const fields = { same_as_shipping: true, shown_total_cents: 7_195 }
    await expectOk(ana.call('POST', `/cart/items/${offerToken(shop.db, 'whole-chicken')}`, { quantity: 1 }))
    const answer = await sendCard(ana, token, await nameCard(shop), fields)
    expect(answer).toMatchObject({ status: 409, code: 'price_changed' })
    expect(answer.error).toMatch(/^The total is now \$\d+\.\d\d\. Please check it before you pay\.$/)
    expect(shop.standIn.ledger().charges).toBe(0)
    const total = Number(answer.error?.replace(/\D/g, ''))
    const again = { same_as_shipping: true, shown_total_cents: total }
    expect(await sendCard(ana, token, await nameCard(shop), again)).toMatchObject({ status: 200 })
    expect(shop.standIn.ledger().chargedCents).toBe(total)
  })

  test('CHK-9 PRC-1 a raised price is refused once with the new total, which the next attempt pays', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    importPrice(shop.db, 5_500)
    const fields = { same_as_shipping: true, shown_total_cents: 7_195 }
    const refused = await sendCard(ana, token, await nameCard(shop), fields)
    expect(refused).toMatchObject({ status: 409, code: 'price_changed' })
    expect(refused.error).toBe('The total is now $74.95. Please check it before you pay.')
    const again = { same_as_shipping: true, shown_total_cents: 7_495 }
    expect(await sendCard(ana, token, await nameCard(shop), again)).toMatchObject({ status: 200 })
    expect(shop.standIn.ledger()).toMatchObject({ charges: 1, chargedCents: 7_495 })
  })

  test('CHK-9 an item that sold out', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const share = offerToken(shop.db, 'demo-fifty')
    await durably(shop.db, (tx) => {
      const offer = tx.select().from(offers).where(eq(offers.token, share)).get()
      tx.update(stock)
        .set({ onHand: 0 })
        .where(eq(stock.offerId, offer?.id ?? 0))
        .run()
    })
    const answer = await payWith(shop, ana, token)
    expect(answer).toMatchObject({ status: 409, code: 'sold_out' })
    expect(answer.path).toBeUndefined()
    expect(shop.standIn.ledger().charges).toBe(0)
  })

  test('CHK-9 an empty cart redirects to the cart, a missing address to the delivery step', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await expectOk(ana.call('DELETE', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`))
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 422, code: 'empty', path: '/cart' })

    const other = await atPayment(shop)
    changeOrder(shop.db, other.token, { deliveryName: null })
    expect(await payWith(shop, other.ana, other.token)).toMatchObject({
      status: 422,
      code: 'address_missing',
      path: `/${other.token}/delivery`,
    })
  })

  test('CHK-9 a placed order responds 409 with a link to its confirmation, and nothing changes', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await payWith(shop, ana, token)
    await shop.settleDown()
    const before = dump(shop.db)
    expect(await payWith(shop, ana, token)).toMatchObject({
      status: 409,
      code: 'order_placed',
      error: 'This order has already been placed.',
      path: `/order/${token}/confirmation`,
    })
    expect(changedTables(before, dump(shop.db))).toEqual([])
    const plain = await ana.submit('POST', `/v1/update_payment/${token}`, { stripeToken: 'tok_visa' })
    expect(plain.headers.get('location')).toBe(`/order/${token}/confirmation`)
    expect(shop.standIn.ledger().charges).toBe(1)
  })
})

describe('a declined card', () => {
  test.each([
    ['pm_card_visa_chargeDeclined', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
    ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', "Your card's security code is incorrect."],
  ])(
    "CHK-9 %s shows the bank's reason and that nothing was charged, and another card pays",
    async (card, reason) => {
      const error = `${reason} Nothing was charged, and your box is saved.`
      const shop = await world()
      const { ana, token } = await atPayment(shop)
      expect(await payWith(shop, ana, token, card)).toEqual({
        status: 422,
        error,
        message: error,
        code: 'declined',
      })
      expect(orderOf(shop.db, token).placedAt).toBeNull()
      expect(shop.standIn.ledger().charges).toBe(0)
      expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
      expect(shop.standIn.ledger().charges).toBe(1)
      expect(paymentsOf(shop, token)).toHaveLength(1)
    },
  )

  test('CHK-9 a plain form is rendered again with the reason and what was typed', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const send = async (fields: Record<string, string>) => {
      const response = await ana.submit('POST', `/v1/update_payment/${token}`, fields)
      return { status: response.status, html: await response.text() }
    }
    const declined = await send({ stripeToken: 'tok_visa_chargeDeclined', ...BILL })
    expect(declined.status).toBe(422)
    expect(declined.html).toContain('Your card was declined.')
    expect(declined.html).toContain('value="500 Pine St"')
    expect(declined.html).not.toContain('tok_visa')
    const zip = await send({ stripeToken: 'tok_visa', ...BILL, address_zip: '' })
    expect(zip.status).toBe(422)
    expect(zip.html).toMatch(/id="billing_zip_error"[^>]*>\s*Please enter a Billing Zip Code\./)
  })

  test('CHK-9 R19 after five declines the order is blocked for an hour', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    for (let tried = 0; tried < 5; tried++) {
      const answer = await payWith(shop, ana, token, 'pm_card_visa_chargeDeclined')
      expect(answer).toMatchObject({ code: 'declined' })
    }
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 422, code: 'too_many_declines' })
    expect(shop.standIn.ledger()).toMatchObject({ charges: 0, failedCharges: 5 })
    shop.pass(3600_001)
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
  })

  test('CHK-9 R19 ten calls per order, and twenty declines an hour per IP address', async () => {
    const shop = await world({ config: { rateLimited: true } })
    const { ana, token } = await atPayment(shop)
    for (let call = 0; call < 10; call++) expect((await sendCard(ana, token, '')).status).toBe(422)
    const eleventh = await ana.call('POST', `/v1/update_payment/${token}`, {})
    expect(eleventh.status).toBe(429)
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0)

    for (let order = 0; order < 5; order++) {
      const next = await atPayment(shop)
      for (let tried = 0; tried < 4; tried++)
        expect((await payWith(shop, next.ana, next.token, 'pm_card_visa_chargeDeclined')).status).toBe(422)
    }
    const late = await atPayment(shop)
    expect((await payWith(shop, late.ana, late.token)).status).toBe(429)
    expect(shop.standIn.ledger()).toMatchObject({ charges: 0, failedCharges: 20 })
  })
})

describe('a bank that requires authentication', () => {
  async function asked(
    card = 'pm_card_authenticationRequired',
    prepare?: (shop: World, token: string) => unknown,
  ) {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    await prepare?.(shop, token)
    const answer = await payWith(shop, ana, token, card)
    expect(answer).toEqual({ status: 200, path: `/${token}/payment?authenticate=true` })
    const html = await (await ana.visit(answer.path ?? '')).text()
    const secret = /question-value="([^"]+_secret_[^"]+)"/.exec(html)?.[1] ?? ''
    return { shop, ana, token, secret, id: secret.split('_secret_')[0] ?? '', path: answer.path ?? '' }
  }

  test('CHK-9 leads to the authentication page, and completing it pays the order', async () => {
    const { shop, ana, token, secret, id, path } = await asked()
    expect(orderOf(shop.db, token).placedAt).toBeNull()
    await ana.authenticate(secret, id, 'complete')
    expect((await ana.visit(path)).headers.get('location')).toBe(`/order/${token}/payment-status`)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
    expect(shop.standIn.ledger().charges).toBe(1)
  })

  test('CHK-9 a failed authentication charges nothing, and another card pays', async () => {
    const { shop, ana, token, secret, id } = await asked()
    await ana.authenticate(secret, id, 'fail')
    expect(await paymentStatus(ana, token)).toBe('failed')
    expect(shop.standIn.ledger().charges).toBe(0)
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
    expect(shop.standIn.ledger().charges).toBe(1)
  })

  test("CHK-9 the authentication page is only for the order's owner, and only while authentication is due", async () => {
    const { shop, path, token } = await asked()
    const eve = await shop.shopper()
    expect((await eve.visit(path)).headers.get('location')).toBe('/')
    const other = await atPayment(shop)
    expect(await (await other.ana.visit(`/${other.token}/payment`)).text()).not.toContain('_secret_')
    expect((await other.ana.visit(`/${other.token}/payment?authenticate=true`)).status).toBe(302)
    expect(token).not.toBe(other.token)
  })
})

describe('provider failures', () => {
  const CONFIRM = '/v1/payment_intents/*/confirm'

  test.each([
    ['error', 2],
    ['not_json', 1],
    ['rate_limit', 1],
  ] as const)(
    'CHK-9 REL-3 a confirmation lost to %s before it arrived charges nothing, says so, and can be retried',
    async (kind, times) => {
      const shop = await world()
      const { ana, token } = await atPayment(shop)
      shop.standIn.control.fault({ kind, path: CONFIRM, times })
      expect(await payWith(shop, ana, token)).toMatchObject({ status: 422, error: SORRY })
      expect(shop.standIn.ledger().charges).toBe(0)
      expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
      expect(shop.standIn.ledger().charges).toBe(1)
    },
  )

  test.each(['error', 'not_json'] as const)(
    'CHK-9 REL-3 a response lost to %s after the charge is looked up, and the order is placed',
    async (kind) => {
      const shop = await world()
      const { ana, token } = await atPayment(shop)
      shop.standIn.control.fault({ kind, path: CONFIRM, when: 'after', times: 2 })
      expect(await payWith(shop, ana, token)).toEqual({ status: 200, path: `/order/${token}/confirmation` })
      expect(shop.standIn.ledger().charges).toBe(1)
    },
  )

  test('CHK-9 REL-3 a provider that goes silent right after the charge leads to the status page, then the confirmation', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    shop.standIn.control.fault({ kind: 'error', method: 'GET', path: '/v1/payment_intents/*', times: 2 })
    const { path = '' } = await payWith(shop, ana, token)
    expect(path).toContain('/payment-status?payment_intent_id=pi_')
    expect((await ana.visit(path)).headers.get('location')).toBe(`/order/${token}/confirmation`)
  })

  test('CHK-9 REL-3 after a silent confirmation the page apologizes, and a second click finds the payment', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    shop.standIn.control.fault({ kind: 'error', path: CONFIRM, when: 'after', times: 2 })
    shop.standIn.control.fault({ kind: 'error', method: 'GET', path: '/v1/payment_intents/*', times: 2 })
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 422, error: SORRY })
    expect(await payWith(shop, ana, token)).toMatchObject({ path: `/order/${token}/confirmation` })
    expect(shop.standIn.ledger().charges).toBe(1)
  })

  test("CHK-9 REL-3 when the provider is down, the customer gets the spec's apology", async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    shop.standIn.control.fault({ kind: 'error', path: '/v1/**' })
    expect(await sendCard(ana, token, 'tok_visa')).toMatchObject({ status: 422, error: SORRY })
    shop.standIn.control.clear()
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 200 })
  })

  test('CHK-9 REL-1 reconciliation repairs a crash between the charge and its booking', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const { paymentIntents } = shop.services.stripe
    const confirm = paymentIntents.confirm.bind(paymentIntents)
    paymentIntents.confirm = (async (...all: Parameters<typeof confirm>) => {
      await confirm(...all)
      throw new Error('the process died here')
    }) as typeof confirm
    expect(await payWith(shop, ana, token)).toMatchObject({ status: 500 })
    expect(orderOf(shop.db, token).placedAt).toBeNull()
    expect(shop.standIn.ledger().charges).toBe(1)

    shop.pass(60_000)
    await reconcilePayments(shop.services)
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: 7_195 })
    expect(ledgerProblems(shop.db)).toEqual([])
  })

  test('CHK-9 PAY-12 a charge for an item that sold out meanwhile is refunded, and the failure page says so', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const { paymentIntents } = shop.services.stripe
    const confirm = paymentIntents.confirm.bind(paymentIntents)
    paymentIntents.confirm = (async (...all: Parameters<typeof confirm>) => {
      const intent = await confirm(...all)
      await durably(shop.db, (tx) => void tx.update(stock).set({ onHand: 0 }).run())
      return intent
    }) as typeof confirm
    const answer = await payWith(shop, ana, token)
    expect(answer).toMatchObject({ status: 409, path: `/checkout/${token}?payment=failed` })
    expect(answer.error).toContain("We're refunding the full amount")
    await shop.settleDown()
    expect(shop.standIn.ledger()).toMatchObject({ charges: 1, refundedCents: 7_195 })
    expect(orderOf(shop.db, token).placedAt).toBeNull()
  })
})

describe('concurrency', () => {
  test.each(['pm_card_visa', 'pm_card_visa_chargeDeclined'])(
    'CHK-9 R2 the same form sent fifty times at once with %s is one attempt',
    async (card) => {
      const shop = await world()
      const { ana, token } = await atPayment(shop)
      const name = await nameCard(shop, card)
      const answers = await Promise.all(Array.from({ length: 50 }, () => sendCard(ana, token, name)))
      const { charges, failedCharges } = shop.standIn.ledger()
      expect(charges + failedCharges).toBe(1)
      const isGood = card === 'pm_card_visa'
      expect(new Set(answers.map(({ path, code }) => path ?? code))).toEqual(
        new Set([isGood ? `/order/${token}/confirmation` : 'declined']),
      )
      expect(shop.db.select().from(declinedCharges).all()).toHaveLength(isGood ? 0 : 1)
    },
  )

  test("CHK-9 R2 fifty concurrent cards plus the page's own payment make one charge", async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const { clientSecret } = await prepareToPay(ana, token)
    const names = await Promise.all(Array.from({ length: 50 }, () => nameCard(shop)))
    const [, ...answers] = await Promise.all([
      ana.confirm(clientSecret),
      ...names.map((name) => sendCard(ana, token, name)),
    ])
    await shop.settleDown()
    expect(shop.standIn.ledger()).toMatchObject({ charges: 1, chargedCents: 7_195, refundedCents: 0 })
    expect(new Set(answers.map(({ path }) => path))).toEqual(new Set([`/order/${token}/confirmation`]))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(ledgerProblems(shop.db)).toEqual([])
  })

  test('CHK-9 PAY-12 a cart that grows during the charge is never paid at the old price', async () => {
    const shop = await world()
    const { ana, token } = await atPayment(shop)
    const name = await nameCard(shop)
    const chicken = `/cart/items/${offerToken(shop.db, 'whole-chicken')}`
    await Promise.all([sendCard(ana, token, name), ana.call('POST', chicken, { quantity: 1 })])
    await shop.settleDown()
    const order = orderOf(shop.db, token)
    const { chargedCents, refundedCents } = shop.standIn.ledger()
    expect(chargedCents - refundedCents).toBe(order.placedAt === null ? 0 : order.totalCents)
    expect(ledgerProblems(shop.db)).toEqual([])
  })
})
