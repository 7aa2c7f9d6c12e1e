import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { orders, payments, staffFlags } from '#db/schema/index.ts'
import { settle } from '#src/payments/finalize.ts'
import type { IntentSnapshot } from '#src/payments/provider.ts'
import { orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import { type Draw, random } from '../../support/random.ts'
import { world } from '../../support/world.ts'

type Bought = { token: string; intentId: string; cents: number }

/** What the provider reports when this order is paid exactly as requested. */
const paid = ({ token, intentId, cents }: Bought): IntentSnapshot => ({
  id: intentId,
  kind: 'payment',
  status: 'succeeded',
  amountCents: cents,
  receivedCents: cents,
  heldUntil: null,
  currency: 'usd',
  orderToken: token,
  livemode: false,
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, fingerprint: null },
  savedCard: null,
  declined: null,
  countsAsDecline: false,
  declinedCharge: null,
})

/** Each makes one thing about the intent wrong, or several. */
const WRONGS: ((news: IntentSnapshot, all: Bought[], draw: Draw) => Partial<IntentSnapshot>)[] = [
  ({ orderToken }, all, draw) => ({
    orderToken: draw.pick(all.filter(({ token }) => token !== orderToken)).token,
  }),
  () => ({ orderToken: null }),
  (_, __, draw) => ({ orderToken: draw.pick(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAA', "' or 1=1"]) }),
  ({ orderToken }) => ({ orderToken: (orderToken ?? '').toLowerCase() }),
  (_, __, draw) => ({ currency: draw.pick(['eur', 'jpy', 'USD', '', 'usdc']) }),
  () => ({ livemode: true }),
  () => ({ kind: 'setup' }),
  ({ amountCents }, _, draw) => {
    const less = amountCents - 1 - draw.below(amountCents - 1)
    return { amountCents: less, receivedCents: less }
  },
  ({ amountCents }, _, draw) => {
    const more = amountCents + 1 + draw.below(5000)
    return { amountCents: more, receivedCents: more }
  },
  ({ amountCents }, _, draw) => ({ receivedCents: draw.below(amountCents) }),
  () => ({ amountCents: 1, receivedCents: 1 }),
  () => ({ receivedCents: 0 }),
]

/** Saves an order and its payment. @returns a function that restores them */
function asItStands(db: Db, token: string) {
  const order = orderOf(db, token)
  const payment = db.select().from(payments).where(eq(payments.orderId, order.id)).get()!
  return () => {
    db.update(payments).set(payment).where(eq(payments.id, payment.id)).run()
    db.update(orders).set(order).where(eq(orders.id, order.id)).run()
  }
}

async function shopWithOrders(count: number) {
  const made = await world()
  const bought: Bought[] = []
  for (let index = 0; index < count; index += 1) {
    const shopper = await made.shopper()
    const slug = index % 2 === 0 ? 'demo-fifty' : 'grass-fed-ribeye'
    const token = await readyToPay(shopper, made.db, {
      slug,
      quantity: index % 2 === 0 ? 1 : 3,
      email: `buyer${index}@example.com`,
    })
    const { paymentIntentId, amount_cents } = await prepareToPay(shopper, token)
    bought.push({ token, intentId: paymentIntentId, cents: amount_cents })
  }
  return { ...made, bought }
}

test('PAY-12 R5 300 intents with a wrong order, amount, currency, kind or mode complete no order', async () => {
  const { db, services, bought } = await shopWithOrders(6)
  const draw = random(5)
  const left = new Map(bought.map(({ token }) => [token, asItStands(db, token)]))
  for (let round = 0; round < 300; round += 1) {
    const one = draw.pick(bought)
    const truth = paid(one)
    const wrongs = WRONGS[round % WRONGS.length]!(truth, bought, draw)
    const more = draw.chance(0.3) ? draw.pick(WRONGS)(truth, bought, draw) : {}
    const news = { ...truth, ...more, ...wrongs }
    const settlement = await settle(services, news)
    expect(settlement, JSON.stringify(wrongs)).toBe('money_returned')
    expect(orderOf(db, one.token).placedAt, JSON.stringify(wrongs)).toBeNull()
    expect(
      db
        .select()
        .from(staffFlags)
        .where(eq(staffFlags.key, `mismatch:${one.intentId}`))
        .all(),
      'flagged once',
    ).toHaveLength(1)
    left.get(one.token)?.() // restored, so that the next wrong intent meets an order that could be completed
  }
  expect((await services.metrics.orders.get()).values[0]?.value ?? 0).toBe(0)
})

test('PAY-12 R5 an intent that paid one order never pays another, whatever order it names', async () => {
  const { db, services, bought } = await shopWithOrders(4)
  const [first, ...others] = bought as [Bought, ...Bought[]]
  expect(await settle(services, paid(first))).toBe('completed')
  for (const other of others) {
    expect(await settle(services, { ...paid(other), id: first.intentId })).toBe('settled_before')
    expect(await settle(services, { ...paid(other), id: `${first.intentId}x` })).toBe('unknown_intent')
    expect(orderOf(db, other.token).placedAt).toBeNull()
  }
})

test('PAY-12 R5 the matching intents complete the same orders', async () => {
  const { db, services, bought } = await shopWithOrders(3)
  for (const one of bought) expect(await settle(services, paid(one))).toBe('completed')
  for (const one of bought)
    expect(orderOf(db, one.token)).toMatchObject({ state: 'paid', totalCents: one.cents })
})
