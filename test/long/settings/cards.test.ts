import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { cardSetups, jobs, storedCards, users } from '#db/schema/index.ts'
import { addDays } from '#src/day.ts'
import { storedCardOf } from '#src/payments/cards.ts'
import { MEMBER_CARD } from '#src/providers/payments/demo-cards.ts'
import { ANA, BEN, mailedPath, signedIn, userOf } from '../../support/account.ts'
import { expectOk, orderOf } from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { TODAY } from '../../support/now.ts'
import { addCard, cardless, cardsOf, placeRecurring, sendCard } from '../../support/own-cards.ts'
import { nameCard } from '../../support/paying-by-card.ts'
import type { Shopper } from '../../support/shopper.ts'
import { validator } from '../../support/valid-html.ts'
import { type World, world } from '../../support/world.ts'

const SORRY = "Sorry, we weren't able to update your credit card information. Please try again."
const ASKS = 'pm_card_authenticationRequiredOnSetup'
const DECLINED = 'pm_card_visa_chargeDeclined'

async function problemsIn(page: Response): Promise<string[]> {
  const { results } = await validator.validateString(await page.text())
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
}

const setupsOf = ({ db }: World) => db.select().from(cardSetups).all()

/** All customers except the one of the demo's member. */
const customersOf = async ({ services }: World) =>
  (await services.stripe.customers.list()).data.filter(({ id }) => id !== MEMBER_CARD.customerId)

/** The setup intent of the one open attempt. */
async function questionIn({ db, services }: World) {
  const setup = db.select().from(cardSetups).where(eq(cardSetups.status, 'open')).get()
  return services.stripe.setupIntents.retrieve(setup?.intentId ?? '')
}

