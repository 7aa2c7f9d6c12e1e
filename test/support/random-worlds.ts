import { eq, inArray, sql } from 'drizzle-orm'
import { durably } from '#db/client.ts'
import { jobs, moneyMovements, orders, refunds, staffFlags } from '#db/schema/index.ts'
import { DAY_MS } from '#src/day.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { FLAG_KINDS } from '#src/flags/kinds.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { balanceOf } from '#src/payments/money.ts'
import { expireHolds, reconcilePayments } from '#src/payments/reconcile.ts'
import { reconcileRefunds } from '#src/payments/reconcile-refunds.ts'
import { refundOrder } from '#src/payments/refund-order.ts'
import { sumProblems } from '#src/reports/check-sums.ts'
import { keepSums } from '#src/reports/keep-sums.ts'
import { offerToken, orderOf, readyToPay } from './buying.ts'
import { SEATTLE_STEP, saveStep } from './delivery-step.ts'
import { booksOf, closeMonths, payAll } from './farm-money.ts'
import { nameCard } from './paying-by-card.ts'
import { type Draw, random as randomOf } from './random.ts'
import type { Shopper } from './shopper.ts'
import { type World, world } from './world.ts'

const HOUR_MS = 3600_000
const ACTS = 45
const CARDS = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_chargeDeclined',
  'pm_card_threeDSecure2Required',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
  'pm_card_createDispute',
  'pm_card_createDisputeInquiry',
  'pm_card_createIssuerFraudRecord',
]
const DAYS = ['2026-11-24', '2026-11-25', '2026-12-03', '2026-12-04']
const FAULTS = ['error', 'rate_limit', 'not_json'] as const

type Buyer = { shopper: Shopper; token: string; clientSecret: string | null }

export type Told = { placed: number; refunds: number; disputes: number; problems: string[] }

/**
 * Three buyers, the provider's dashboard and the cardholders' bank act at random, while responses and webhooks are
 * lost. Once everything has settled, the provider's ledger and ours must agree to the cent.
 */
export async function playWorld(seed: number): Promise<Told> {
  const random = randomOf(seed)
  const shop = await world()
  shop.standIn.control.seed(seed)
  const buyers: Buyer[] = []
  for (const name of ['ana', 'ben', 'cleo']) buyers.push(await arrive(shop, name, random))
  const problems: string[] = []
  for (let left = ACTS; left > 0; left--) {
    if (random.chance(0.25)) breakSomething(shop, random)
    const acts = Array.from({ length: 1 + random.below(2) }, () => act(shop, random.pick(buyers), random))
    for (const status of await Promise.all(acts)) if (status >= 500) problems.push(`answered ${status}`)
  }
  await comeToRest(shop)
  problems.push(...(await closeTheBooks(shop, random)))
  return {
    ...told(shop),
    problems: [...problems, ...problemsOf(shop)].map((text) => `world ${seed}: ${text}`),
  }
}

async function arrive(shop: World, name: string, random: Draw): Promise<Buyer> {
  const shopper = await shop.shopper()
  const wishes = { quantity: 1 + random.below(3), email: `${name}@example.com` }
  return { shopper, token: await readyToPay(shopper, shop.db, wishes), clientSecret: null }
}

function breakSomething({ standIn: { control } }: World, random: Draw) {
  const when = random.pick(['before', 'after'] as const)
  const [kind, times] = [random.pick(FAULTS), 1 + random.below(3)]
  control.fault({ kind, path: '/v1/**', when, times, probability: 0.8 })
  if (random.chance(0.4)) control.webhooks({ drop: random.chance(0.5) ? 1 : 0, copies: 1 + random.below(2) })
}

/** @returns the status of the response, or 0 for acts outside the shop */
function act(shop: World, buyer: Buyer, random: Draw): Promise<number> {
  const choices = [
    change,
    change,
    pay,
    pay,
    pay,
    payInSteps,
    edit,
    refundInDashboard,
    refundByStaff,
    keepBooks,
    disturb,
    wait,
  ]
  return random.pick(choices)(shop, buyer, random)
}

