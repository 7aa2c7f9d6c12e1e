import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Db, durably } from '#db/client.ts'
import { giftCards, moneyMovements, offers, orderPromotions, promotions } from '#db/schema/index.ts'
import { giftCodeHash } from '#src/pricing/gift-cards.ts'
import { openGiftCard, takeGiftCents } from '#src/pricing/gift-ledger.ts'
import {
  changeOrder,
  expectOk,
  fillCart,
  offerToken,
  orderOf,
  paymentStatus,
  prepareToPay,
  readyToPay,
} from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import type { Shopper } from '../../support/shopper.ts'
import { world } from '../../support/world.ts'

type NewPromotion = typeof promotions.$inferInsert

const GIFT = 'DEMOGIFT50000000'

async function atShop() {
  const shop = await world()
  return { ...shop, ana: await shop.shopper() }
}

async function atCart() {
  const shop = await atShop()
  return { ...shop, token: await fillCart(shop.ana, shop.db) }
}

async function told(answer: Promise<Response> | Response) {
  const response = await answer
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const enter = (shopper: Shopper, token: string, text_entered: unknown) =>
  told(shopper.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered }))

/** The marks of the codes that the page offers to remove. */
async function marks(shopper: Shopper, path = '/cart'): Promise<string[]> {
  const html = await (await shopper.visit(path)).text()
  return [...html.matchAll(/name="mark" value="([^"]+)"/g)].map(([, mark = '']) => mark)
}

const takeOff = (shopper: Shopper, token: string, mark: string) =>
  told(shopper.call('DELETE', `/v1/apply_gift_and_promo_codes/${token}`, { mark }))

const promote = (db: Db, ...rows: NewPromotion[]) =>
  durably(db, (tx) => void tx.insert(promotions).values(rows).run())

const giveCard = (db: Db, code: string, balanceCents: number, initialCents = balanceCents) =>
  durably(db, (tx) => {
    const id = openGiftCard(tx, giftCodeHash(code), 'issued', {
      cents: initialCents,
      reference: code,
      now: 0,
    })
    const cents = initialCents - balanceCents
    if (cents > 0) takeGiftCents(tx, id, 'forfeited', { cents, reference: `${code} before`, now: 0 })
  })

