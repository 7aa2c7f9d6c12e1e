import { and, desc, eq, gte } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type Order, offers, orderLines, orders, payments, stock } from '#db/schema/index.ts'
import { addToCart } from '#src/cart/cart.ts'
import { changeAddress } from '#src/checkout/address.ts'
import { changeEmail } from '#src/checkout/email.ts'
import type { Instant } from '#src/day.ts'
import { findCart } from '#src/orders/open-order.ts'
import { random } from '#src/tokens.ts'

const OWNER = { sessionHash: 'bench', user: null, postalCode: '98101' }
const ADDRESS = {
  name: 'Ana Whitcomb',
  street1: '1912 Pike Pl',
  street2: '',
  city: 'Seattle',
  state: 'WA',
  zip: '98101',
  phone: '2065550142',
}
const ACCEPTED = { addressConfirmation: null, postalCodeDelay: true, centerChange: null }
/** The benchmark must not sell anything out. */
const isPlenty = and(eq(stock.fcId, 1), gte(stock.onHand, 1_000_000), eq(offers.minQuantity, 1))

/** Takes one order through the steps with the shop's own functions; `make` then writes copies of it. */
export async function readyOrders(db: Db, now: Instant) {
  const order = await takeThroughSteps(db, now)
  const lines = db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).all()
  const cuts = db
    .select({ offerId: offers.id, priceCents: offers.priceCents, poundCents: offers.poundCents })
    .from(offers)
    .innerJoin(stock, eq(stock.offerId, offers.id))
    .where(isPlenty)
    .orderBy(desc(offers.id))
    .limit(5_000)
    .all()

  /** Each with different cuts, and the payment that the second phase would have started. @returns their ids */
  return (count: number): Promise<number[]> => durably(db, () => Array.from({ length: count }, copy))

  function copy(): number {
    const { id: _, ...columns } = order
    const row = {
      ...columns,
      token: random.token(),
      identifier: `DW-${random.readable(8)}`,
      sessionHash: null,
    }
    const { id } = db.insert(orders).values(row).returning({ id: orders.id }).get()
    const first = (id * 31) % (cuts.length - lines.length)
    const wanted = lines.map(({ id: _, ...line }, place) => ({
      ...line,
      orderId: id,
      ...cuts[first + place],
    }))
    db.insert(orderLines).values(wanted).run()
    db.insert(payments).values(paymentOf(id)).run()
    return id
  }
}

/** The provider's news of the order's paid intent. */
export const paidNews = (order: Order) => ({
  id: intentOf(order.id),
  kind: 'payment' as const,
  status: 'succeeded' as const,
  amountCents: order.totalCents ?? 0,
  receivedCents: order.totalCents ?? 0,
  heldUntil: null,
  currency: 'usd',
  orderToken: order.token,
  livemode: false,
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034, fingerprint: null },
  savedCard: null,
  declined: null,
  countsAsDecline: false,
  declinedCharge: null,
})

async function takeThroughSteps(db: Db, now: Instant): Promise<Order> {
  const first = db
    .select({ offer: offers })
    .from(offers)
    .innerJoin(stock, eq(stock.offerId, offers.id))
    .where(isPlenty)
    .orderBy(desc(offers.id))
    .limit(3)
    .all()
  for (const { offer } of first) {
    const added = await addToCart({ db, random, now }, OWNER, offer, 1)
    if (!added.ok) throw new Error(`not added: ${added.reason}`)
  }
  await changeEmail(db, cartOf(db), 'ana@example.com', now)
  const verification = { status: 'confirmed' } as const
  const question = {
    order: cartOf(db),
    typed: ADDRESS,
    accepted: ACCEPTED,
    verification,
    shownFcId: null,
    now,
  }
  const changed = await changeAddress(db, question)
  if (!changed.ok) throw new Error(`the address was refused: ${JSON.stringify(changed)}`)
  return cartOf(db)
}

function cartOf(db: Db): Order {
  const cart = findCart(db, OWNER)
  if (!cart) throw new Error('there is no cart')
  return cart
}

const intentOf = (orderId: number) => `pi_bench_${orderId}`

const paymentOf = (orderId: number) => ({
  orderId,
  attempt: 1,
  flow: 'alc-paid' as const,
  amountCents: 0,
  intentId: intentOf(orderId),
  status: 'open' as const,
  snapshotAt: 0,
  createdAt: 0,
})
