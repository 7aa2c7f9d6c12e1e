import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { closeDatabase, type Db, integrityProblems, openDatabase } from '#db/client.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import type { Ledger } from '#src/providers/payments/stand-in/ledger.ts'
import {
  type Buyer,
  type Client,
  createBuyer,
  createClient,
  type Reply,
  type Standing,
} from '../../support/buyers.ts'
import { CENTER } from '../../support/clerks.ts'
import { errorsOf, type Processes, type StandInProcess, stopAll } from '../../support/processes.ts'
import { readyBuyer } from '../../support/ready-buyer.ts'
import { offerOf, readShop, untilAtRest } from '../../support/shop-data.ts'
import { sendSimultaneously } from '../../support/simultaneous-requests.ts'
import { signInAsClerk } from './exports.ts'

const BOX = 'demo-fifty'
const ADDED = 'wildflower-honey'
const LATER = '2026-12-10'
const FASTER = '2026-11-24'
const SURCHARGE_CENTS = 1_200

/** A way to change a placed order; concurrent changes all target one order. */
export type Way = 'cancel' | 'edit' | 'pay' | 'move' | 'dearer'
export type ChangeRaces = { requests: number; races: { ways: Way[]; wait: number }[] }
export type Changed = {
  state: string
  statuses: Partial<Record<Way, number[]>>
  /** By kind, from the order's history. */
  changes: string[]
}

/** Concurrent exports by clerks, half of them on each server. */
const EXPORTS = 10

/** Sends many concurrent changes of each order to two servers, while clerks export it to waves. */
export async function raceChanges(scene: Processes, { requests, races }: ChangeRaces) {
  const databasePath = await scene.database('changes')
  const people = await gatherBuyers(databasePath, races.length)
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const shops = [
    await scene.server({ databasePath, payments, port }),
    await scene.server({ databasePath, payments }),
  ]
  const clients = shops.map((shop) => createClient(shop.origin))
  const provider = createClient(payments.origin)
  const clerks = [await signInAsClerk(shops[0]!), await signInAsClerk(shops[1]!)]
  const outcomes: Changed[] = []
  for (const [index, { ways, wait }] of races.entries()) {
    const buyer = createBuyer(clients[0] as Client, people[index]!)
    await buyer.pay(provider)
    await untilAtRest(databasePath, payments)
    const send = requestsOf(databasePath, buyer)
    await buyer.call(...send.edit) // it needs a card, which `pay` supplies
    const asked = Array.from({ length: requests }, (_, turn) => ways[turn % ways.length]!)
    const exporting = pause(wait).then(() =>
      Promise.all(
        Array.from({ length: EXPORTS }, (_, turn) =>
          clerks[turn % clerks.length]!.call('POST', `${CENTER}/orders/export`, {
            order_tokens: [buyer.orderToken],
          }),
        ),
      ),
    )
    const replies = await sendSimultaneously(
      asked.map((way, turn) => ({
        client: clients[turn % clients.length] as Client,
        ...buyer.asked(...send[way]),
      })),
    )
    await exporting
    await buyer.call(...send.letBe) // cancels an edit that still needs a card
    await untilAtRest(databasePath, payments)
    outcomes.push({ ...readOutcome(databasePath, buyer.orderToken), statuses: statusesOf(asked, replies) })
  }
  const ledger = await payments.ledger()
  for (const client of [...clients, provider]) client.close()
  const problems = [...shops.flatMap(errorsOf), ...readBooks(databasePath, people, ledger)]
  await stopAll(...shops, payments)
  return { outcomes, problems }
}

async function gatherBuyers(databasePath: string, size: number): Promise<Standing[]> {
  const db = openDatabase(databasePath)
  const offer = offerOf(db, BOX)
  const people: Standing[] = []
  for (let index = 0; index < size; index++) people.push(await readyBuyer(db, offer, `changer${index}`))
  closeDatabase(db)
  return people
}

/** As the pages send them, with the version that the buyer sees now. */
function requestsOf(databasePath: string, { orderToken }: Buyer) {
  const [version, added] = readShop(databasePath, (db) => [
    db.get<{ version: number }>(sql`select version from orders where token = ${orderToken}`).version,
    offerOf(db, ADDED).token,
  ])
  const edit = `/account/orders/${orderToken}/edit`
  const move = `/v1/subscriptions/update_arrival_date/${orderToken}`
  const items = [{ bid_item_token: added, quantity: 1 }]
  const card = { stripeToken: 'pm_card_mastercard', same_as_shipping: true }
  const dearer = { arrival_date: FASTER, confirmed: 'true', amount_cents: SURCHARGE_CENTS }
  const requests: Record<Way | 'letBe', [method: string, path: string, fields: Record<string, unknown>]> = {
    cancel: ['POST', `/account/orders/${orderToken}/cancel`, {}],
    edit: ['POST', edit, { items, confirmed: true, version }],
    pay: ['POST', `${edit}/payment`, card],
    move: ['POST', move, { arrival_date: LATER, confirmed: 'true' }],
    dearer: ['POST', move, dearer],
    letBe: ['DELETE', `${edit}/payment`, {}],
  }
  return requests
}