const summary = async (shopper: Shopper, token: string) => {
  const { html } = (await (
    await shopper.call('GET', `/v1/checkout_summary?order_token=${token}`)
  ).json()) as { html: string }
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

const balance = (db: Db, code = GIFT) =>
  db
    .select()
    .from(giftCards)
    .where(eq(giftCards.codeHash, giftCodeHash(code)))
    .get()!.balanceCents

describe('PRC-3 one field takes promotions and gift cards', () => {
  test('PRC-3 the summary shows a promotion and a gift card, and both reduce what is charged', async () => {
    const { ana, db } = await atShop()
    const token = await readyToPay(ana, db)
    expect(await enter(ana, token, ' once ')).toEqual({
      status: 200,
      body: { message: 'We applied ONCE: $10.00 off your order.' },
    })
    expect(await enter(ana, token, 'demo-gift 5000-0000')).toEqual({
      status: 200,
      body: { message: 'We applied your gift card with a $50.00 balance.' },
    })
    const shown = await summary(ana, token)
    for (const line of ['Promotion −$10.00', 'Gift card −$50.00', 'Total $11.95'])
      expect(shown).toContain(line)

    const { clientSecret, amount_cents } = await prepareToPay(ana, token)
    expect(amount_cents).toBe(5_200 - 1_000 + 1_995 - 5_000)
    await ana.confirm(clientSecret)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
    expect(orderOf(db, token)).toMatchObject({ promotionsCents: 1_000, giftCents: 5_000, totalCents: 1_195 })
    expect(balance(db)).toBe(0)
  })

  test('PRC-3 each refusal gives its own reason under the same JSON key, and changes nothing', async () => {
    const { ana, token, db, clock } = await atCart()
    await giveCard(db, 'EMPTYCARD', 0, 2_500)
    const usual = { kind: 'percent', percent: 10 } as const
    await promote(
      db,
      { ...usual, code: 'TOMORROW', startsAt: clock.now() + 1 },
      { ...usual, code: 'ENDED', endsAt: clock.now() },
      { ...usual, code: 'GONE', useLimit: 3, usedCount: 3 },
      { ...usual, code: 'MEMBERS', membersOnly: true },
      { ...usual, code: 'BIGBOX', minimumCents: 5_201 },
    )
    const before = dump(db)
    const sentences = new Map<string, unknown>()
    for (const code of [
      '',
      'NOSUCHCODE',
      '%',
      '_____',
      "' or 1=1 --",
      'EMPTYCARD',
      'TOMORROW',
      'ENDED',
      'LASTYEAR',
      'GONE',
      'MEMBERS',
      'BIGBOX',
      'x'.repeat(65),
      ['ONCE'],
    ]) {
      const { status, body } = await enter(ana, token, code)
      expect({ code, status, keys: Object.keys(body) }).toEqual({ code, status: 422, keys: ['message'] })
      sentences.set(String(code), body.message)
    }
    expect(Object.fromEntries(sentences)).toMatchObject({
      '': 'Please enter a promotion or gift card code.',
      NOSUCHCODE: "We don't recognize that code. Please check it and try again.",
      '%': "We don't recognize that code. Please check it and try again.",
      EMPTYCARD: 'That gift card has no balance left.',
      TOMORROW: "TOMORROW isn't valid yet.",
      ENDED: 'Sorry, ENDED has expired.',
      LASTYEAR: 'Sorry, LASTYEAR has expired.',
      GONE: 'Sorry, GONE has already been used.',
      MEMBERS: 'MEMBERS is for members only.',
      BIGBOX: 'Your box is below the minimum for BIGBOX.',
    })
    expect(changedTables(before, dump(db))).toEqual([])
  })

  test("PRC-3 two promotions can't be combined, and the message names the better one", async () => {
    const { ana, token, db } = await atCart()
    await enter(ana, token, 'ONCE')
    expect((await enter(ana, token, 'ONCE')).status).toBe(200)
    expect(await enter(ana, token, 'WELCOME20')).toEqual({
      status: 422,
      body: {
        message:
          "WELCOME20 can't be combined with ONCE. It would save you $0.40 more. Remove ONCE, then enter WELCOME20 again.",
      },
    })
    expect((await enter(ana, token, 'SHIPFREE')).body.message).toBe(
      "SHIPFREE can't be combined with ONCE. Remove ONCE to use it instead.",
    )
    expect(await takeOff(ana, token, 'ONCE')).toEqual({
      status: 200,
      body: { message: 'We removed ONCE.' },
    })
    await enter(ana, token, 'WELCOME20')
    expect((await enter(ana, token, 'ONCE')).body.message).toBe(
      "ONCE can't be combined with WELCOME20. WELCOME20 saves you $0.40 more, so we kept it.",
    )
    await readyToPay(ana, db, { quantity: 1 }) // now two in the cart, to Seattle
    expect((await enter(ana, token, 'SHIPFREE')).body.message).toBe(
      "SHIPFREE can't be combined with WELCOME20. WELCOME20 saves you $0.85 more, so we kept it.",
    )
  })

  test('PRC-3 an expired promotion says so, and makes room for another', async () => {
    const { ana, token, db, clock } = await atCart()
    await promote(db, { code: 'SOON', kind: 'percent', percent: 50, endsAt: clock.now() + 1 })
    await enter(ana, token, 'SOON')
    await durably(
      db,
      (tx) => void tx.update(promotions).set({ endsAt: 1 }).where(eq(promotions.code, 'SOON')).run(),
    )
    expect(await (await ana.visit('/cart')).text()).toContain('Sorry, SOON has expired.')
    expect((await enter(ana, token, 'ONCE')).status).toBe(200)
    expect(await marks(ana)).toEqual(['ONCE'])
  })

  test('PRC-3 several gift cards pay together, smallest first, and the rest stays on the last card', async () => {
    const { ana, db } = await atShop()
    const token = await readyToPay(ana, db)
    await giveCard(db, 'SMALLCARD', 3_000)
    await enter(ana, token, GIFT)
    await enter(ana, token, 'smallcard')
    expect((await enter(ana, token, 'smallcard')).body.message).toBe('Your gift card is already on your box.')
    await expectOk(ana.call('POST', `/v1/stripe_confirm_stripeless/${token}`))
    expect(orderOf(db, token)).toMatchObject({ state: 'paid', giftCents: 7_195, totalCents: 0 })
    expect([balance(db, 'SMALLCARD'), balance(db)]).toEqual([0, 8_000 - 7_195])
    const debits = db
      .select()
      .from(moneyMovements)
      .where(eq(moneyMovements.orderId, orderOf(db, token).id))
      .all()
    expect(debits.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['gift_debit', 3_000],
      ['gift_debit', 4_195],
    ])
  })

  test('PRC-3 a removed gift card keeps its balance; neither its code nor its number is on the page', async () => {
    const { ana, token, db } = await atCart()
    await enter(ana, token, GIFT)
    const [mark = ''] = await marks(ana, `/checkout/${token}`)
    expect(mark).toMatch(/^[\w-]{16}$/)
    expect(await (await ana.visit('/cart')).text()).not.toMatch(/DEMOGIFT/i)
    expect((await takeOff(ana, token, 'not-on-it')).status).toBe(422)
    expect(await takeOff(ana, token, mark)).toEqual({
      status: 200,
      body: { message: 'We removed your gift card.' },
    })
    expect([await marks(ana), balance(db)]).toEqual([[], 5_000])
  })

  test('PRC-3 an order takes up to ten gift cards', async () => {
    const { ana, token, db } = await atCart()
    for (let index = 0; index < 11; index++) await giveCard(db, `CARD${index}`, 100)
    for (let index = 0; index < 10; index++)
      expect((await enter(ana, token, `CARD${index}`)).status).toBe(200)
    expect(await enter(ana, token, 'CARD10')).toEqual({
      status: 422,
      body: { message: 'You can use up to 10 gift cards on one order. Remove one to add another.' },
    })
  })

  test('PRC-3 a code undoes the payment preparation, so the customer never pays the old total', async () => {
    const { ana, db } = await atShop()
    const token = await readyToPay(ana, db)
    await prepareToPay(ana, token)
    await enter(ana, token, 'ONCE')
    expect(orderOf(db, token)).toMatchObject({ state: 'addressed', totalCents: null, holdExpiresAt: null })
    expect((await prepareToPay(ana, token)).amount_cents).toBe(6_195)
    await takeOff(ana, token, 'ONCE')
    expect(orderOf(db, token).state).toBe('addressed')
  })

  test('PRC-3 codes change nothing while a payment is in flight or once the order is placed', async () => {
    const { ana, db, clock } = await atShop()
    const token = await readyToPay(ana, db)
    await enter(ana, token, 'ONCE')
    const { clientSecret } = await prepareToPay(ana, token)
    changeOrder(db, token, { paymentInFlightAt: clock.now() })
    const calls = [() => enter(ana, token, GIFT), () => takeOff(ana, token, 'ONCE')]
    const expectUnchanged = async (status: number) => {
      const before = dump(db)
      for (const call of calls) expect((await call()).status).toBe(status)
      expect(changedTables(before, dump(db))).toEqual([])
    }
    await expectUnchanged(422)
    await ana.confirm(clientSecret)
    expect(await paymentStatus(ana, token)).toBe('succeeded')
    await expectUnchanged(409)
  })

  test('PRC-3 a plain form returns to its page with a message', async () => {
    const { ana, token } = await atCart()
    const path = `/v1/apply_gift_and_promo_codes/${token}`
    const applied = await ana.submit('POST', path, { text_entered: 'ONCE' })
    expect([applied.status, applied.headers.get('location')]).toEqual([303, '/cart'])
    expect(await (await ana.visit('/cart')).text()).toContain('We applied ONCE: $10.00 off your order.')
    const fields = { mark: 'ONCE', return_to: `/checkout/${token}` }
    const removed = await ana.submit('DELETE', path, fields)
    expect(removed.headers.get('location')).toBe(`/checkout/${token}`)
    expect(await (await ana.visit(`/checkout/${token}`)).text()).toContain('We removed ONCE.')
    const outside = await ana.submit('POST', path, { text_entered: 'NO', return_to: 'https://evil.example/' })
    expect(outside.headers.get('location')).toBe('/')
    expect(await (await ana.visit('/cart')).text()).toContain('We don&#39;t recognize that code.')
  })

  test('PRC-3 a Turbo Stream updates the cart; a refusal shows the message and the typed code in the field', async () => {
    const { ana, token } = await atCart()
    const path = `/v1/apply_gift_and_promo_codes/${token}`
    const applied = await ana.stream('POST', path, { text_entered: 'ONCE' })
    expect(await applied.text()).toMatch(/target="cart".*Remove ONCE, \$10\.00 off your order/s)
    const refused = await ana.stream('POST', path, { text_entered: '"><b>' })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;"')
    expect(html).toContain('aria-invalid="true"')
    expect(html).toContain('id="cart_code_text_error"')
  })

  test('PRC-3 CAT-7 a promotion code from the URL fills the code field in cart and checkout', async () => {
    const { ana, token } = await atCart()
    await ana.visit('/?promotion_offer=WELCOME20')
    for (const path of ['/cart', `/checkout/${token}`])
      expect(await (await ana.visit(path)).text()).toMatch(
        /value="WELCOME20"[^>]*name="text_entered"|name="text_entered"[^>]*value="WELCOME20"/,
      )
  })
})