describe('a saved card', () => {
  test("CHK-10 is stored by the provider's payment method, and can be charged for a later box", async () => {
    const { made, who, cards } = await cardless(BEN)
    const before = made.standIn.ledger().charges
    const added = await sendCard(who, await nameCard(made))
    expect(added).toMatchObject({
      status: 200,
      path: '/account#account_cards',
      card: { brand: 'visa', last4: '4242', is_default: true },
    })
    expect(made.standIn.ledger().charges).toBe(before)
    const [card] = cards()
    const { providerCustomerId } = userOf(made, BEN)
    expect(card).toMatchObject({ id: added.card?.id, orderId: null, email: BEN, providerCustomerId })
    const later = await made.services.stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      customer: providerCustomerId ?? '',
      payment_method: card?.paymentMethodId ?? '',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      off_session: true,
      confirm: true,
    })
    expect(later.status).toBe('succeeded')
    const page = await (await who.visit('/account')).text()
    expect(page).toContain('Your card is saved.')
    expect(page).toMatch(/Visa ending in 4242<span class="account-part__mark">default/)
    expect(page).toMatch(/Expires \d\d\/20\d\d/)
  })

  test("CHK-10 SEC-4 belongs to the session's account; a customer or account in the request is ignored", async () => {
    const { made, who, cards } = await cardless(BEN)
    await addCard(made, await signedIn(made, ANA))
    const ana = userOf(made, ANA)
    const more = { customer: ana.providerCustomerId, user_token: ana.token, user_id: ana.id, email: ANA }
    expect((await sendCard(who, await nameCard(made, 'pm_card_mastercard'), more)).status).toBe(200)
    expect(cards()).toMatchObject([{ brand: 'mastercard', email: BEN }])
    expect(cardsOf(made, ANA)).toHaveLength(1)
    expect(cards()[0]?.providerCustomerId).not.toBe(ana.providerCustomerId)
  })

  test('CHK-10 the same token sent twice at once, and again, makes one card, one setup and one customer', async () => {
    const { made, who, cards } = await cardless(BEN)
    const name = await nameCard(made)
    const answers = await Promise.all([sendCard(who, name), sendCard(who, name), sendCard(who, name)])
    answers.push(await sendCard(who, name))
    expect(new Set(answers.map(({ status, card }) => `${status} ${card?.id}`)).size).toBe(1)
    expect(cards()).toHaveLength(1)
    expect((await made.services.stripe.setupIntents.list()).data).toHaveLength(1)
    expect(await customersOf(made)).toHaveLength(1)
    await made.settleDown() // the webhook adds nothing
    expect(cards()).toHaveLength(1)
  })

  test.each([
    '',
    null,
    'tok_',
    'pm_a b',
    'seti_123',
    'cus_123',
    ['tok_visa'],
    { a: 1 },
    `tok_${'x'.repeat(300)}`,
  ])('CHK-10 a malformed card token is refused without asking the provider: %j', async (name) => {
    const { made, who } = await cardless(BEN)
    expect(await sendCard(who, name)).toMatchObject({ status: 422, error: SORRY, code: 'card_missing' })
    expect([setupsOf(made), await customersOf(made)]).toEqual([[], []])
  })

  test("CHK-10 a declined card shows the spec's message with the bank's reason, and is not saved", async () => {
    const { made, who, cards } = await cardless(BEN)
    const answer = await sendCard(who, await nameCard(made, DECLINED))
    expect(answer).toMatchObject({
      status: 422,
      error: SORRY,
      code: 'declined',
      reason: 'Your card was declined.',
    })
    const plain = await who.submit('POST', '/v1/add_credit_card', {
      stripeToken: await nameCard(made, 'pm_card_chargeDeclinedExpiredCard'),
    })
    const page = await plain.text()
    expect([plain.status, page]).toEqual([422, expect.stringContaining('Your card has expired. Sorry, we')])
    expect(cards()).toEqual([])
    const intents = (await made.services.stripe.setupIntents.list()).data
    expect(intents.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  test('CHK-10 SEC-3 after five declines in an hour no more cards are tried, not even good ones', async () => {
    const { made, who, cards } = await cardless(BEN)
    for (const _ of [1, 2, 3, 4, 5])
      expect((await sendCard(who, await nameCard(made, DECLINED))).code).toBe('declined')
    expect(await sendCard(who, await nameCard(made))).toMatchObject({
      status: 422,
      code: 'too_many_declines',
      reason: expect.stringContaining('wait an hour'),
    })
    const ana = await signedIn(made, ANA)
    expect((await sendCard(ana, await nameCard(made))).status).toBe(200)
    made.pass(3_600_001)
    expect((await sendCard(who, await nameCard(made))).status).toBe(200)
    expect(cards()).toHaveLength(1)
  })

  test('CHK-10 SEC-3 ten attempts per account in ten minutes, and twenty declines an hour per IP address across accounts', async () => {
    const made = await world({ config: { rateLimited: true } })
    const newcomer = async (name: string) => {
      const who = await made.shopper()
      await who.call('POST', '/v1/create_account', {
        email: `${name}@example.com`,
        password: 'brisket on sunday',
      })
      await who.visit('/cart')
      return who
    }
    const wes = await newcomer('wes')
    const tries = []
    for (let nth = 0; nth < 11; nth++) tries.push((await sendCard(wes, 'no name')).status)
    expect(tries).toEqual([...Array(10).fill(422), 429])
    for (const name of ['una', 'uwe', 'ulf', 'uri']) {
      const who = await newcomer(name)
      for (const _ of [1, 2, 3, 4, 5])
        expect((await sendCard(who, await nameCard(made, DECLINED))).code).toBe('declined')
    }
    const late = await newcomer('ute')
    const answer = await late.call('POST', '/v1/add_credit_card', { stripeToken: await nameCard(made) })
    expect([answer.status, Number(answer.headers.get('retry-after')) > 3000]).toEqual([429, true])
    expect(cardsOf(made, 'ute@example.com')).toEqual([])
  })

  test("CHK-10 REL-3 when the provider can't be reached a message says so, and the same attempt works once later", async () => {
    const { made, who, cards } = await cardless(BEN)
    const name = await nameCard(made)
    const { setupIntents } = made.services.stripe
    const confirm = setupIntents.confirm.bind(setupIntents)
    // The provider got the request, but its response was lost.
    setupIntents.confirm = (async (...asked: Parameters<typeof confirm>) => {
      await confirm(...asked)
      throw new (await import('stripe')).default.errors.StripeConnectionError({ message: 'lost' } as never)
    }) as unknown as typeof confirm
    expect(await sendCard(who, name)).toMatchObject({ status: 422, error: SORRY, code: 'provider' })
    setupIntents.confirm = confirm
    expect((await sendCard(who, name)).status).toBe(200)
    expect(cards()).toHaveLength(1)
    expect((await setupIntents.list()).data).toHaveLength(1)
  })

  test('CHK-10 REL-3 the webhook alone finds an attempt whose response was lost', async () => {
    const { made, who, cards } = await cardless(BEN)
    const { setupIntents } = made.services.stripe
    const retrieve = setupIntents.retrieve.bind(setupIntents)
    setupIntents.retrieve = (async () => {
      throw new (await import('stripe')).default.errors.StripeConnectionError({ message: 'lost' } as never)
    }) as unknown as typeof retrieve
    expect((await sendCard(who, await nameCard(made))).code).toBe('provider')
    setupIntents.retrieve = retrieve
    expect(cards()).toEqual([])
    await made.settleDown()
    expect(cards()).toMatchObject([{ last4: '4242', isDefault: true }])
  })

  test('CHK-10 requires a signed-in user', async () => {
    const made = await world()
    const guest = await made.shopper()
    expect((await sendCard(guest, await nameCard(made))).status).toBe(401)
    for (const path of ['/account/cards/new', '/account/cards/new?setup=x'])
      expect((await guest.visit(path)).headers.get('location')).toBe('/signin')
    expect(setupsOf(made)).toEqual([])
  })
})

const KNOWN = 'You had already saved this card. We updated its details.'
const RENEWED = { month: 9, year: 2035 }

/** Charges a card off-session, as a later box will. */
const charge = (
  { services }: World,
  card: { providerCustomerId: string; paymentMethodId: string } | undefined,
) =>
  services.stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    customer: card?.providerCustomerId ?? '',
    payment_method: card?.paymentMethodId ?? '',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    off_session: true,
    confirm: true,
  })