function statusesOf(asked: Way[], replies: Reply[]): Changed['statuses'] {
  const of = (way: Way) => replies.filter((_, index) => asked[index] === way).map(({ status }) => status)
  return Object.fromEntries([...new Set(asked)].map((way) => [way, [...new Set(of(way))].sort()]))
}

export const readOutcome = (databasePath: string, token: string) =>
  readShop(databasePath, (db) => ({
    state: db.get<{ state: string }>(sql`select state from orders where token = ${token}`).state,
    changes: db
      .all<{ kind: string }>(sql`
        select kind from order_changes where order_id = (select id from orders where token = ${token}) order by version`)
      .map(({ kind }) => kind),
  }))

type Row = {
  id: number
  state: string
  total: number
  sold: number
  lines: number
  waiting: number
  mails: number
  waves: number
}

/**
 * The provider keeps each order's total, nothing is pending, it's in one wave at most, and a cancel sends one email.
 */
export function readBooks(
  databasePath: string,
  people: { orderToken: string }[],
  { paid }: Ledger,
): string[] {
  return readShop(databasePath, (db) => [
    ...integrityProblems(db),
    ...ledgerProblems(db),
    ...people.flatMap(({ orderToken }) => {
      const row = rowOf(db, orderToken)
      const isCanceled = row.state === 'canceled'
      const kept = paid
        .filter(({ metadata }) => metadata.order_token === orderToken)
        .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)
      const isRight =
        kept === (isCanceled ? 0 : row.total) &&
        row.sold === (isCanceled ? 0 : row.lines) &&
        row.mails === (isCanceled ? 1 : 0) &&
        row.waves === (row.state === 'in_wave' ? 1 : 0) &&
        row.waiting === 0
      return isRight ? [] : [`${JSON.stringify(row)}; the provider keeps ${kept}`]
    }),
  ])
}

const rowOf = (db: Db, orderToken: string): Row =>
  db.get<Row>(sql`
    select id, state, total_cents as total,
      (select sum(quantity) from order_lines where order_id = o.id) as lines,
      (select -coalesce(sum(delta), 0) from stock_movements where order_id = o.id) as sold,
      (select count(*) from outbox_messages where key = 'order_refunded:' || o.token) as mails,
      (select count(*) from packing_wave_orders where order_id = o.id) as waves,
      (select count(*) from extra_charges where order_id = o.id)
        + (select count(*) from holds where order_id = o.id)
        + (select count(*) from day_holds where order_id = o.id)
        + (select count(*) from payments where order_id = o.id and status = 'open') as waiting
    from orders o where token = ${orderToken}`)

/**
 * Kills the server while the provider charges for an edit: its response and webhook are lost, so only the next server's
 * reconciliation can find out.
 * @param isCharged whether the provider got to charge the card
 */
export async function killWhileCharging(scene: Processes, isCharged: boolean) {
  const databasePath = await scene.database(isCharged ? 'charged' : 'uncharged')
  const [person] = (await gatherBuyers(databasePath, 1)) as [Standing]
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const shop = await scene.server({ databasePath, payments, port })
  const [client, provider] = [createClient(shop.origin), createClient(payments.origin)]
  const buyer = createBuyer(client, person)
  await buyer.pay(provider)
  await untilAtRest(databasePath, payments)
  const send = requestsOf(databasePath, buyer)
  await buyer.call(...send.edit)
  await payments.webhooks({ drop: 1 })
  const path = '/v1/payment_intents/*/confirm'
  await payments.fault({ path, kind: 'timeout', when: isCharged ? 'after' : 'before' })
  const paying = buyer.call(...send.pay).catch(() => null)
  await untilCharging(databasePath, payments, isCharged)
  shop.kill('SIGKILL')
  await Promise.all([shop.exited, paying])
  await payments.clearTrouble()
  client.close()
  return {
    databasePath,
    port,
    payments,
    provider,
    person,
    before: readOutcome(databasePath, person.orderToken),
  }
}

async function untilCharging(databasePath: string, payments: StandInProcess, isCharged: boolean) {
  for (let turn = 0; turn < 200; turn++) {
    const { tried } = readShop(databasePath, (db) =>
      db.get<{ tried: number }>(
        sql`select count(*) as tried from payments where flow = 'extra' and tries > 0`,
      ),
    )
    const { charges } = await payments.ledger()
    if (tried === 1 && charges === (isCharged ? 2 : 1)) return void (await pause(100))
    await pause(50)
  }
  throw new Error('the card was never charged')
}
