import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { outboxMessages, staffFlags, stock, storedCards, users } from '#db/schema/index.ts'
import { settleFree } from '#src/payments/finalize.ts'
import { reconcilePayments } from '#src/payments/reconcile.ts'
import { signIn } from '../support/accounts.ts'
import { expectOk, orderOf, paymentStatus, prepareToPay, readyToPay } from '../support/buying.ts'
import { NOW } from '../support/now.ts'
import { forgetCustomers } from '../support/paying-by-card.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const MINUTE = 60_000

const escaped = (text: string) => text.replaceAll("'", '&#39;')

type ListingFilters = { recurring?: boolean; free?: boolean; email?: string; account?: string }

/** A customer at payment, with the order held and an intent created. */
async function atTheTill(
  shop: World,
  { recurring = true, free = false, email, account }: ListingFilters = {},
) {
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db, {
    email: email ?? 'Ana@Example.com',
    slug: 'st-louis-ribs',
    quantity: 2,
  })
  const userId = account ? signIn(shop.db, token, account) : null
  if (recurring) await setRecurring(ana, token, true)
  if (free) {
    for (const text_entered of ['SHIPFREE', 'DEMOGIFT50000000'])
      await expectOk(ana.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, { text_entered }))
  }
  const intent = await prepareToPay(ana, token)
  return { ana, token, userId, ...intent, cards: () => cardsOf(shop, token) }
}

const setRecurring = (shopper: Shopper, order_token: string, recurring: boolean) =>
  expectOk(shopper.call('POST', '/v1/set_recurring_order', { order_token, recurring }))

const cardsOf = ({ db }: World, token: string) =>
  db
    .select()
    .from(storedCards)
    .where(eq(storedCards.orderId, orderOf(db, token).id))
    .all()

/** Charges a card off-session, as a later box will. */
const chargeLater = ({ services }: World, card: { providerCustomerId: string; paymentMethodId: string }) =>
  services.stripe.paymentIntents.create({
    amount: 5_000,
    currency: 'usd',
    customer: card.providerCustomerId,
    payment_method: card.paymentMethodId,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    off_session: true,
    confirm: true,
  })

describe("a membership's card", () => {
  test('PAY-4 sub-paid saves it with the payment, once, and it can be charged for a later box', async () => {
    const shop = await world()
    const { ana, token, clientSecret, cards } = await atTheTill(shop)
    expect(cards()).toEqual([])
    await ana.confirm(clientSecret)
    await Promise.all([shop.standIn.deliverDue(), paymentStatus(ana, token), paymentStatus(ana, token)])
    await shop.settleDown()
    shop.pass(2 * MINUTE)
    await reconcilePayments(shop.services)

    const [card, ...others] = cards()
    expect(others).toEqual([])
    expect(card).toMatchObject({
      userId: null,
      email: 'ana@example.com',
      providerCustomerId: orderOf(shop.db, token).providerCustomerId,
      paymentMethodId: expect.stringMatching(/^pm_/),
      brand: 'visa',
      last4: '4242',
      keptAt: NOW,
    })
    expect(card?.expYear).toBeGreaterThan(2026)
    expect((await chargeLater(shop, card!)).status).toBe('succeeded')
    const said =
      "You'll get a box like this every 4 weeks until you cancel. We'll keep your Visa ending in 4242 on file"
    expect(await (await ana.visit(`/order/${token}/steakholder`)).text()).toContain(escaped(said))
    const mails = shop.db
      .select()
      .from(outboxMessages)
      .where(eq(outboxMessages.key, `receipt:${token}`))
      .all()
    expect(mails.map(({ text, html }) => [text.includes(said), html?.includes(escaped(said))])).toEqual([
      [true, true],
    ])
  })

  test('PAY-4 sub-free saves it by its setup webhook alone, without a charge', async () => {
    const shop = await world()
    const { ana, token, clientSecret, amount_cents, cards } = await atTheTill(shop, { free: true })
    expect(amount_cents).toBe(0)
    expect(clientSecret).toMatch(/^seti_/)
    await ana.confirm(clientSecret, 'pm_card_mastercard')
    await shop.settleDown()
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', totalCents: 0 })
    expect(cards()).toMatchObject([{ brand: 'mastercard', email: 'ana@example.com', keptAt: NOW }])
    expect((await chargeLater(shop, cards()[0]!)).status).toBe('succeeded')
    expect(await (await ana.visit(`/order/${token}/steakholder`)).text()).toContain('Mastercard ending in')
  })

  test.each([{ free: false }, { free: true }])('PAY-4 a one-time box saves none: %o', async ({ free }) => {
    const shop = await world()
    const { ana, token, clientSecret, cards } = await atTheTill(shop, { recurring: false, free })
    if (free) await expectOk(ana.call('POST', `/v1/stripe_confirm_stripeless/${token}`))
    else await ana.confirm(clientSecret)
    await shop.settleDown()
    expect(orderOf(shop.db, token)).toMatchObject({ state: 'paid', providerCustomerId: null })
    expect(cards()).toEqual([])
  })

  test("PAY-11 a free membership order can't be placed without a card", async () => {
    const shop = await world()
    const { ana, token } = await atTheTill(shop, { free: true })
    const answer = await ana.call('POST', `/v1/stripe_confirm_stripeless/${token}`)
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'payment_required' }])
    // As if it became recurring between the check and the completion.
    expect(await settleFree(shop.services, orderOf(shop.db, token).id)).toMatchObject({ ok: false })
    expect(orderOf(shop.db, token).placedAt).toBeNull()
  })

  test('PAY-4 belongs to the signed-in account, whose next card uses the same provider customer', async () => {
    const shop = await world()
    const account = 'shopper@example.com'
    const first = await atTheTill(shop, { account })
    await first.ana.confirm(first.clientSecret)
    await shop.settleDown()
    const [card] = first.cards()
    expect(card).toMatchObject({ userId: first.userId })
    const user = shop.db.select().from(users).where(eq(users.email, account)).get()
    expect(user?.providerCustomerId).toBe(card?.providerCustomerId)

    const second = await atTheTill(shop, { account })
    await second.ana.confirm(second.clientSecret, 'pm_card_mastercard')
    await shop.settleDown()
    expect(second.cards()).toMatchObject([
      { userId: first.userId, providerCustomerId: card?.providerCustomerId, brand: 'mastercard' },
    ])
  })

  test('PAY-4 a card that will be declined later is saved, too: nobody can know', async () => {
    const shop = await world()
    const { ana, clientSecret, cards } = await atTheTill(shop, { free: true })
    const confirmed = await ana.confirm(clientSecret, 'pm_card_chargeCustomerFail')
    expect(confirmed.status).toBe(200)
    await shop.settleDown()
    await expect(chargeLater(shop, cards()[0]!)).rejects.toThrow(/declined/)
  })
})

