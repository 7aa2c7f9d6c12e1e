import { sql } from 'drizzle-orm'
import { closeDatabase, type Db, integrityProblems, openDatabase } from '#db/client.ts'
import { shopClock } from '#src/clock.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { type Client, createBuyer, createClient, forEachOf, type Reply } from '../../support/buyers.ts'
import { CENTER } from '../../support/clerks.ts'
import { errorsOf, type Processes, stopAll } from '../../support/processes.ts'
import { readyBuyer } from '../../support/ready-buyer.ts'
import { offerOf, readShop, untilAtRest } from '../../support/shop-data.ts'
import { signInAsClerk } from './exports.ts'

export type StockRaces = { cancels: number; sales: number; adjustments: number }
export type StockOutcome = {
  sold: number
  removed: number
  canceled: number
  unitsLeft: number
  expectedLeft: number
  leastAvailable: number
  problems: string[]
}

/** Races cancels, sales and a clerk's adjustments of one offer with fifty units, on two servers at once. */
export async function raceForStock(scene: Processes, { cancels, sales, adjustments }: StockRaces) {
  const databasePath = await scene.database('stock')
  const db = openDatabase(databasePath)
  const offer = offerOf(db, 'demo-fifty')
  const people = []
  for (let index = 0; index < cancels + sales; index++)
    people.push(await readyBuyer(db, offer, `racer${index}`))
  const available = () => freeUnits(db, offer.id)
  const units = available()
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const shops = [
    await scene.server({ databasePath, payments, port }),
    await scene.server({ databasePath, payments }),
  ]
  const clients = shops.map((shop) => createClient(shop.origin, people.length))
  const provider = createClient(payments.origin)
  const buyers = people.map((person, index) => createBuyer(clients[index % 2] as Client, person))
  const [cancelers, payers] = [buyers.slice(0, cancels), buyers.slice(cancels)]
  await forEachOf(cancelers, 8, async (buyer) => void (await buyer.pay(provider)))
  await untilAtRest(databasePath, payments)
  const clerk = await signInAsClerk(shops[1]!)

  let leastAvailable = available()
  const watching = setInterval(() => {
    leastAvailable = Math.min(leastAvailable, available())
  }, 5)
  const adjust = { change: -1, reason: 'Race' }
  const adjusted = Array.from({ length: adjustments }, () =>
    clerk.call('POST', `${CENTER}/inventory/${offer.token}/adjust`, adjust),
  )
  const [removed, canceled, unpaid] = await Promise.all([
    Promise.all(adjusted).then((answers) => answers.map(({ status }) => status)),
    Promise.all(
      cancelers.map((buyer) => buyer.call('POST', `/account/orders/${buyer.orderToken}/cancel`, {})),
    ),
    Promise.all(payers.map((buyer) => buyer.pay(provider))),
  ])
  await untilAtRest(databasePath, payments)
  clearInterval(watching)
  for (const client of [...clients, provider]) client.close()
  await stopAll(...shops, payments)
  const counts = {
    sold: unpaid.filter((refusal) => refusal === null).length,
    removed: removed.filter((status) => status === 200).length,
    canceled: canceled.filter(({ status }) => status === 200).length,
  }
  const outcome: StockOutcome = {
    ...counts,
    unitsLeft: available(),
    expectedLeft: units - cancels + counts.canceled - counts.sold - counts.removed,
    leastAvailable,
    problems: [
      ...removed
        .filter((status) => status !== 200 && status !== 422)
        .map((status) => `an adjustment: ${status}`),
      ...unpaid.filter(isOdd).map((reply) => `a sale: ${reply?.status} ${reply?.text.slice(0, 100)}`),
      ...shops.flatMap(errorsOf),
      ...readShop(databasePath, (open) => [...integrityProblems(open), ...ledgerProblems(open)]),
    ],
  }
  closeDatabase(db)
  return outcome
}

const isOdd = (reply: Reply | null) => reply !== null && reply.status !== 409

/** Computed here, since the shop's own figure never goes below zero. */
const freeUnits = (db: Db, offerId: number): number =>
  db.get<{ units: number }>(sql`
    select on_hand - coalesce((select sum(quantity) from holds
      where offer_id = ${offerId} and fc_id = 1 and expires_at > ${shopClock(db).now()}), 0) as units
    from stock where offer_id = ${offerId} and fc_id = 1`)?.units ?? 0
