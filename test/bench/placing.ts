import { eq, gt } from 'drizzle-orm'
import { closeDatabase, durably, openDatabase } from '#db/client.ts'
import { offers, type Order, orderLines, orders, payments } from '#db/schema/index.ts'
import { addToCart } from '#src/cart/cart.ts'
import { findCart } from '#src/cart/queries.ts'
import { changeAddress } from '#src/checkout/address.ts'
import { changeEmail } from '#src/checkout/email.ts'
import { createServices } from '#src/compose.ts'
import { readConfig } from '#src/config.ts'
import { unbuiltAssets } from '#src/http/assets.ts'
import { orderById } from '#src/orders/orders.ts'
import { prepareOrder } from '#src/orders/prepare.ts'
import { settle } from '#src/payments/finalize.ts'
import { chance } from '#src/tokens.ts'
import { median, type Measured, repeat } from './load.ts'
import { openRawShop } from './order-transaction.ts'

/**
 * A process of its own, `placing.ts <seconds> <shop file>`: PREPARE and FINALIZE as the shop does them, beside the
 * bare transaction, in turns in one process on one disk, without HTTP and without a provider.
 */
const ROUNDS = 3
const seconds = Number(process.argv[2]) / ROUNDS
const file = process.argv[3] ?? ''

const db = openDatabase(file)
const config = readConfig({ DATABASE_PATH: file })
const services = createServices(config, db, unbuiltAssets, 'http://127.0.0.1:1')
const owner = { sessionHash: 'bench', user: null, postalCode: '98101' }
const waiting: number[] = []

const model = await readyOrder()
const raw = openRawShop(`${file}-raw`, 'FULL')
const lax = openRawShop(`${file}-lax`, 'NORMAL')

const rounds = { shop: [] as Measured[], prepare: [] as number[], full: [] as Measured[], normal: [] as Measured[] }
await fill(200)
for (let count = 0; count < 200; count++) await place()
for (let round = 0; round < ROUNDS; round++) {
  await fill(Math.ceil(seconds * 4_000))
  rounds.normal.push(await repeat(1, seconds / 2, async () => void lax.place()))
  rounds.full.push(await repeat(1, seconds / 2, async () => void raw.place()))
  rounds.shop.push(await repeat(1, seconds, place))
}
const placed = db.select({ id: orders.id }).from(orders).where(eq(orders.state, 'paid')).all().length
const prepares = rounds.prepare.sort((a, b) => a - b)
process.stdout.write(`${JSON.stringify({
  shop: median(rounds.shop),
  full: median(rounds.full),
  normal: median(rounds.normal),
  prepareMs: prepares[prepares.length >> 1],
  placed,
})}\n`)
closeDatabase(db)

async function place() {
  const orderId = waiting.pop()
  if (orderId === undefined) throw new Error('no order is left to place')
  const began = performance.now()
  const prepared = await prepareOrder(db, orderId, { now: services.clock.now(), holdSeconds: 600, agreed: true })
  rounds.prepare.push(performance.now() - began)
  if (!prepared.ok) throw new Error(prepared.refusal.message)
  const settled = await settle(services, newsOf(prepared.order))
  if (settled !== 'completed') throw new Error(settled)
}

/** One order taken through the steps by the shop's own functions: the others are its copies. */
async function readyOrder() {
  const now = services.clock.now()
  const three = db.select().from(offers).where(gt(offers.id, 1_000)).limit(3).all()
  for (const offer of three) {
    const added = await addToCart({ db, chance, now }, owner, offer, 1)
    if (!added.ok) throw new Error(added.reason)
  }
  const cart = () => findCart(db, owner) ?? fail('no cart')
  await changeEmail(db, cart(), 'ana@example.com', now)
  const typed = { name: 'Ana Whitcomb', street1: '1912 Pike Pl', street2: '', city: 'Seattle', state: 'WA', zip: '98101', phone: '2065550142' }
  const accepted = { addressConfirmation: null, postalCodeDelay: true, fcChange: null }
  const change = await changeAddress(db, { order: cart(), typed, accepted, shownFcId: null, now })
  if (!change.ok) fail(JSON.stringify(change))
  return { order: orderById(db, cart().id), lines: db.select().from(orderLines).where(eq(orderLines.orderId, cart().id)).all() }
}

/** Orders ready to be paid, each with other cuts, with the payment that the second phase would have begun. */
async function fill(count: number) {
  const all = db.select({ id: offers.id }).from(offers).where(gt(offers.id, 1_000)).limit(5_000).all()
  await durably(db, () => {
    for (let each = 0; each < count; each++) {
      const { id: _, ...order } = model.order
      const row = { ...order, token: chance.token(), identifier: `DW-${chance.readable(8)}`, sessionHash: chance.token() }
      const copy = db.insert(orders).values(row).returning({ id: orders.id }).get()
      const start = (copy.id * 31) % (all.length - 3)
      db.insert(orderLines).values(model.lines.map((line, place) => lineOf(line, copy.id, all[start + place]?.id ?? 0))).run()
      db.insert(payments).values(paymentOf(copy.id)).run()
      waiting.push(copy.id)
    }
  })
}

const lineOf = ({ id: _, ...line }: typeof orderLines.$inferSelect, orderId: number, offerId: number) => ({
  ...line,
  orderId,
  offerId,
  priceCents: priceOf(offerId),
})

function priceOf(offerId: number) {
  return db.select({ cents: offers.priceCents }).from(offers).where(eq(offers.id, offerId)).get()?.cents ?? 0
}

const paymentOf = (orderId: number) => ({
  orderId,
  attempt: 1,
  flow: 'alc-paid' as const,
  amountCents: 0,
  intentId: `pi_bench_${orderId}`,
  status: 'open' as const,
  newsAt: 0,
  createdAt: 0,
})

const newsOf = (order: Order) => ({
  id: `pi_bench_${order.id}`,
  kind: 'payment' as const,
  status: 'succeeded' as const,
  amountCents: order.totalCents ?? 0,
  receivedCents: order.totalCents ?? 0,
  currency: 'usd',
  orderToken: order.token,
  livemode: false,
  card: { brand: 'visa', last4: '4242' },
  declined: null,
})

function fail(message: string): never {
  throw new Error(message)
}
