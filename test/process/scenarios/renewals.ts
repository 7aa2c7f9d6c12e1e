import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { closeDatabase, type Db, durably, openDatabase } from '#db/client.ts'
import { membershipBoxes, memberships } from '#db/schema/index.ts'
import { setShopTime, shopClock } from '#src/clock.ts'
import { DAY_MS, MINUTE_MS } from '#src/day.ts'
import { isOutwardHeld } from '#src/jobs/outward.ts'
import { UNKNOWN_MS } from '#src/membership/box-moments.ts'
import { planNextBox } from '#src/membership/boxes.ts'
import { totalOf } from '#src/membership/totals.ts'
import { random } from '#src/tokens.ts'
import { addMember, chargeMoment, type ProviderCard } from '../../support/members.ts'
import {
  errorsOf,
  type Processes,
  providerClient,
  type Server,
  type StandInProcess,
  stopAll,
  until,
} from '../../support/processes.ts'
import { random as draw } from '../../support/random.ts'
import { bookProblems, lastOrderId, readShop, stockUp, untilAtRest } from '../../support/shop-data.ts'

const VARIETY = 'grass-fed-ribeye'
const PLACED_AGO_MS = 20 * DAY_MS

export type Renewals = { members: number; kills: number; seed: number }
export type RenewalsOutcome = { placed: number; charges: number; problems: string[] }

/** Two servers find the same boxes due, and both are killed at random moments while charging them. */
export async function killAtRenewals(scene: Processes, { members, kills, seed }: Renewals) {
  const databasePath = await scene.database('renewals')
  await stockUp(databasePath, VARIETY, members * 10)
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const { afterId, chargeAt } = await gather(databasePath, payments, members)
  const next = draw(seed).next
  const start = () =>
    Promise.all([
      scene.server({ databasePath, payments, port, wait: false }),
      scene.server({ databasePath, payments, wait: false }),
    ])
  await setTime(databasePath, chargeAt + MINUTE_MS)
  for (let kill = 0; kill < kills; kill++) {
    const { charges } = await payments.ledger()
    const shops = await start()
    // On a busy machine all boxes may be in progress by then, and wait.
    await until(
      'a box is charged, or none is left',
      async () => (await payments.ledger()).charges > charges || untriedBoxes(databasePath, afterId) === 0,
    )
    await pause(next() * 40)
    for (const shop of shops) shop.kill('SIGKILL')
    await Promise.all(shops.map(({ exited }) => exited))
  }
  // Interrupted charges are retried once no process can still be working on them, but before the cutoff.
  await setTime(databasePath, chargeAt + UNKNOWN_MS + 2 * MINUTE_MS)
  const shops = await start()
  await until(
    () => `every member has a box; ${whatIsLeft(databasePath, shops)}`,
    async () => placedBoxes(databasePath) === members,
  )
  await untilAtRest(databasePath, payments)
  await stopAll(...shops)
  const ledger = await payments.ledger()
  const doubled = await intentsPerOrder(payments)
  await stopAll(payments)
  return readShop(
    databasePath,
    (db): RenewalsOutcome => ({
      placed: placedIn(db),
      charges: ledger.charges,
      problems: [...doubled, ...bookProblems(db, ledger, afterId), ...chargedAboveReminder(db)],
    }),
  )
}

/** Adds members whose second box is announced and due to be charged. */
async function gather(databasePath: string, payments: StandInProcess, members: number) {
  const stripe = providerClient(payments)
  const cards: ProviderCard[] = []
  for (let index = 0; index < members; index++) {
    const { id: customer } = await stripe.customers.create({ email: `member${index}@example.com` })
    const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    cards.push({ customer, method })
  }
  const db = openDatabase(databasePath)
  try {
    const ids: number[] = []
    for (const [index, card] of cards.entries())
      ids.push(
        await durably(db, (tx) => {
          const at = shopClock(tx).now() - PLACED_AGO_MS
          return addMember(tx, { email: `member${index}@example.com`, card, varieties: [VARIETY], at }).id
        }),
      )
    const afterId = lastOrderId(db)
    const moments: number[] = []
    for (const id of ids) moments.push(await announceNext(db, id))
    return { afterId, chargeAt: Math.max(...moments) }
  } finally {
    closeDatabase(db)
  }
}

/** @returns when the next box is charged */
const announceNext = (db: Db, membershipId: number) =>
  durably(db, (tx) => {
    const now = shopClock(tx).now()
    const membership = tx.select().from(memberships).where(eq(memberships.id, membershipId)).get()
    const box = membership && planNextBox(tx, membership, { random, now })
    if (!box?.orderId) throw new Error('no box was planned')
    const reminded = {
      firstRemindedAt: now,
      lastRemindedAt: now,
      remindedCents: totalOf(tx, box.orderId, now),
    }
    tx.update(membershipBoxes).set(reminded).where(eq(membershipBoxes.id, box.id)).run()
    return chargeMoment(tx, box.orderId)
  })

async function setTime(databasePath: string, at: number) {
  const db = openDatabase(databasePath)
  await setShopTime(db, at, Date.now())
  closeDatabase(db)
}

const placedIn = (db: Db): number =>
  db.get<{ count: number }>(sql`select count(*) as count from membership_boxes where state = 'placed'`).count

const placedBoxes = (databasePath: string): number => readShop(databasePath, placedIn)

/** Pending boxes, whether the shop holds outgoing work, and the servers' errors. */
const whatIsLeft = (databasePath: string, shops: Server[]): string =>
  readShop(databasePath, (db) =>
    JSON.stringify({
      now: shopClock(db).now(),
      isHeld: isOutwardHeld(db),
      boxes: db.all(sql`
        select box.state, tries, first_tried_at, wait_until, trouble, orders.state as order_state, charge_asked_at
        from membership_boxes box join orders on orders.id = box.order_id
        where first_reminded_at is not null and box.state <> 'placed' limit 5`),
      errors: shops.flatMap(errorsOf).slice(0, 5),
    }),
  )

const untriedBoxes = (databasePath: string, afterId: number): number =>
  readShop(
    databasePath,
    (db) =>
      db.get<{ count: number }>(sql`
        select count(*) as count from membership_boxes
        where order_id > ${afterId} and first_reminded_at is not null and state = 'planned' and wait_until = 0`)
        .count,
  )

export const chargedAboveReminder = (db: Db): string[] =>
  db
    .all<{ id: number }>(sql`
      select box.id from membership_boxes box join orders on orders.id = box.order_id
      where box.state = 'placed' and orders.total_cents > box.reminded_cents`)
    .map(({ id }) => `box ${id} was charged more than its reminder said`)

/** A box has one payable intent, no matter how often it was tried: those the shop gave up, it canceled. */
export async function intentsPerOrder(payments: StandInProcess): Promise<string[]> {
  const seen = new Map<string, number>()
  for await (const { metadata, status } of providerClient(payments).paymentIntents.list({ limit: 100 })) {
    if (status === 'canceled') continue
    const token = metadata.order_token ?? ''
    seen.set(token, (seen.get(token) ?? 0) + 1)
  }
  return [...seen].flatMap(([token, count]) => (count > 1 ? [`order ${token} has ${count} intents`] : []))
}