const customerOfMethod = async ({ services }: World, id: string | undefined) =>
  (await services.stripe.paymentMethods.retrieve(id ?? '')).customer

describe('the same card again', () => {
  test('CHK-10 stays one card: updated in place with a message, and the old payment method is detached', async () => {
    const { made, who, cards } = await cardless(BEN)
    const id = await addCard(made, who)
    await addCard(made, who, 'pm_card_mastercard')
    const before = cards()
    const again = await sendCard(who, await nameCard(made, 'pm_card_visa', RENEWED))
    expect(again).toMatchObject({ status: 200, message: KNOWN, card: { id, is_default: true } })
    const [visa, mastercard, ...more] = cards()
    expect(more).toEqual([])
    expect(visa).toMatchObject({ id, expMonth: 9, expYear: 2035, isDefault: true })
    expect(mastercard).toEqual(before[1])
    await made.settleDown()
    expect(cards()).toHaveLength(2)
    expect(await customerOfMethod(made, before[0]?.paymentMethodId)).toBeNull()
    expect((await charge(made, visa)).status).toBe('succeeded')
    const page = await (await who.visit('/account')).text()
    expect(page).toContain(KNOWN)
    expect(page).toContain('Expires 09/2035')
  })

  test('CHK-10 says so after 3-D Secure, too, and when its token is sent twice', async () => {
    const { made, who, cards } = await cardless(BEN)
    const accept = async () => {
      const { path = '' } = await sendCard(who, await nameCard(made, ASKS))
      const { client_secret: secret, id } = await questionIn(made)
      await who.authenticate(secret ?? '', id, 'complete')
      await who.visit(path)
      return (await who.visit('/account')).text()
    }
    expect(await accept()).toContain('Your card is saved.')
    expect(await accept()).toContain(KNOWN)
    expect(cards()).toHaveLength(1)
    const name = await nameCard(made, ASKS)
    const both = await Promise.all([sendCard(who, name), sendCard(who, name)])
    expect(both.map(({ path }) => path)).toEqual([both[0]?.path, both[0]?.path])
  })

  test("CHK-10 one account's card is separate from another's", async () => {
    const { made, who, cards } = await cardless(BEN)
    const ana = await signedIn(made, ANA)
    await addCard(made, ana)
    const hers = cardsOf(made, ANA)
    expect((await sendCard(who, await nameCard(made))).message).toBe('Your card is saved.')
    expect([cards().length, cardsOf(made, ANA)]).toEqual([1, hers])
  })

  test('CHK-10 the card of a recurring box stays with that box, and can be charged for the next', async () => {
    const { made, who, cards } = await cardless(BEN)
    const token = await placeRecurring(made, who, BEN)
    const [brought] = cards()
    const again = await sendCard(who, await nameCard(made, 'pm_card_visa', RENEWED))
    expect(again).toMatchObject({ message: KNOWN, card: { id: brought?.id } })
    await made.settleDown()
    expect(cards()).toMatchObject([{ id: brought?.id, orderId: brought?.orderId, expYear: 2035 }])
    const paying = storedCardOf(made.db, orderOf(made.db, token))
    expect(paying?.paymentMethodId).not.toBe(brought?.paymentMethodId)
    expect((await charge(made, paying ?? undefined)).status).toBe('succeeded')
    expect((await who.call('POST', `/v1/remove_credit_card/${brought?.id}`)).status).toBe(422)
  })

  test('CHK-10 PAY-4 another card never replaces the one that pays for a recurring box', async () => {
    const { made, who } = await cardless(BEN)
    const token = await placeRecurring(made, who, BEN)
    const paying = () => storedCardOf(made.db, orderOf(made.db, token))
    const before = paying()
    const second = await addCard(made, who, 'pm_card_mastercard')
    await who.call('POST', `/v1/make_credit_card_default/${second}`)
    await made.settleDown()
    expect({ ...paying(), isDefault: true }).toEqual(before)
  })

  test("CHK-10 PAY-4 paying for a recurring box with a saved card makes it that box's card", async () => {
    const { made, who, cards } = await cardless(BEN)
    const id = await addCard(made, who)
    const added = cards()[0]?.paymentMethodId
    const token = await placeRecurring(made, who, BEN)
    expect(cards()).toMatchObject([{ id, orderId: orderOf(made.db, token).id, isDefault: true }])
    expect(await customerOfMethod(made, added)).toBeNull()
    expect((await charge(made, cards()[0])).status).toBe('succeeded')
  })

  test("CHK-10 a guest's card that the account already had stays one, with the latest payment method", async () => {
    const { made, who, cards } = await cardless(BEN)
    const guest = await made.shopper()
    const token = await placeRecurring(made, guest, 'ana.at.work@example.com')
    made.pass(60_000)
    const id = await addCard(made, who)
    const [own] = cards()
    await guest.call('POST', '/v1/cc_signin', { email: BEN, password: 'demo-pasture-2026' })
    const { id: orderId } = orderOf(made.db, token)
    expect(cards()).toEqual([{ ...own, id, orderId }])
    made.pass(60_000)
    await made.settleDown()
    expect((await charge(made, cards()[0])).status).toBe('succeeded')

    const later = await made.shopper()
    const next = await placeRecurring(made, later, 'ana.at.work@example.com')
    await later.call('POST', '/v1/cc_signin', { email: BEN, password: 'demo-pasture-2026' })
    expect(storedCardOf(made.db, orderOf(made.db, next))?.orderId).toBe(orderOf(made.db, next).id)
  })

  test('CHK-10 two cards with the same name are shown with their expiration dates', async () => {
    const { made, who } = await cardless(BEN)
    const first = await addCard(made, who)
    const second = await addCard(made, who, 'pm_card_visa_debit')
    const names = async () => {
      const page = (await (await who.visit('/account')).text()).replace(/<[^>]+>/g, '')
      return [...page.matchAll(/(?:Make default:|Remove) (Visa ending in \d+(?: \([\d/]+\))?)/g)].map(
        ([, name]) => name,
      )
    }
    expect(await names()).toEqual(['Visa ending in 4242', 'Visa ending in 5556', 'Visa ending in 5556'])
    const alike = { last4: '4242', expMonth: 2, expYear: 2031 }
    made.db.update(storedCards).set(alike).where(eq(storedCards.id, second)).run()
    const year = new Date().getUTCFullYear() + 3
    const [own, other] = [`Visa ending in 4242 (12/${year})`, 'Visa ending in 4242 (02/2031)']
    expect(await names()).toEqual([own, other, other])
    const said = async (call: string, id: number) =>
      ((await (await who.call('POST', `/v1/${call}/${id}`)).json()) as { message: string }).message
    expect(await said('make_credit_card_default', second)).toBe(`${other} is now your default card.`)
    expect(await said('remove_credit_card', first)).toBe(`${own} has been removed.`)
  })
})