type Act = typeof act

const change: Act = async ({ db }, { shopper, token }, random) => {
  const offer = offerToken(db, random.pick(['demo-fifty', 'whole-chicken']))
  const calls = [
    () => shopper.call('POST', `/cart/items/${offer}`, { quantity: 1 }),
    () => shopper.call('PUT', `/cart/items/${offer}`, { quantity: 1 + random.below(4) }),
    () =>
      shopper.call('POST', `/v1/apply_gift_and_promo_codes/${token}`, {
        text_entered: random.pick(['WELCOME20', 'SHIPFREE', 'DEMOGIFT50000000']),
      }),
    () =>
      shopper.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, {
        arrival_date: random.pick(DAYS),
      }),
  ]
  return (await random.pick(calls)()).status
}

/** Any of the three steps may run alone, late or twice. */
const pay: Act = async (_, buyer, random) => {
  const { shopper, token } = buyer
  const prepared = await shopper.call('POST', '/v1/stripe_validate_payment', { order_token: token })
  const intent = await shopper.call('POST', '/v1/stripe_create_payment_intent', { order_token: token })
  if (intent.status === 200)
    buyer.clientSecret = ((await intent.json()) as { clientSecret: string | null }).clientSecret
  if (buyer.clientSecret && random.chance(0.8))
    await shopper.confirm(buyer.clientSecret, random.pick(CARDS)).catch(() => undefined)
  return Math.max(prepared.status, intent.status)
}

const payInSteps: Act = async (shop, { shopper, token }, random) => {
  const stripeToken = await nameCard(shop, random.pick(CARDS))
  const fields = { stripeToken, same_as_shipping: true }
  return (await shopper.call('POST', `/v1/update_payment/${token}`, fields)).status
}

const edit: Act = async (_, { shopper, token }, random) => {
  const expedited = random.chance(0.3) ? { expedited: '1' } : {}
  return (await saveStep(shopper, token, { ...SEATTLE_STEP, arrival_date: random.pick(DAYS), ...expedited }))
    .status
}

const refundInDashboard: Act = async ({ standIn, services }, { token }, random) => {
  const paid = standIn.ledger().paid.find(({ metadata }) => metadata.order_token === token)
  if (!paid) return 0
  const amount = random.chance(0.3) ? {} : { amount: 1 + random.below(paid.amount) }
  await services.stripe.refunds.create({ payment_intent: paid.intent, ...amount }).catch(() => undefined)
  return 0
}

const refundByStaff: Act = async ({ db, clock }, { token }) => {
  await durably(db, (tx) => refundOrder(tx, orderOf(tx, token).id, 'staff', clock.now()))
  return 0
}

const keepBooks: Act = async ({ services }) => {
  await postOrders(services)
  return 0
}

/** The bank opens or decides a dispute, or the card network warns of fraud. */
const disturb: Act = async ({ standIn, services: { stripe } }, { token }, random) => {
  const paid = standIn.ledger().paid.find(({ metadata }) => metadata.order_token === token)
  if (!paid) return 0
  if (random.chance(0.3)) standIn.bank.warnOfFraud(paid.intent)
  else if (paid.disputed === 0) standIn.bank.dispute(paid.intent, random.pick(['dispute', 'inquiry']))
  const text = random.pick(['winning_evidence', 'losing_evidence', 'more to come'])
  const { data } = await stripe.disputes.list({ payment_intent: paid.intent }).catch(() => ({ data: [] }))
  const dispute = random.chance(0.5) ? data[0] : undefined
  if (dispute)
    await stripe.disputes
      .update(dispute.id, { evidence: { uncategorized_text: text } })
      .catch(() => undefined)
  return 0
}

