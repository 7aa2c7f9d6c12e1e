import { eq, gt, sql } from 'drizzle-orm'
import {
  closeDatabase,
  type Db,
  type DurableTx,
  durably,
  integrityProblems,
  openDatabase,
} from '#db/client.ts'
import {
  freeItems,
  jobs,
  moneyMovements,
  type Offer,
  type Order,
  offers,
  orders,
  outboxMessages,
  refunds,
  stock,
  stockMovements,
  varieties,
} from '#db/schema/index.ts'
import { shopClock } from '#src/clock.ts'
import { isPlaced } from '#src/orders/states.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import type { Ledger } from '#src/providers/payments/stand-in/ledger.ts'
import { receiveUnits } from '#src/stock/stock.ts'
import { type StandInProcess, until } from './processes.ts'

/** Reads a shop's database while its server has it open. */
export function readShop<T>(databasePath: string, ask: (db: Db) => T): T {
  const db = openDatabase(databasePath)
  try {
    return ask(db)
  } finally {
    closeDatabase(db)
  }
}

/** Changes a shop's database while its server has it open and may be writing. */
export async function changeShop(databasePath: string, change: (tx: DurableTx) => void) {
  const db = openDatabase(databasePath)
  try {
    await durably(db, change)
  } finally {
    closeDatabase(db)
  }
}

/** The first offer of a variety. */
export function offerOf(db: Db, slug: string): Offer {
  const found = db
    .select({ offer: offers })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(varieties.slug, slug))
    .orderBy(offers.position)
    .get()
  if (!found) throw new Error(`there is no ${slug}`)
  return found.offer
}

/** Receives a delivery big enough that only the item under test can run out. */
export const stockUp = (databasePath: string, slug: string, quantity: number) =>
  receive(databasePath, (tx) => [offerOf(tx, slug).id], quantity)

/** Receives enough free items for every member to get the one they chose. */
export const stockUpFreeItems = (databasePath: string, quantity: number) =>
  receive(
    databasePath,
    (tx) =>
      tx
        .select()
        .from(freeItems)
        .all()
        .map(({ offerId }) => offerId),
    quantity,
  )

const receive = (databasePath: string, offersOf: (tx: DurableTx) => number[], quantity: number) =>
  changeShop(databasePath, (tx) => {
    const items = offersOf(tx).map((offerId) => ({ offerId, quantity }))
    receiveUnits(tx, FIRST_CENTER, items, shopClock(tx).now(), 'test')
  })

/** It serves Seattle. */
const FIRST_CENTER = 1

/** Waits until no webhooks are pending at the provider and every job is done. */
export async function untilAtRest(databasePath: string, provider: StandInProcess, patienceMs = 120_000) {
  let unsettled: string[] = []
  await until(
    () => `all news settled and all jobs done; left: ${unsettled.join(', ')}`,
    async () => {
      const news = await provider.pending()
      unsettled = [...(news ? [`${news} news of the provider`] : []), ...unfinished(databasePath)]
      return unsettled.length === 0
    },
    patienceMs,
  )
}

const MAX_NAMED = 10

const unfinished = (databasePath: string): string[] =>
  readShop(databasePath, (db) => {
    const working = db
      .select()
      .from(jobs)
      .where(sql`${jobs.state} in ('queued', 'running')`)
      .limit(MAX_NAMED)
      .all()
    const unsent = db
      .select()
      .from(refunds)
      .where(sql`${refunds.status} in ('owed', 'asked')`)
      .limit(MAX_NAMED)
      .all()
    return [
      ...working.map(
        ({ key, state, attempts, runAt, error }) =>
          `job ${key} ${state} ${attempts} times, due ${runAt}: ${error}`,
      ),
      ...unsent.map(({ id, status }) => `refund ${id} ${status}`),
    ]
  })

/** The newest order in a database; a test's own orders come after it. */
export const lastOrderId = (db: Db) =>
  db
    .select({ id: sql<number>`coalesce(max(${orders.id}), 0)` })
    .from(orders)
    .get()?.id ?? 0

export const ordersSince = (db: Db, afterId: number): Order[] =>
  db.select().from(orders).where(gt(orders.id, afterId)).all()

export const onHand = (db: Db, offerId: number): number =>
  db
    .select({ units: sql<number>`sum(${stock.onHand})` })
    .from(stock)
    .where(sql`${stock.offerId} = ${offerId}`)
    .get()?.units ?? 0

/**
 * The invariants of the shop's and the provider's books once everything has settled: one sentence per violation. Orders
 * up to `afterId` came with the database and have no charge; after it, every buyer has an email address and one order
 * of their own.
 */