describe('a bank that requires authentication', () => {
  async function asked() {
    const { made, who, cards } = await cardless(BEN)
    const answer = await sendCard(who, await nameCard(made, ASKS))
    return { made, who, cards, answer }
  }

  test('CHK-10 the response leads to the authentication page; once completed, the card is saved', async () => {
    const { made, who, cards, answer } = await asked()
    expect(answer).toMatchObject({
      status: 200,
      path: expect.stringMatching(/^\/account\/cards\/new\?setup=\w{22}$/),
    })
    expect(cards()).toEqual([])
    const intent = await questionIn(made)
    const page = await who.visit(answer.path ?? '')
    expect(await page.text()).toContain(`data-card-payment-question-value="${intent.client_secret}"`)
    await who.authenticate(intent.client_secret ?? '', intent.id, 'complete')
    const back = await who.visit(answer.path ?? '')
    expect([back.status, back.headers.get('location')]).toEqual([302, '/account#account_cards'])
    expect(await (await who.visit('/account')).text()).toContain('Your card is saved.')
    expect(cards()).toHaveLength(1)
  })

  test('CHK-10 authentication completed on a page since closed is saved by the webhook', async () => {
    const { made, who, cards } = await asked()
    const intent = await questionIn(made)
    await who.authenticate(intent.client_secret ?? '', intent.id, 'complete')
    await made.settleDown()
    expect(cards()).toHaveLength(1)
  })

  test("CHK-10 SEC-3 a failed authentication saves no card, and its client secret can't try another", async () => {
    const { made, who, cards, answer } = await asked()
    const intent = await questionIn(made)
    await who.authenticate(intent.client_secret ?? '', intent.id, 'fail')
    const page = await (await who.visit(answer.path ?? '')).text()
    expect(page).toContain('Your bank couldn&#39;t confirm it was you.')
    expect((await who.confirm(intent.client_secret ?? '')).status).not.toBe(200)
    await made.settleDown()
    expect(cards()).toEqual([])
    expect(setupsOf(made)).toMatchObject([{ status: 'failed' }])
  })

  test("CHK-10 SEC-4 another account's attempt is a 404, like an unknown one", async () => {
    const { made, answer } = await asked()
    const ana = await signedIn(made, ANA)
    const statuses = []
    for (const path of [
      answer.path ?? '',
      `/account/cards/new?setup=${'A'.repeat(22)}`,
      '/account/cards/new?setup=',
    ])
      statuses.push((await ana.visit(path)).status)
    expect(statuses).toEqual([404, 404, 404])
  })
})

