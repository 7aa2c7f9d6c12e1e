import { closeDatabase, openDatabase } from '#db/client.ts'
import {
  type Buyer,
  type Client,
  confirmCard,
  createBuyer,
  createClient,
  expectOk,
  forEachOf,
  persistently,
  type Reply,
  type Standing,
} from '../../support/buyers.ts'
import { errorsOf, type Processes, stopAll } from '../../support/processes.ts'
import { readyBuyer } from '../../support/ready-buyer.ts'
import {
  bookProblems,
  lastOrderId,
  offerOf,
  onHand,
  ordersSince,
  readShop,
  untilAtRest,
} from '../../support/shop-data.ts'
import { sendSimultaneously } from '../../support/simultaneous-requests.ts'

const VARIETY = 'demo-fifty'
/** How many requests the last-byte form holds back at a time. */
const HELD_BACK = 400

/** Many buyers with a session, one unit of the same item in the cart, and an address; the shop is closed again. */
export type Crowd = { databasePath: string; people: Standing[]; afterId: number; offerId: number }

export type Rush = {
  /** Everyone's "Pay" at once, or each group's last bytes at once. */
  form: 'burst' | 'last-byte'
  servers: 1 | 2
  /** Per server. */
  processes?: 1 | 2
}

export type RushOutcome = {
  held: number
  refused: number
  /** Any other response. */
  odd: string[]
  paid: number
  charges: number
  unitsLeft: number
  problems: string[]
}

/** Prepared through the domain functions instead of pages: only the race is under test. */
export async function gatherCrowd(scene: Processes, size: number): Promise<Crowd> {
  const databasePath = await scene.database('crowd')
  const db = openDatabase(databasePath)
  const offer = offerOf(db, VARIETY)
  const crowd = { databasePath, people: [] as Standing[], afterId: lastOrderId(db), offerId: offer.id }
  for (let index = 0; index < size; index++) crowd.people.push(await readyBuyer(db, offer, `buyer${index}`))
  closeDatabase(db)
  return crowd
}

/** Everyone presses Pay; those whose hold succeeded pay. */
export async function rush(
  scene: Processes,
  crowd: Crowd,
  { form, servers, processes = 1 }: Rush,
): Promise<RushOutcome> {
  const databasePath = await scene.database(`rush-${form}-${servers}-${Date.now()}`, crowd.databasePath)
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const shops = [await scene.server({ databasePath, payments, port, processes })]
  if (servers === 2) shops.push(await scene.server({ databasePath, payments, processes }))
  const clients = shops.map((shop) => createClient(shop.origin, crowd.people.length))
  const provider = createClient(payments.origin)
  const buyers = crowd.people.map((person, index) =>
    createBuyer(clients[index % clients.length] as Client, person),
  )

  const replies =
    form === 'burst'
      ? await Promise.all(buyers.map((buyer) => persistently(buyer.validate)))
      : await lastBytes(clients, buyers)
  const holders = buyers.filter((_, index) => replies[index]?.status === 200)
  await forEachOf(holders, 8, (buyer) => pay(buyer, provider))
  await untilAtRest(databasePath, payments)
  const ledger = await payments.ledger()
  for (const client of [...clients, provider]) client.close()
  await stopAll(...shops, payments)

  return {
    held: holders.length,
    refused: replies.filter(isSoldOut).length,
    odd: [
      ...replies.filter((reply) => reply.status !== 200 && !isSoldOut(reply)).map(told),
      ...shops.flatMap(errorsOf),
    ],
    charges: ledger.charges,
    ...readShop(databasePath, (db) => ({
      paid: ordersSince(db, crowd.afterId).filter((order) => order.state === 'paid').length,
      unitsLeft: onHand(db, crowd.offerId),
      problems: bookProblems(db, ledger, crowd.afterId),
    })),
  }
}

/** Sends half of each group to each shop, with all last bytes at once. */
async function lastBytes(clients: Client[], buyers: Buyer[]): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let start = 0; start < buyers.length; start += HELD_BACK) {
    const group = buyers.slice(start, start + HELD_BACK)
    const requests = group.map((buyer, index) => ({
      client: clients[(start + index) % clients.length] as Client,
      ...buyer.asked('POST', '/v1/stripe_validate_payment', { order_token: buyer.orderToken }),
    }))
    replies.push(...(await sendSimultaneously(requests)))
  }
  return replies
}

async function pay(buyer: Buyer, provider: Client) {
  const intent = JSON.parse(expectOk(await buyer.createIntent()).text) as { clientSecret: string }
  expectOk(await confirmCard(provider, intent.clientSecret))
}

const isSoldOut = ({ status, text }: Reply) =>
  status === 409 && (JSON.parse(text) as { code?: string }).code === 'sold_out'
const told = ({ status, text }: Reply) => `${status} ${text.slice(0, 200)}`
