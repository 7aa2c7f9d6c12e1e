import { describe, expect, test } from 'vitest'
import { storedCardOf } from '#src/payments/cards.ts'
import { latestPayment } from '#src/payments/payments.ts'
import { ANA, BEN, signedIn } from '../support/account.ts'
import { fillCart, importPrice, offerToken, orderOf, paymentStatus, prepareToPay } from '../support/buying.ts'
import { changedTables, dump } from '../support/dump.ts'
import { keepCard } from '../support/kept-card.ts'
import { cardsOf } from '../support/own-cards.ts'
import { makeRecurring, moveToCalifornia } from '../support/paying-by-card.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

type Paid = { status: number; url?: string; code?: string; message?: string; client_secret?: string }

/** Ana at the payment step with these cards; the first is her default. */
async function atPayment(...names: string[]) {
  const shop = await world()
  const ana = await signedIn(shop, ANA)
  const cards = []
  for (const name of names.length > 0 ? names : ['pm_card_visa']) cards.push(await keepCard(shop, ANA, name))
  const token = await fillCart(ana, shop.db)
  const page = await (await ana.visit(`/checkout/${token}`)).text()
  return { shop, ana, token, cards, page }
}

async function pay(who: Shopper, order_token: string, card_id: unknown, fields: object = {}): Promise<Paid> {
  const answer = await who.call('POST', '/v1/pay_with_saved_card', { order_token, card_id, ...fields })
  return { status: answer.status, ...((await answer.json()) as object) }
}

const charges = ({ standIn }: World) => standIn.ledger().charges

describe('PAY-20 the payment step with saved cards', () => {
  test('PAY-20 offers each by brand and last four, the default first, and a new card', async () => {
    const { page, cards, token } = await atPayment('pm_card_visa', 'pm_card_mastercard')
    const picks = page.split('<input type="radio"').slice(1)
    expect(picks).toHaveLength(3)
    expect(picks[0]).toMatch(/checked="" value="\d+".*Visa ending in 4242.*Expires (?:<!-- -->)?\d\d\/\d{4}/)
    expect(picks[1]).toMatch(/Mastercard ending in 4444/)
    expect(picks[2]).toMatch(/value="".*A new card/)
    expect(page).toMatch(/action="\/v1\/pay_with_saved_card" method="post"/)
    expect(page).toMatch(/<button[^>]*>Pay \$\d+\.\d\d<\/button>/)
    expect(page).not.toContain(cards[0]!.paymentMethodId)
    expect(page).not.toContain(cards[0]!.providerCustomerId)
    expect(token).toBeTruthy()
  })

  test('PAY-20 leaves out expired cards and other people’s', async () => {
    const shop = await world()
    await keepCard(shop, ANA, 'pm_card_visa', { expYear: 2025 })
    await keepCard(shop, BEN, 'pm_card_amex')
    const ana = await signedIn(shop, ANA)
    const token = await fillCart(ana, shop.db)
    const page = await (await ana.visit(`/checkout/${token}`)).text()
    expect(page).not.toContain('ending in')
    expect(page).toContain('Loading the payment form')
  })
})