describe('when the choice changed after the intent was created', () => {
  test.each([
    { recurring: true, choice: 'one time' },
    { recurring: false, choice: 'recurring' },
  ])(
    'PAY-4 R12 $choice in another tab: the money is refunded, and no card is saved',
    async ({ recurring }) => {
      const shop = await world()
      const { ana, token, clientSecret, cards } = await atTheTill(shop, { recurring })
      await setRecurring(ana, token, !recurring)
      await ana.confirm(clientSecret)
      expect(await paymentStatus(ana, token)).toBe('failed')
      await shop.settleDown()
      expect(orderOf(shop.db, token)).toMatchObject({
        state: 'addressed',
        placedAt: null,
        recurring: !recurring,
      })
      expect(cards()).toEqual([])
      expect(shop.standIn.ledger().paid.map(({ amount, refunded }) => amount - refunded)).toEqual([0])
      const page = await (await ana.visit(`/checkout/${token}?payment=failed`)).text()
      expect(page).toContain('Your box changed during payment.')

      const again = await prepareToPay(ana, token)
      await ana.confirm(again.clientSecret)
      expect(await paymentStatus(ana, token)).toBe('succeeded')
      expect(cards()).toHaveLength(recurring ? 0 : 1)
    },
  )

  test('PAY-4 the kind of intent follows the choice, and only one is open at a time', async () => {
    const shop = await world()
    const { ana, token, paymentIntentId } = await atTheTill(shop, { recurring: false })
    await setRecurring(ana, token, true)
    const second = await prepareToPay(ana, token)
    const intents = (await shop.services.stripe.paymentIntents.list()).data
    expect(intents.find(({ id }) => id === paymentIntentId)?.status).toBe('canceled')
    expect(intents.find(({ id }) => id === second.paymentIntentId)).toMatchObject({
      status: 'requires_payment_method',
      setup_future_usage: 'off_session',
    })
  })

  test('PAY-12 a refunded payment saves no card', async () => {
    const shop = await world()
    const { ana, token, clientSecret, cards } = await atTheTill(shop)
    shop.pass(11 * MINUTE)
    await durably(shop.db, (tx) => void tx.update(stock).set({ onHand: 0 }).run())
    await ana.confirm(clientSecret)
    expect(await paymentStatus(ana, token)).toBe('failed')
    expect(cards()).toEqual([])
  })
})

test("PAY-4 a paid membership whose card the provider didn't save is flagged", async () => {
  const shop = await world()
  const { ana, token, paymentIntentId, clientSecret, cards } = await atTheTill(shop)
  forgetCustomers(shop)
  await ana.confirm(clientSecret)
  await shop.settleDown()
  expect(orderOf(shop.db, token).state).toBe('paid')
  expect(cards()).toEqual([])
  const flags = shop.db.select().from(staffFlags).where(eq(staffFlags.kind, 'card_not_kept')).all()
  expect(flags.map(({ key }) => key)).toEqual([`card:${paymentIntentId}`])
})