const wait: Act = async (shop, { shopper, token }, random) => {
  const waits = [
    () => shop.pass(11 * 60_000),
    () => shop.pass(25 * HOUR_MS), // the provider forgets its idempotency keys
    () => expireHolds(shop.services),
    () => reconcilePayments(shop.services),
    () => reconcileRefunds(shop.services),
    () => shopper.call('GET', `/v1/order/${token}/payment_status`),
    () => shop.settleDown(),
    () => shop.settleDown(),
  ]
  await random.pick(waits)()
  return 0
}

async function comeToRest(shop: World) {
  shop.standIn.control.clear()
  for (const hours of [0, 0.25, 0.25, 0.5, 1, 26, 26]) {
    shop.pass(hours * HOUR_MS)
    await shop.settleDown()
    await reconcilePayments(shop.services)
    await expireHolds(shop.services)
    await reconcileRefunds(shop.services)
    await shop.settleDown()
  }
  await keepSums(shop.services)
}

/** Closes and pays the farms' months, no matter what happened in them; then refunds an order anyway. */
async function closeTheBooks(shop: World, random: Draw): Promise<string[]> {
  const problems = await booksOf(shop)
  shop.pass(20 * DAY_MS)
  problems.push(...(await closeMonths(shop)))
  if (random.chance(0.5)) await payAll(shop)
  const [placed] = shop.db.select().from(orders).where(eq(orders.state, 'paid')).all()
  if (placed) await durably(shop.db, (tx) => refundOrder(tx, placed.id, 'staff', shop.clock.now()))
  await shop.settleDown()
  return [...problems, ...(await booksOf(shop))]
}

function told({ db, standIn }: World): Omit<Told, 'problems'> {
  const paid = standIn.ledger().paid
  return {
    placed: paid.filter(({ metadata }) => orderOf(db, metadata.order_token ?? '').placedAt !== null).length,
    refunds: paid.filter(({ refunded }) => refunded > 0).length,
    disputes: paid.filter(({ disputed }) => disputed > 0).length,
  }
}

const stillTaken = ({ db }: World) =>
  db.all<{ identifier: string }>(sql`
    select o.identifier from orders o join stock_movements m on m.order_id = o.id
    where o.state = 'canceled' group by o.id having sum(m.delta) <> 0`)

function problemsOf(shop: World): string[] {
  const { db, standIn } = shop
  const failed = db.select().from(jobs).where(eq(jobs.state, 'failed')).all()
  const unsent = db
    .select()
    .from(refunds)
    .where(inArray(refunds.status, ['owed', 'asked']))
    .all()
  const unknown = db
    .select()
    .from(staffFlags)
    .all()
    .filter(({ kind }) => !(kind in FLAG_KINDS))
  return [
    ...ledgerProblems(db),
    ...sumProblems(db),
    ...differences(shop),
    ...standIn.ledger().chargedTwice.map((intent) => `${intent} was charged twice`),
    ...stillTaken(shop).map(({ identifier }) => `canceled order ${identifier} still has units`),
    ...failed.map(({ kind, error }) => `${kind} failed: ${error}`),
    ...unsent.map(({ id, status }) => `refund ${id} is still ${status}`),
    ...unknown.map(({ key }) => `flag ${key} has no page`),
  ]
}

/** Orders for which the provider's balance differs from our ledger. */
function differences({ db, standIn }: World): string[] {
  const theirs = new Map<string, number>()
  for (const { metadata, amount, refunded, disputed } of standIn.ledger().paid) {
    const token = metadata.order_token ?? ''
    theirs.set(token, (theirs.get(token) ?? 0) + amount - refunded - disputed)
  }
  return [...theirs].flatMap(([token, provider]) => {
    const ours = db
      .select({ cents: balanceOf('provider') })
      .from(moneyMovements)
      .innerJoin(orders, eq(orders.id, moneyMovements.orderId))
      .where(eq(orders.token, token))
      .get()?.cents
    return ours === provider ? [] : [`order ${token}: the provider holds ${provider} cents, we say ${ours}`]
  })
}