describe('PRC-3 PRC-1 cart and calendar show what a code does to the delivery price', () => {
  const sums = async (shopper: Shopper) => {
    const html = await (await shopper.visit('/cart')).text()
    const [, rows = ''] = /<section id="cart_summary".*?<dl class="sums">(.*?)<\/dl>/s.exec(html) ?? []
    return rows
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  }

  test('PRC-3 a gift card also pays for delivery estimated from the ZIP code', async () => {
    const { ana, token, db } = await atCart()
    await giveCard(db, 'SIXTY', 6_000)
    await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
    await enter(ana, token, 'SIXTY')
    expect(await sums(ana)).toBe(
      'Items $52.00 Delivery $19.95 Sales tax At checkout Gift card −$60.00 Total so far $11.95',
    )
  })

  test('PRC-4 free delivery shows in the cart before and after the address, and on every standard day', async () => {
    const { ana, token, db } = await atCart()
    await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
    await enter(ana, token, 'SHIPFREE')
    expect(await sums(ana)).toBe('Items $52.00 Delivery Free Sales tax At checkout Total so far $52.00')
    expect(await (await ana.visit('/cart')).text()).toContain('<b>Delivery is free</b> for this box')
    await readyToPay(ana, db)
    expect(await sums(ana)).toBe('Items $104.00 Delivery Free Sales tax $0.00 Total $104.00')
    const { dates } = (await (await ana.call('GET', `/checkout/${token}/dates`)).json()) as {
      dates: { ok: boolean; expedited: boolean; shipping_cents: number | null }[]
    }
    const prices = (expedited: boolean) =>
      new Set(dates.flatMap((day) => (day.ok && day.expedited === expedited ? [day.shipping_cents] : [])))
    expect([prices(false), prices(true)]).toEqual([new Set([0]), new Set([1_200])])
  })
})

