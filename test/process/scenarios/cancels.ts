import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { closeDatabase, integrityProblems, openDatabase } from '#db/client.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import type { Ledger } from '#src/providers/payments/stand-in/ledger.ts'
import { type Buyer, type Client, createBuyer, createClient, type Standing } from '../../support/buyers.ts'
import { CENTER } from '../../support/clerks.ts'
import { errorsOf, type Processes, stopAll } from '../../support/processes.ts'
import { readyBuyer } from '../../support/ready-buyer.ts'
import { offerOf, readShop, untilAtRest } from '../../support/shop-data.ts'
import { sendSimultaneously } from '../../support/simultaneous-requests.ts'
import { signInAsClerk } from './exports.ts'

export type CancelRaces = { cancels: number; waits: number[] }
export type CancelOutcome = { states: string[]; problems: string[] }

/**
 * Sends many concurrent cancels of each order to two servers, some milliseconds after a clerk has started to export it
 * to a wave, so that either may win.
 */
export async function cancelAgainstWaves(scene: Processes, { cancels, waits }: CancelRaces) {
  const databasePath = await scene.database('cancels')
  const people = await gather(databasePath, waits.length)
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const shops = [
    await scene.server({ databasePath, payments, port }),
    await scene.server({ databasePath, payments }),
  ]
  const clients = shops.map((shop) => createClient(shop.origin))
  const provider = createClient(payments.origin)
  const clerk = await signInAsClerk(shops[0]!)
  const outcome: CancelOutcome = { states: [], problems: [] }
  for (const [index, wait] of waits.entries()) {
    const buyer = createBuyer(clients[0] as Client, people[index]!)
    await buyer.pay(provider)
    await untilAtRest(databasePath, payments)
    const exporting = clerk.call('POST', `${CENTER}/orders/export`, { order_tokens: [buyer.orderToken] })
    await pause(wait)
    const answers = await cancelAtOnce(clients, buyer, cancels)
    await exporting
    await untilAtRest(databasePath, payments)
    const state = stateOf(databasePath, buyer.orderToken)
    outcome.states.push(state)
    const expected = state === 'canceled' ? 200 : 409
    const odd = answers.filter(({ status }) => status !== expected)
    const texts = answers.map(({ text }) => text.replace(/http:\/\/localhost:\d+/, '')) // without the servers' origins
    const different = new Set(texts).size > 1
    if (odd.length > 0) outcome.problems.push(`${state}, but ${odd.length} answers were ${odd[0]?.status}`)
    if (different) outcome.problems.push(`${state}, with different answers`)
  }
  const ledger = await payments.ledger()
  for (const client of [...clients, provider]) client.close()
  outcome.problems.push(...shops.flatMap(errorsOf), ...readBooks(databasePath, people, ledger))
  await stopAll(...shops, payments)
  return outcome
}

async function gather(databasePath: string, size: number): Promise<Standing[]> {
  const db = openDatabase(databasePath)
  const offer = offerOf(db, 'demo-fifty')
  const people: Standing[] = []
  for (let index = 0; index < size; index++) people.push(await readyBuyer(db, offer, `canceler${index}`))
  closeDatabase(db)
  return people
}

const cancelAtOnce = (clients: Client[], buyer: Buyer, cancels: number) =>
  sendSimultaneously(
    Array.from({ length: cancels }, (_, index) => ({
      client: clients[index % clients.length] as Client,
      ...buyer.asked('POST', `/account/orders/${buyer.orderToken}/cancel`, {}),
    })),
  )

const stateOf = (databasePath: string, token: string): string =>
  readShop(databasePath, (db) =>
    db.get<{ state: string }>(sql`select state from orders where token = ${token}`),
  ).state

type Row = { state: string; total: number; refunded: number; mails: number }

/** A canceled order has one full refund, any other has none, in our books and the provider's. */
function readBooks(databasePath: string, people: { orderToken: string }[], { paid }: Ledger): string[] {
  return readShop(databasePath, (db) => [
    ...integrityProblems(db),
    ...ledgerProblems(db),
    ...people.flatMap(({ orderToken }) => {
      const row = db.get<Row>(sql`
        select state, total_cents as total,
          (select coalesce(sum(amount_cents), 0) from money_movements m
            where m.order_id = o.id and kind = 'refund') as refunded,
          (select count(*) from outbox_messages where key = 'order_refunded:' || o.token) as mails
        from orders o where token = ${orderToken}`)
      const charge = paid.find(({ metadata }) => metadata.order_token === orderToken)
      const due = row.state === 'canceled' ? row.total : 0
      const isRight = row.refunded === due && charge?.refunded === due && row.mails === (due > 0 ? 1 : 0)
      return isRight ? [] : [`${JSON.stringify(row)}; the provider refunded ${charge?.refunded}`]
    }),
  ])
}
