import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { declinedCharges, type OrderState } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { signIn } from '../../support/accounts.ts'
import {
  changeOrder,
  expectOk,
  fillCart,
  orderOf,
  paymentStatus,
  prepareToPay,
  readyToPay,
} from '../../support/buying.ts'
import { ask, CHECKOUT_CALLS, type CheckoutCall, ELSEWHERE } from '../../support/checkout-calls.ts'
import { boughtOf, orderSnapshot, snapshotProblems, withoutAttempts } from '../../support/order-snapshot.ts'
import { changingRoutes } from '../../support/routes.ts'
import { type World, world } from '../../support/world.ts'

const NAMES = Object.keys(CHECKOUT_CALLS)
const callNamed = (name: string): CheckoutCall => {
  const call = CHECKOUT_CALLS[name]
  if (!call) throw new Error(`there is no ${name}`)
  return call
}

/** Calls that never succeed here: there is something to pay, and the card is declined or not theirs. */
const NEVER = ['placed for nothing', 'a declined card', "somebody else's saved card"]

const { app } = await world()

test('R12 the table lists every unsafe route of the app that may touch an order', () => {
  const routes = changingRoutes(app).map(({ method, path }) => `${method} ${path}`)
  const known = new Set([...Object.values(CHECKOUT_CALLS).map(({ route }) => route), ...ELSEWHERE])
  expect(routes.filter((route) => !known.has(route))).toEqual([])
  expect([...known].filter((route) => !routes.includes(route))).toEqual([])
})

/** A signed-in shopper's cart of two shares, at the start of checkout or ready to pay. */
async function scene(processes: 'early' | 'ready' = 'ready') {
  const shop = await world()
  const ana = await shop.shopper()
  const token =
    processes === 'early'
      ? await fillCart(ana, shop.db, 'demo-fifty', 2)
      : await readyToPay(ana, shop.db, { quantity: 2 })
  signIn(shop.db, token)
  await ana.visit('/cart')
  const standing = () => orderSnapshot(shop.db, token, shop.clock.now())
  const send = (name: string) => ask(ana, shop.db, callNamed(name), token)
  return { shop, db: shop.db, ana, token, standing, send }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** Makes one call and returns all problems with its outcome. @param done collects the calls that succeeded */
async function problemsOf(
  { db, standing, send, token }: Scene,
  name: string,
  done: Set<string>,
): Promise<string[]> {
  const call = callNamed(name)
  const before = standing()
  const answer = await send(name)
  const after = standing()
  if (answer.ok) done.add(name)
  const problems = snapshotProblems(db, after, before)
  if (answer.ok && !(call.did?.(after, before) ?? true)) problems.push('it was said to be done, and was not')
  if (![200, 204, 409, 422].includes(answer.status)) problems.push(`it was answered ${answer.status}`)
  if (!answer.ok && !call.prepares && !isSame(before, after))
    problems.push('it was refused, and something changed')
  // Too many declines would block attempts for an hour, which other tests cover.
  db.delete(declinedCharges)
    .where(eq(declinedCharges.orderId, orderOf(db, token).id))
    .run()
  return problems
}

const isSame = (before: ReturnType<Scene['standing']>, after: ReturnType<Scene['standing']>) =>
  JSON.stringify(withoutAttempts(before)) === JSON.stringify(withoutAttempts(after))

/** A de Bruijn sequence: every ordered pair of the list in one walk (the Lyndon words of length 1 and 2, in order). */
function walkOf<T>(list: readonly T[]): T[] {
  const walk = list.flatMap((one, index) => [one, ...list.slice(index + 1).flatMap((other) => [one, other])])
  return [...walk, ...walk.slice(0, 1)]
}

const pairsOf = (walk: readonly string[]) =>
  new Set(walk.slice(1).map((name, index) => `${walk[index]}, ${name}`))

describe('in an order that is not placed', () => {
  test('R12 the walk contains every ordered pair of calls', () => {
    expect(NAMES.length).toBeGreaterThan(20)
    expect(pairsOf(walkOf(NAMES)).size).toBe(NAMES.length ** 2)
  })

  test('R12 every ordered pair of checkout calls takes effect, or is refused and changes nothing', async () => {
    const here = await scene()
    const [found, done]: [string[], Set<string>] = [[], new Set()]
    let last = 'nothing'
    for (const name of walkOf(NAMES)) {
      found.push(
        ...(await problemsOf(here, name, done)).map((problem) => `${name}, after ${last}: ${problem}`),
      )
      last = name
    }
    expect(found).toEqual([])
    expect(NAMES.filter((name) => !done.has(name))).toEqual(NEVER)
  })

  test.each(NAMES)('R12 before the order has an email or an address: %s', async (name) => {
    const here = await scene('early')
    const before = here.standing()
    const answer = await here.send(name)
    expect(answer.status).toBe(callNamed(name).early ?? 200)
    if (!answer.ok) expect(withoutAttempts(here.standing())).toEqual(withoutAttempts(before))
  })
})

/** The prepared order is paid by its card, or the money is on its way back. */
test.each(NAMES)(
  'R12 R5 between the payment intent and its confirmation, from another tab: %s',
  async (name) => {
    const here = await scene()
    const { shop, ana, token, db } = here
    const { clientSecret, amount_cents } = await prepareToPay(ana, token)
    await here.send(name)
    await ana.confirm(clientSecret)
    const status = await paymentStatus(ana, token)
    await shop.settleDown()
    const order = orderOf(db, token)
    const kept = shop.standIn.ledger().paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)
    if (status === 'succeeded') expect(order).toMatchObject({ state: 'paid', totalCents: amount_cents })
    else expect(order.placedAt).toBeNull()
    expect(kept).toBe(order.placedAt === null ? 0 : amount_cents)
    expect(ledgerProblems(db)).toEqual([])
  },
)

const LATE: OrderState[] = [
  'paid',
  'in_wave',
  'shipped',
  'delivered',
  'review',
  'canceled',
  'refunded',
  'expired',
]

/** A membership's first box, paid, with a promotion, a gift card and a reward. */
async function paidScene() {
  const here = await scene()
  for (const name of ['recurring', 'a promotion', 'a gift card', 'a reward']) await expectOk(here.send(name))
  const { clientSecret } = await prepareToPay(here.ana, here.token)
  await here.ana.confirm(clientSecret)
  await here.shop.settleDown()
  expect(orderOf(here.db, here.token)).toMatchObject({ state: 'paid', recurring: true })
  return here
}

const stockOf = ({ db }: World) => ledgerProblems(db)

describe('R11 once an order is placed, no checkout call changes what was bought', () => {
  test.each(LATE)('R11 R12 %s: each call is refused or changes nothing that was bought', async (state) => {
    const { shop, db, token, send } = await paidScene()
    changeOrder(db, token, { state })
    const bought = boughtOf(db, token)
    for (const name of NAMES) {
      const { late } = callNamed(name)
      const order = orderOf(db, token)
      const answer = await send(name)
      expect([name, boughtOf(db, token)]).toEqual([name, bought])
      expect([name, answer.status]).toEqual([name, late?.(order) ?? 409])
    }
    await shop.settleDown()
    expect(boughtOf(db, token)).toEqual(bought)
    if (state === 'paid') expect(stockOf(shop)).toEqual([])
  })

  test('R11 no ordered pair of them does, either', async () => {
    const { shop, db, token, send } = await paidScene()
    const bought = boughtOf(db, token)
    for (const name of walkOf(NAMES)) await send(name)
    await shop.settleDown()
    expect(boughtOf(db, token)).toEqual(bought)
    expect(stockOf(shop)).toEqual([])
  })
})