describe('PRC-3 SEC-3 guessing codes', () => {
  afterEach(() => void vi.useRealTimers())

  const limited = async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    return world({ config: { rateLimited: true } })
  }

  test('PRC-3 R19 ten attempts per order in ten minutes', async () => {
    const { shopper, db } = await limited()
    const ana = await shopper()
    const token = await fillCart(ana, db)
    for (let tried = 0; tried < 10; tried++) expect((await enter(ana, token, 'SHIPFREE')).status).toBe(200)
    const { status, body } = await enter(ana, token, 'SHIPFREE')
    expect([status, body.message]).toEqual([429, expect.stringContaining('Please wait')])
  })

  test("PRC-3 R19 twenty wrong codes an hour per IP address, across orders; valid ones don't count", async () => {
    const { shopper, db } = await limited()
    const seen: number[] = []
    for (let buyer = 0; buyer < 3; buyer++) {
      const guesser = await shopper()
      const token = await fillCart(guesser, db)
      expect((await enter(guesser, token, 'SHIPFREE')).status).toBe(200)
      for (let tried = 0; tried < 9; tried++) seen.push((await enter(guesser, token, `GUESS${tried}`)).status)
      if (buyer === 2) expect((await enter(guesser, token, GIFT)).status).toBe(429)
    }
    expect(seen).toEqual([...Array<number>(20).fill(422), ...Array<number>(7).fill(429)])
  })
})

