import { closeDatabase, openDatabase } from '#db/client.ts'
import {
  type Buyer,
  type Client,
  createBuyer,
  createClient,
  forEachOf,
  persistently,
  type Standing,
} from '../../support/buyers.ts'
import {
  errorsOf,
  type Processes,
  providerClient,
  type StandInProcess,
  stopAll,
  until,
} from '../../support/processes.ts'
import { readyBuyer } from '../../support/ready-buyer.ts'
import {
  bookProblems,
  lastOrderId,
  offerOf,
  ordersSince,
  readShop,
  stockUp,
  untilAtRest,
} from '../../support/shop-data.ts'

const VARIETY = 'demo-fifty'

export type Storm = { orders: number; submits: number }

export type StormOutcome = { paid: number; charges: number; odd: string[]; problems: string[] }

/** Submits every order many times at once, to a provider that fails a tenth of its calls. */
export async function submitStorm(scene: Processes, { orders, submits }: Storm): Promise<StormOutcome> {
  const databasePath = await scene.database('storm')
  await stockUp(databasePath, VARIETY, orders)
  const { people, afterId } = await gather(databasePath, orders)
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  // Two servers, so that it isn't one process's sequential handling that makes it one charge.
  const shops = await Promise.all([
    scene.server({ databasePath, payments, port }),
    scene.server({ databasePath, payments }),
  ])
  const clients = shops.map((shop) => createClient(shop.origin, 200))
  const provider = createClient(payments.origin)
  await everyTenthCallFails(payments)

  const odd: string[] = []
  await forEachOf(people, 20, (person) =>
    submitAtOnce(
      clients.map((client) => createBuyer(client, person)),
      provider,
      submits,
      odd,
    ),
  )
  await payments.clearTrouble()
  await untilAtRest(databasePath, payments)
  const ledger = await payments.ledger()
  const doubled = await ordersWithTwoIntents(payments)
  for (const client of [...clients, provider]) client.close()
  await stopAll(...shops, payments)

  return readShop(databasePath, (db) => ({
    paid: ordersSince(db, afterId).filter((order) => order.state === 'paid').length,
    charges: ledger.charges,
    odd: [...odd, ...shops.flatMap(errorsOf)],
    problems: [...doubled, ...bookProblems(db, ledger, afterId)],
  }))
}

/** Cut before or after the work, broken, or slower than our timeout: together 10% of the calls. */
async function everyTenthCallFails(payments: StandInProcess) {
  const path = '/v1/**'
  await payments.fault({ path, kind: 'error', when: 'before', probability: 0.02 })
  await payments.fault({ path, kind: 'error', when: 'after', probability: 0.02 })
  await payments.fault({ path, kind: 'reset', when: 'before', probability: 0.02 })
  await payments.fault({ path, kind: 'reset', when: 'after', probability: 0.02 })
  await payments.fault({ path, kind: 'not_json', when: 'after', probability: 0.015 })
  await payments.fault({ path, kind: 'timeout', when: 'after', probability: 0.005, delayMs: 5_000 })
}

/** Submits all at once; if failures stopped every one, the shopper presses Pay again, as the page asks. */
async function submitAtOnce(windows: Buyer[], provider: Client, submits: number, odd: string[]) {
  const [buyer] = windows
  if (!buyer) throw new Error('nobody to press')
  const press = async (window: Buyer) => {
    const refusal = await persistently(
      async () => (await window.pay(provider)) ?? { status: 200, headers: {}, text: '' },
    )
    if (!isExpected(refusal.status)) odd.push(`${refusal.status} ${refusal.text.slice(0, 200)}`)
  }
  await Promise.all(
    Array.from({ length: submits }, (_, index) => press(windows[index % windows.length] ?? buyer)),
  )
  await until(`order ${buyer.orderToken} is paid`, async () => {
    if ((await buyer.status()) === 'succeeded') return true
    await press(buyer)
    return false
  })
}

/** An order has one intent, no matter how many responses about it were lost. */
async function ordersWithTwoIntents(payments: StandInProcess): Promise<string[]> {
  const stripe = providerClient(payments)
  const seen = new Map<string, number>()
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    const token = intent.metadata.order_token ?? ''
    seen.set(token, (seen.get(token) ?? 0) + 1)
  }
  return [...seen]
    .filter(([, count]) => count > 1)
    .map(([token, count]) => `order ${token} has ${count} intents`)
}

/** Succeeded, already placed, or asked to retry; 400 is the provider's response to confirming a confirmed intent. */
const isExpected = (status: number) => [200, 400, 409, 422].includes(status)

async function gather(databasePath: string, size: number): Promise<{ people: Standing[]; afterId: number }> {
  const db = openDatabase(databasePath)
  const offer = offerOf(db, VARIETY)
  const afterId = lastOrderId(db)
  const people: Standing[] = []
  for (let index = 0; index < size; index++) people.push(await readyBuyer(db, offer, `clicker${index}`))
  closeDatabase(db)
  return { people, afterId }
}