describe('PAY-20 paying with a saved card', () => {
  test('PAY-20 charges once, however often the button is pressed', async () => {
    const { shop, ana, token, cards } = await atPayment()
    const totalCents = 7_195
    const asked = { shown_total_cents: String(totalCents) }
    const [first, second] = await Promise.all([
      pay(ana, token, cards[0]!.id, asked),
      pay(ana, token, cards[0]!.id, asked),
    ])
    expect(first).toEqual({ status: 200, url: `/order/${token}/confirmation` })
    expect([200, 409]).toContain(second.status)
    await shop.settleDown()
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', email: ANA, totalCents })
    expect(latestPayment(shop.db, orderOf(shop.db, token).id)).toMatchObject({ cardLast4: '4242', tries: 1 })
    expect(shop.standIn.ledger()).toMatchObject({ charges: 1, refundedCents: 0 })
    expect(cardsOf(shop, ANA)).toHaveLength(1)
    expect(await pay(ana, token, cards[0]!.id)).toMatchObject({ status: 409, code: 'order_placed' })
  })

  test('PAY-20 GND-5 works as a plain form', async () => {
    const { shop, ana, token, cards } = await atPayment()
    const fields = { order_token: token, card_id: String(cards[0]!.id) }
    const form = await ana.submit('POST', '/v1/pay_with_saved_card', fields)
    expect([form.status, form.headers.get('location')]).toEqual([303, `/order/${token}/confirmation`])
    expect(charges(shop)).toBe(1)

    const again = await fillCart(ana, shop.db)
    const refused = await ana.submit('POST', '/v1/pay_with_saved_card', { order_token: again, card_id: '' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Please turn it on, or choose a saved card')
    const removed = { order_token: again, card_id: '999999' }
    const unknown = await ana.submit('POST', '/v1/pay_with_saved_card', removed)
    expect(await unknown.text()).toContain('Please choose another card.')
  })

  test('PAY-20 SEC-4 rejects someone else’s card and an unknown card alike, and changes nothing', async () => {
    const { shop, ana, token } = await atPayment()
    const bens = await keepCard(shop, BEN, 'pm_card_mastercard')
    const before = dump(shop.db)
    const unknown = await pay(ana, token, '999999')
    expect(unknown).toMatchObject({ status: 422, code: 'card_unusable' })
    for (const id of [
      bens.id,
      bens.paymentMethodId,
      bens.providerCustomerId,
      '',
      '0',
      "1' or 1=1",
      null,
      ['1'],
    ])
      expect([id, (await pay(ana, token, id)).status]).toEqual([id, 422])
    expect(await pay(ana, token, bens.id)).toEqual(unknown)
    expect(changedTables(before, dump(shop.db))).toEqual([])

    const guest = await shop.shopper()
    expect((await pay(guest, await fillCart(guest, shop.db), bens.id)).code).toBe('card_unusable')
    expect((await pay(guest, token, bens.id)).status).toBe(404)
    expect(charges(shop)).toBe(0)
  })

  test('PAY-20 rejects an expired card', async () => {
    const { shop, ana, token } = await atPayment()
    const old = await keepCard(shop, ANA, 'pm_card_amex', { expYear: 2025 })
    expect(await pay(ana, token, old.id)).toMatchObject({ status: 422, code: 'card_unusable' })
  })

  test('PAY-20 PAY-9 a decline says why, and another card can then pay', async () => {
    const { shop, ana, token, cards } = await atPayment('pm_card_chargeCustomerFail', 'pm_card_mastercard')
    const declined = await pay(ana, token, cards[0]!.id)
    expect(declined).toMatchObject({ status: 422, code: 'declined' })
    expect(declined.message).toContain('Your card was declined. Nothing was charged')
    expect(await pay(ana, token, cards[1]!.id)).toMatchObject({ status: 200 })
    await shop.settleDown()
    expect(latestPayment(shop.db, orderOf(shop.db, token).id)).toMatchObject({ cardLast4: '4444' })
    expect(shop.standIn.ledger().paid).toHaveLength(1)
  })

  test('PAY-20 PAY-16 five declines block the order for saved cards, too', async () => {
    const { ana, token, cards, shop } = await atPayment('pm_card_chargeCustomerFail', 'pm_card_visa')
    for (let nth = 0; nth < 5; nth++) {
      expect((await pay(ana, token, cards[0]!.id)).code).toBe('declined')
      await shop.settleDown()
    }
    expect(await pay(ana, token, cards[1]!.id)).toMatchObject({ status: 422, code: 'too_many_declines' })
    expect(shop.standIn.ledger().paid).toEqual([])
  })

  test.each(['complete', 'fail'] as const)('PAY-20 PAY-13 bank authentication: %s', async (outcome) => {
    const { shop, ana, token, cards } = await atPayment('pm_card_authenticationRequired')
    const asked = await pay(ana, token, cards[0]!.id)
    const intent = asked.client_secret?.split('_secret_')[0] ?? ''
    expect(asked).toMatchObject({
      status: 200,
      url: `/order/${token}/payment-status?payment_intent_id=${intent}`,
    })
    await ana.authenticate(asked.client_secret ?? '', intent, outcome)
    expect(await paymentStatus(ana, token)).toBe(outcome === 'complete' ? 'succeeded' : 'failed')
    await shop.settleDown()
    expect(orderOf(shop.db, token).placedAt === null).toBe(outcome === 'fail')
    const form = { order_token: token, card_id: String(cards[0]!.id) }
    const plain = await ana.submit('POST', '/v1/pay_with_saved_card', form)
    const next = outcome === 'fail' ? `/${token}/payment?authenticate=true` : `/order/${token}/confirmation`
    expect([plain.status, plain.headers.get('location')]).toEqual([303, next])
  })

  test('PAY-20 after the new-card form was opened, a fresh intent is made for the chosen card’s customer', async () => {
    const { shop, ana, token, cards } = await atPayment('pm_card_visa', 'pm_card_mastercard')
    const { paymentIntentId, clientSecret } = await prepareToPay(ana, token)
    expect((await pay(ana, token, cards[1]!.id)).status).toBe(200)
    await shop.settleDown()
    const { stripe } = shop.services
    expect((await stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled')
    expect((await ana.confirm(clientSecret)).status).toBe(400)
    const { intentId } = latestPayment(shop.db, orderOf(shop.db, token).id) ?? {}
    expect(await stripe.paymentIntents.retrieve(intentId ?? '')).toMatchObject({
      status: 'succeeded',
      customer: cards[1]!.providerCustomerId,
      setup_future_usage: null,
    })
    expect(charges(shop)).toBe(1)
  })

  test('PAY-20 PAY-17 a card that the provider no longer knows is refused, and a new card can pay', async () => {
    const { shop, ana, token, cards } = await atPayment('pm_card_visa', 'pm_card_mastercard')
    const [lost, detached] = cards
    await shop.services.stripe.customers.del(lost!.providerCustomerId)
    await shop.services.stripe.paymentMethods.detach(detached!.paymentMethodId)
    for (const { id } of [lost!, detached!])
      expect(await pay(ana, token, id)).toMatchObject({ status: 422, code: 'card_unusable' })
    const { clientSecret } = await prepareToPay(ana, token)
    expect((await ana.confirm(clientSecret)).status).toBe(200)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
  })

  test('PAY-20 never charges a total that the shopper was not shown', async () => {
    const { shop, ana, token, cards } = await atPayment()
    const before = charges(shop)
    expect(await pay(ana, token, cards[0]!.id, { shown_total_cents: '100' })).toMatchObject({
      status: 409,
      code: 'price_changed',
    })
    expect(charges(shop)).toBe(before)
  })

  test.each(['before', 'after'])(
    'PAY-20 PRC-1 a price raised %s the hold is refused once per change',
    async (when) => {
      const { shop, ana, token, cards } = await atPayment()
      if (when === 'after') await prepareToPay(ana, token)
      importPrice(shop.db, 5_500)
      const refused = await pay(ana, token, cards[0]!.id, { shown_total_cents: '7195' })
      expect(refused).toMatchObject({ status: 409, code: 'price_changed' })
      expect(refused.message).toBe('The total is now $74.95. Please check it before you pay.')
      importPrice(shop.db, 5_600) // another import, which the shopper hasn't seen
      expect((await pay(ana, token, cards[0]!.id, { shown_total_cents: '7495' })).status).toBe(409)
      expect(charges(shop)).toBe(0)
      expect((await pay(ana, token, cards[0]!.id, { shown_total_cents: '7595' })).status).toBe(200)
      await shop.settleDown()
      expect(shop.standIn.ledger()).toMatchObject({ charges: 1, chargedCents: 7_595, refundedCents: 0 })
    },
  )

  test('PAY-20 PAY-7 requires agreement to the terms in California', async () => {
    const { shop, ana, token, cards } = await atPayment()
    await moveToCalifornia(shop, token)
    expect(await pay(ana, token, cards[0]!.id)).toMatchObject({ status: 422, code: 'terms_required' })
    expect((await pay(ana, token, cards[0]!.id, { terms_of_service: true })).status).toBe(200)
  })

  test('PAY-20 PAY-19 during the charge, another tab cannot change the cart', async () => {
    const { shop, ana, token, cards } = await atPayment()
    const { stripe } = shop.services
    const confirm = stripe.paymentIntents.confirm.bind(stripe.paymentIntents)
    let tried: Response | undefined
    stripe.paymentIntents.confirm = (async (...given: Parameters<typeof confirm>) => {
      tried = await ana.call('POST', `/cart/items/${offerToken(shop.db, 'whole-chicken')}`, { quantity: 1 })
      return confirm(...given)
    }) as unknown as typeof confirm
    expect((await pay(ana, token, cards[0]!.id)).status).toBe(200)
    expect(tried?.status).toBe(422)
    await shop.settleDown()
    expect(shop.standIn.ledger()).toMatchObject({ charges: 1, refundedCents: 0 })
  })

  test('PAY-20 PAY-4 the later boxes of a recurring order use the chosen card', async () => {
    const { shop, ana, token, cards } = await atPayment('pm_card_visa', 'pm_card_mastercard')
    await makeRecurring(ana, token)
    expect((await pay(ana, token, cards[1]!.id)).status).toBe(200)
    const second = await fillCart(ana, shop.db)
    await ana.visit(`/checkout/${second}`)
    await makeRecurring(ana, second)
    expect((await pay(ana, second, cards[1]!.id)).status).toBe(200)
    await shop.settleDown()
    expect(cardsOf(shop, ANA)).toHaveLength(2)
    for (const placed of [token, second])
      expect(storedCardOf(shop.db, orderOf(shop.db, placed))?.id).toBe(cards[1]!.id)
  })
})