describe('PRC-4 kinds of promotions', () => {
  const TERMS: [string, Partial<NewPromotion>, object][] = [
    ['percent', { kind: 'percent', percent: 12.5 }, { promotionsCents: 650, shippingCents: 1_995 }],
    ['amount', { kind: 'amount', amountCents: 700 }, { promotionsCents: 700, shippingCents: 1_995 }],
    [
      'more than the items',
      { kind: 'amount', amountCents: 90_000 },
      { promotionsCents: 5_200, totalCents: 1_995 },
    ],
    ['free shipping', { kind: 'free_shipping' }, { promotionsCents: 0, shippingCents: 0, totalCents: 5_200 }],
  ]
  test.each(TERMS)('PRC-4 %s', async (_, terms, totals) => {
    const { ana, db } = await atShop()
    const token = await readyToPay(ana, db)
    await promote(db, { kind: 'percent', ...terms, code: 'TERMS' })
    expect((await enter(ana, token, 'TERMS')).status).toBe(200)
    await prepareToPay(ana, token)
    expect(orderOf(db, token)).toMatchObject(totals)
  })

  test('PRC-4 a free item is named until it is in the cart; then one unit of it is free', async () => {
    const { ana, token, db } = await atCart()
    const chicken = db
      .select()
      .from(offers)
      .where(eq(offers.token, offerToken(db, 'whole-chicken')))
      .get()!
    await promote(db, { code: 'BIRD', kind: 'free_item', offerId: chicken.id })
    expect((await enter(ana, token, 'BIRD')).body.message).toMatch(
      /^BIRD makes .*Chicken.* free, but it isn't in your box yet\.$/i,
    )
    await ana.call('POST', `/cart/items/${chicken.token}`, { quantity: 2 })
    expect((await enter(ana, token, 'BIRD')).status).toBe(200)
    await readyToPay(ana, db)
    await prepareToPay(ana, token)
    expect(orderOf(db, token).promotionsCents).toBe(chicken.priceCents)
    await ana.call('DELETE', `/cart/items/${chicken.token}`)
    const refused = await told(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token }))
    expect(refused).toMatchObject({ status: 422, body: { code: 'promotion' } })
  })

  test('PRC-4 a first order is checked by email and by normalized address, and again before payment', async () => {
    const { ana, db, shopper } = await atShop()
    const token = await readyToPay(ana, db, { email: 'ana@example.com' })
    await ana.confirm((await prepareToPay(ana, token)).clientSecret)
    expect(await paymentStatus(ana, token)).toBe('succeeded')

    const ben = await shopper()
    const bens = await fillCart(ben, db)
    expect((await enter(ben, bens, 'WELCOME20')).status).toBe(200) // we don't know yet who he is
    const validate = async () =>
      (await told(ben.call('POST', '/v1/stripe_validate_payment', { order_token: bens }))).body.message
    await readyToPay(ben, db, { email: 'ben@example.com' })
    expect(await validate()).toBe('WELCOME20 is for first orders only.')
    const elsewhere = { deliveryStreet1: '1914 PIKE PL', email: 'ANA@example.com' }
    changeOrder(db, bens, elsewhere)
    expect(await validate()).toBe('WELCOME20 is for first orders only.')
    changeOrder(db, bens, { email: 'ben@example.com' })
    expect(await validate()).toBe("We're holding your box for you.")
  })

  test('PRC-4 when two orders race for the last use, one is refused before paying, and can pay without it', async () => {
    const { ana, db, shopper, services } = await atShop()
    const ben = await shopper()
    const anas = await readyToPay(ana, db)
    const bens = await readyToPay(ben, db, { email: 'ben@example.com' })
    await enter(ana, anas, 'ONCE')
    await enter(ben, bens, 'ONCE')
    const validate = (who: Shopper, order_token: string) =>
      told(who.call('POST', '/v1/stripe_validate_payment', { order_token }))
    const answers = await Promise.all([validate(ana, anas), validate(ben, bens)])
    expect(answers.map(({ status }) => status)).toEqual([200, 422])
    expect(answers[1]?.body).toMatchObject({
      code: 'promotion',
      message: 'Sorry, ONCE has already been used.',
    })
    expect((await services.stripe.charges.list()).data).toEqual([])

    expect(await marks(ben, `/checkout/${bens}`)).toEqual(['ONCE'])
    await takeOff(ben, bens, 'ONCE')
    for (const [who, token] of [[ana, anas] as const, [ben, bens] as const]) {
      await who.confirm((await prepareToPay(who, token)).clientSecret)
      expect(await paymentStatus(who, token)).toBe('succeeded')
    }
    expect([orderOf(db, anas).promotionsCents, orderOf(db, bens).promotionsCents]).toEqual([1_000, 0])
  })
})

describe('R9 codes and gift cards are spent once', () => {
  test("R9 an expired hold frees the promotion's last use for the next order, and a late payment is refunded", async () => {
    const { ana, db, shopper, pass, settleDown } = await atShop()
    const ben = await shopper()
    const anas = await readyToPay(ana, db)
    const bens = await readyToPay(ben, db, { email: 'ben@example.com' })
    await enter(ana, anas, 'ONCE')
    await enter(ben, bens, 'ONCE')
    const { clientSecret } = await prepareToPay(ana, anas)
    pass(600_001)
    await ben.confirm((await prepareToPay(ben, bens)).clientSecret)
    expect(await paymentStatus(ben, bens)).toBe('succeeded')
    await ana.confirm(clientSecret)
    expect(await paymentStatus(ana, anas)).not.toBe('succeeded')
    await settleDown()
    const spent = db.select().from(promotions).where(eq(promotions.code, 'ONCE')).get()
    expect(spent?.usedCount).toBe(1)
    expect(orderOf(db, anas).state).not.toBe('paid')
    const used = db.select().from(orderPromotions).all()
    expect(
      used.filter(({ usedAt, promotionId }) => usedAt !== null && promotionId === spent?.id),
    ).toHaveLength(1)
  })
})