export function bookProblems(db: Db, ledger: Ledger, afterId: number): string[] {
  const mine = ordersSince(db, afterId)
  return [
    ...integrityProblems(db),
    ...ledgerProblems(db),
    ...negativeShelves(db),
    ...ledger.chargedTwice.map((intent) => `intent ${intent} was charged twice`),
    ...mine.flatMap((order) => moneyProblems(order, ledger)),
    ...strayCharges(mine, ledger),
    ...enteredWrong(db, ledger, afterId),
    ...mine.filter((order) => isPlaced(order.state)).flatMap((order) => consequenceProblems(db, order)),
    ...failedJobs(db),
  ]
}

function negativeShelves(db: Db): string[] {
  const below = db.select().from(stock).where(sql`${stock.onHand} < 0`).all()
  return below.map((row) => `offer ${row.offerId} has ${row.onHand} units`)
}

/** A paid order keeps exactly one charge, of exactly its total (none if that's zero); any other order keeps none. */
function moneyProblems(order: Order, { paid }: Ledger): string[] {
  const kept = paid.filter(
    (charge) => charge.metadata.order_token === order.token && charge.amount > charge.refunded,
  )
  if (!isPlaced(order.state))
    return kept.map((charge) => `order ${order.id} is ${order.state} and keeps ${charge.amount} cents`)
  if (order.totalCents === 0 && kept.length === 0) return []
  if (kept.length !== 1) return [`order ${order.id} is ${order.state} with ${kept.length} charges`]
  const [charge] = kept
  const isWhole = charge?.amount === order.totalCents && charge?.refunded === 0
  return isWhole
    ? []
    : [
        `order ${order.id} of ${order.totalCents} cents was charged ${charge?.amount}, refunded ${charge?.refunded}`,
      ]
}

function strayCharges(mine: Order[], { paid }: Ledger): string[] {
  const known = new Set(mine.map((order) => order.token))
  const stray = paid.filter(
    (charge) => !known.has(charge.metadata.order_token ?? '') && charge.amount > charge.refunded,
  )
  return stray.map((charge) => `charge ${charge.charge} belongs to no order`)
}

/** Our ledger has every charge and refund of the provider exactly once. */
function enteredWrong(db: Db, { paid }: Ledger, afterId: number): string[] {
  const sums = db
    .select({
      kind: moneyMovements.kind,
      reference: moneyMovements.reference,
      cents: moneyMovements.amountCents,
    })
    .from(moneyMovements)
    .where(gt(moneyMovements.orderId, afterId))
    .all()
  const charged = new Map(
    sums.filter((row) => row.kind === 'charge').map((row) => [row.reference, row.cents]),
  )
  const refunded = sums.filter((row) => row.kind === 'refund').reduce((sum, row) => sum + row.cents, 0)
  const given = paid.reduce((sum, charge) => sum + charge.refunded, 0)
  return [
    ...paid
      .filter((charge) => charged.get(charge.intent) !== charge.amount)
      .map(
        (charge) =>
          `intent ${charge.intent} of ${charge.amount} cents is in our ledger with ${charged.get(charge.intent)}`,
      ),
    ...(refunded === given ? [] : [`our ledger refunded ${refunded} cents, the provider ${given}`]),
  ]
}

/** One payment has its consequences once: the stock left, and one receipt was mailed. */
function consequenceProblems(db: Db, order: Order): string[] {
  const sold = db
    .select()
    .from(stockMovements)
    .where(sql`${stockMovements.orderId} = ${order.id} and reason = 'sold'`)
    .all()
  const toBuyer = sql`${outboxMessages.recipient} = ${order.email} and ${outboxMessages.key} not like 'money_returned:%'`
  const mails = db.select().from(outboxMessages).where(toBuyer).all()
  const offersSold = new Set(sold.map((row) => row.offerId)).size
  return [
    ...(sold.length > 0 && offersSold === sold.length
      ? []
      : [`order ${order.id} left the shelf ${sold.length} times`]),
    ...(mails.length === 1
      ? []
      : [`order ${order.id} brought its buyer these mails: ${mails.map(({ key }) => key).join(', ')}`]),
  ]
}

/** Other jobs are done by now (`untilAtRest`) or have just begun: a demo parcel may move at any moment. */
function failedJobs(db: Db): string[] {
  const failed = db.select().from(jobs).where(sql`${jobs.state} = 'failed'`).all()
  return failed.map((job) => `job ${job.key} failed: ${job.error}`)
}
