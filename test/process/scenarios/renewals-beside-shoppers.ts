import { eq, sql } from 'drizzle-orm'
import { closeDatabase, type DurableTx, durably, openDatabase } from '#db/client.ts'
import { fulfillmentCenters, type Membership, membershipBoxes, memberships } from '#db/schema/index.ts'
import { setShopTime, shopClock } from '#src/clock.ts'
import { DAY_MS, MINUTE_MS } from '#src/day.ts'
import { totalOf } from '#src/membership/totals.ts'
import { browse, browseUntil, p99 } from '../../support/browsing.ts'
import { forEachOf } from '../../support/buyers.ts'
import { addMember, chargeMoment, type ProviderCard } from '../../support/members.ts'
import {
  errorsOf,
  type Processes,
  providerClient,
  type StandInProcess,
  stopAll,
  until,
} from '../../support/processes.ts'
import {
  bookProblems,
  lastOrderId,
  readShop,
  stockUp,
  stockUpFreeItems,
  untilAtRest,
} from '../../support/shop-data.ts'
import { type Throttle, throttled } from '../../support/throttled-provider.ts'
import { chargedAboveReminder, intentsPerOrder } from './renewals.ts'

const VARIETY = 'grass-fed-ribeye'
const PLACED_AGO_MS = 20 * DAY_MS
const CARDS_AT_ONCE = 16
const A_TRANSACTION = 100
const IDLE_PAGES = 1_000
const PATIENCE_MS = 40 * MINUTE_MS

export type RenewalLoad = {
  planned: number
  placed: number
  idleP99: number
  planningP99: number
  chargingP99: number
  planningSeconds: number
  chargingSeconds: number
  mostCallsASecond: number
  refusedCalls: number
  problems: string[]
}

/** Plans and later charges all members' boxes at once, while a visitor browses. */
export async function renewBesideShoppers(
  scene: Processes,
  members: number,
  throttle: Throttle,
): Promise<RenewalLoad> {
  const databasePath = await scene.database('renewal-load')
  await stockUp(databasePath, VARIETY, members * 10)
  await stockUpFreeItems(databasePath, members * 3)
  const port = await scene.freePort()
  const provider = await scene.standIn({ webhookPort: port })
  const afterId = await gather(databasePath, provider, members)
  const payments = await throttled(provider, throttle)
  const shop = await scene.server({ databasePath, payments, port })
  const isDone = (state: 'planned' | 'placed') => () => count(databasePath, state) >= members

  await browse(shop.origin, (seen) => seen < IDLE_PAGES / 2) // warm-up
  const idle = await browse(shop.origin, (seen) => seen < IDLE_PAGES)
  await change(databasePath, (tx) => tx.update(memberships).set({ state: 'active' }).where(IS_OURS).run())
  const planning = await browseWhile(shop.origin, isDone('planned'))
  const planned = count(databasePath, 'planned')
  const chargeAt = await change(databasePath, announceAll)
  await setTime(databasePath, chargeAt + MINUTE_MS)
  const charging = await browseWhile(shop.origin, isDone('placed'))
  await untilAtRest(databasePath, provider, 30 * MINUTE_MS)
  idle.push(...(await browse(shop.origin, (seen) => seen < IDLE_PAGES)))

  const problems = errorsOf(shop)
  await stopAll(shop)
  await payments.close()
  const ledger = await provider.ledger()
  problems.push(...(await intentsPerOrder(provider)))
  await stopAll(provider)
  return readShop(databasePath, (db) => ({
    planned,
    placed: count(databasePath, 'placed'),
    idleP99: p99(idle),
    planningP99: p99(planning.took),
    chargingP99: p99(charging.took),
    planningSeconds: planning.seconds,
    chargingSeconds: charging.seconds,
    mostCallsASecond: payments.most(),
    refusedCalls: payments.refused(),
    problems: [...problems, ...bookProblems(db, ledger, afterId), ...chargedAboveReminder(db)],
  }))
}

const IS_OURS = sql`${memberships.userId} is null`

/** Adds members whose next box is about to be planned. */
async function gather(databasePath: string, provider: StandInProcess, members: number): Promise<number> {
  const cards = await keepCards(provider, members)
  const db = openDatabase(databasePath)
  try {
    const at = shopClock(db).now() - PLACED_AGO_MS
    await durably(
      db,
      (tx) =>
        void tx
          .update(fulfillmentCenters)
          .set({ dailyCapacity: members * 3 })
          .run(),
    )
    for (let first = 0; first < members; first += A_TRANSACTION)
      await durably(db, (tx) => {
        for (let index = first; index < Math.min(first + A_TRANSACTION, members); index++) {
          const card = cards[index] as ProviderCard
          addMember(tx, { email: `member${index}@example.com`, card, varieties: [VARIETY], at })
        }
        tx.update(memberships).set({ state: 'paused' }).where(IS_OURS).run()
      })
    return lastOrderId(db)
  } finally {
    closeDatabase(db)
  }
}

async function keepCards(provider: StandInProcess, count: number): Promise<ProviderCard[]> {
  const stripe = providerClient(provider)
  const { id: customer } = await stripe.customers.create({ email: 'members@example.com' })
  const cards: ProviderCard[] = []
  await forEachOf(Array.from({ length: count }), CARDS_AT_ONCE, async () => {
    const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    cards.push({ customer, method })
  })
  return cards
}

/** Does what the reminders would, days before. @returns when the boxes are charged */
function announceAll(tx: DurableTx): number {
  const now = shopClock(tx).now()
  const boxes = tx.select().from(membershipBoxes).where(sql`state = 'planned'`).all()
  const moments = boxes.map(({ id, orderId }) => {
    const remindedCents = totalOf(tx, orderId ?? 0, now)
    const reminded = { firstRemindedAt: now, lastRemindedAt: now, remindedCents }
    tx.update(membershipBoxes).set(reminded).where(eq(membershipBoxes.id, id)).run()
    return chargeMoment(tx, orderId ?? 0)
  })
  return Math.max(...moments)
}

async function browseWhile(origin: string, isOver: () => boolean) {
  const startedAt = performance.now()
  const took = await browseUntil(origin, until('all boxes are done', isOver, PATIENCE_MS))
  return { took, seconds: Math.round((performance.now() - startedAt) / 1_000) }
}

async function change<T>(databasePath: string, work: (tx: DurableTx) => T) {
  const db = openDatabase(databasePath)
  try {
    return (await durably(db, work as (tx: DurableTx) => never)) as T
  } finally {
    closeDatabase(db)
  }
}

async function setTime(databasePath: string, at: number) {
  const db = openDatabase(databasePath)
  await setShopTime(db, at, Date.now())
  closeDatabase(db)
}

const count = (databasePath: string, state: Membership['state'] | 'planned' | 'placed'): number =>
  readShop(
    databasePath,
    (db) =>
      db.get<{ rows: number }>(
        sql`select count(*) as rows from membership_boxes b join memberships m on m.id = b.membership_id
          where b.state = ${state} and m.user_id is null`,
      ).rows,
  )