describe('choosing and removing cards', () => {
  test('CHK-10 another card can be made the default, by script, Turbo Stream and plain form', async () => {
    const { made, who, cards } = await cardless(BEN)
    const [first, second] = [await addCard(made, who), await addCard(made, who, 'pm_card_mastercard')]
    const defaults = () =>
      cards()
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id)
    expect(defaults()).toEqual([first])
    const said = await who.call('POST', `/v1/make_credit_card_default/${second}`)
    expect([said.status, await said.json()]).toEqual([
      200,
      { message: 'Mastercard ending in 4444 is now your default card.' },
    ])
    expect(defaults()).toEqual([second])
    const plain = await who.submit('POST', `/v1/make_credit_card_default/${first}`)
    expect([plain.status, plain.headers.get('location')]).toEqual([303, '/account#account_cards'])
    expect(defaults()).toEqual([first])
    const stream = await (await who.stream('POST', `/v1/make_credit_card_default/${second}`)).text()
    expect(stream).toMatch(
      /target="account_cards"[\s\S]*Mastercard ending in 4444<span class="account-part__mark">/,
    )
    expect(defaults()).toEqual([second])
  })

  test('CHK-10 removing a card is immediate here, and a job detaches it; the newest one left becomes the default', async () => {
    const { made, who, cards } = await cardless(BEN)
    const [first, second, third] = [
      await addCard(made, who),
      await addCard(made, who, 'pm_card_mastercard'),
      await addCard(made, who, 'pm_card_amex'),
    ]
    const method = cards().find(({ id }) => id === first)?.paymentMethodId ?? ''
    const gone = await who.call('POST', `/v1/remove_credit_card/${first}`)
    expect([gone.status, await gone.json()]).toEqual([
      200,
      { message: 'Visa ending in 4242 has been removed.' },
    ])
    expect(cards().map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [second, false],
      [third, true],
    ])
    await made.settleDown()
    expect((await made.services.stripe.paymentMethods.retrieve(method)).customer).toBeNull()
    await made.settleDown() // a repeated setup webhook brings nothing back
    expect(cards()).toHaveLength(2)
    for (const id of [second, third])
      expect((await who.submit('POST', `/v1/remove_credit_card/${id}`)).status).toBe(303)
    expect(await (await who.visit('/account')).text()).toContain('No saved cards yet.')
  })

  test('CHK-10 if the provider is down during a removal, the detach is retried until it succeeds', async () => {
    const { made, who, cards } = await cardless(BEN)
    const id = await addCard(made, who)
    const method = cards()[0]?.paymentMethodId ?? ''
    const { paymentMethods } = made.services.stripe
    const detach = paymentMethods.detach.bind(paymentMethods)
    paymentMethods.detach = (() => Promise.reject(new Error('down'))) as unknown as typeof detach
    expect((await who.call('POST', `/v1/remove_credit_card/${id}`)).status).toBe(200)
    await made.settleDown()
    paymentMethods.detach = detach
    expect((await paymentMethods.retrieve(method)).customer).not.toBeNull()
    made.pass(60_000)
    await made.settleDown()
    expect((await paymentMethods.retrieve(method)).customer).toBeNull()
  })

  test("CHK-10 SEC-4 another account's card is a 404, like an unknown one, and nothing changes", async () => {
    const { made, who } = await cardless(BEN)
    const theirs = await addCard(made, who)
    const ana = await signedIn(made, ANA)
    const before = dump(made.db)
    for (const call of ['make_credit_card_default', 'remove_credit_card'])
      for (const id of [
        theirs,
        999_999,
        0,
        -1,
        '1e3',
        '0x1',
        '%20',
        'null',
        `${theirs}abc`,
        '9'.repeat(30),
      ]) {
        const answer = await ana.call('POST', `/v1/${call}/${id}`)
        expect([call, id, answer.status]).toEqual([call, id, 404])
      }
    expect(changedTables(before, dump(made.db)).filter((name) => name !== 'sessions')).toEqual([])
    const guest = await made.shopper()
    expect((await guest.call('POST', `/v1/remove_credit_card/${theirs}`)).status).toBe(401)
  })

  test('CHK-10 the page and its refusals are valid HTML', async () => {
    const { made, who } = await cardless(BEN)
    await placeRecurring(made, who, BEN)
    const [card] = cardsOf(made, BEN)
    await addCard(made, who, 'pm_card_amex')
    for (const page of [
      await who.visit('/account'),
      await who.visit('/account/cards/new'),
      await who.submit('POST', '/v1/add_credit_card', { stripeToken: await nameCard(made, DECLINED) }),
      await who.submit('POST', '/v1/add_credit_card'),
    ])
      expect(await problemsIn(page)).toEqual([])
    await who.call('POST', `/v1/remove_credit_card/${cardsOf(made, BEN)[1]?.id}`)
    const refused = await who.submit('POST', `/v1/remove_credit_card/${card?.id}`)
    expect([refused.status, await problemsIn(refused)]).toEqual([422, []])
  })
})

async function cancelMembership(who: Shopper) {
  const answer = await expectOk(who.call('GET', '/account/subscriptions'))
  const { subscriptions } = (await answer.json()) as { subscriptions: { token: string }[] }
  await expectOk(who.call('POST', `/v1/subscriptions/${subscriptions[0]?.token}/cancel`))
}

describe("a membership's card", () => {
  test("CHK-10 can't be removed without another, which then pays from then on", async () => {
    const { made, who, cards } = await cardless(BEN)
    const token = await placeRecurring(made, who, BEN)
    const [card] = cards()
    expect(card).toMatchObject({ orderId: orderOf(made.db, token).id, isDefault: true })
    const refused = await who.call('POST', `/v1/remove_credit_card/${card?.id}`)
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { error: expect.stringContaining('recurring') },
    ])
    const stream = await who.stream('POST', `/v1/remove_credit_card/${card?.id}`)
    expect([stream.status, await stream.text()]).toEqual([
      422,
      expect.stringContaining('add another card first'),
    ])
    expect(cards()).toHaveLength(1)

    const second = await addCard(made, who, 'pm_card_mastercard')
    expect((await who.call('POST', `/v1/remove_credit_card/${card?.id}`)).status).toBe(200)
    expect(storedCardOf(made.db, orderOf(made.db, token))?.id).toBe(second)
    expect((await who.call('POST', `/v1/remove_credit_card/${second}`)).status).toBe(422)
    await cancelMembership(who)
    expect((await who.call('POST', `/v1/remove_credit_card/${second}`)).status).toBe(200)
    expect(cards()).toEqual([])
  })

  test('CHK-10 is marked as paying for the recurring box as long as its removal would be refused', async () => {
    const { made, who, cards } = await cardless(BEN)
    const paying = async () => {
      const page = await (await who.visit('/account')).text()
      return [...page.matchAll(/id="card_(\d+)"(.*?)<\/li>/gs)].flatMap(([, id, line]) =>
        line?.includes('pays for your recurring box') ? [Number(id)] : [],
      )
    }
    const first = await addCard(made, who, 'pm_card_mastercard')
    expect(await paying()).toEqual([])
    await placeRecurring(made, who, BEN)
    const own = cards().find(({ id }) => id !== first)?.id ?? 0
    expect(await paying()).toEqual([own])
    await who.call('POST', `/v1/make_credit_card_default/${first}`)
    expect(await paying()).toEqual([own])

    await expectOk(who.call('POST', `/v1/remove_credit_card/${own}`))
    expect(await paying()).toEqual([first])
    const old = await addCard(made, who, 'pm_card_amex')
    await expectOk(who.call('POST', `/v1/make_credit_card_default/${old}`))
    made.db.update(storedCards).set({ expYear: 2026, expMonth: 1 }).where(eq(storedCards.id, old)).run()
    expect((await who.call('POST', `/v1/remove_credit_card/${first}`)).status).toBe(422)
    expect((await paying()).sort()).toEqual([first, old].sort()) // the card charged first, and the fallback it needs
    await cancelMembership(who)
    expect(await paying()).toEqual([])
  })

  test("CHK-10 of two cards removed at once one stays, and an expired one doesn't count as another", async () => {
    const { made, who, cards } = await cardless(BEN)
    await placeRecurring(made, who, BEN)
    await addCard(made, who, 'pm_card_mastercard')
    const both = cards().map(({ id }) => who.call('POST', `/v1/remove_credit_card/${id}`))
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 422])
    expect(cards()).toHaveLength(1)
    const old = await addCard(made, who, 'pm_card_amex')
    const [year, month] = addDays(TODAY, -40).split('-').map(Number)
    made.db.update(storedCards).set({ expYear: year, expMonth: month }).where(eq(storedCards.id, old)).run()
    const good = cards().find(({ id }) => id !== old)
    expect((await who.call('POST', `/v1/remove_credit_card/${good?.id}`)).status).toBe(422)
    expect(await (await who.visit('/account')).text()).toContain('Expired 10/2026')
  })

  test("CHK-10 a guest's card moves to the account that signs in with the same browser", async () => {
    const made = await world()
    const guest = await made.shopper()
    const token = await placeRecurring(made, guest, 'ana.at.work@example.com')
    await guest.call('POST', '/v1/cc_signin', { email: BEN, password: 'demo-pasture-2026' })
    expect(cardsOf(made, BEN)).toMatchObject([{ orderId: orderOf(made.db, token).id, isDefault: true }])
    const user = made.db.select().from(users).where(eq(users.email, BEN)).get()
    expect(user?.providerCustomerId).toBe(cardsOf(made, BEN)[0]?.providerCustomerId)
  })

  test("CHK-10 SEC-4 a guest's card moves to the account that verifies its email, not before", async () => {
    const made = await world()
    made.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.email, BEN)).run()
    await placeRecurring(made, await made.shopper(), 'Other@Example.com')
    const ben = await signedIn(made, BEN)
    expect(cardsOf(made, BEN)).toEqual([])
    await ben.call('POST', '/v1/send_email_login_link', { email_address: BEN })
    const link = await mailedPath(made, BEN, '/magic-link/')
    const elsewhere = await made.shopper()
    await elsewhere.visit(link)
    await elsewhere.submit('POST', link)
    expect(cardsOf(made, BEN)).toHaveLength(1)
    expect(made.db.select().from(jobs).where(eq(jobs.state, 'failed')).all()).toEqual([])
  })
})
