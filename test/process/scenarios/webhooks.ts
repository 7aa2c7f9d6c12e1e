import { setTimeout as pause } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import Stripe from 'stripe'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { webhookEvents } from '#db/schema/index.ts'
import {
  type Buyer,
  type Client,
  confirmCard,
  createBuyer,
  createClient,
  expectOk,
  forEachOf,
  type Reply,
} from '../../support/buyers.ts'
import {
  errorsOf,
  KEYS,
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
  untilAtRest,
} from '../../support/shop-data.ts'

const TYPES = ['created', 'processing', 'payment_failed', 'succeeded'] as const
/** The provider is always asked about these; not about `created`, nor about `succeeded` once a poll has settled it. */
const ALWAYS_NEWS = ['payment_intent.processing', 'payment_intent.payment_failed']
const AT_ONCE = 20

export type Post = { copies: number; orders: readonly (readonly string[])[] }

export type PostOutcome = { paid: number; events: number; charges: number; odd: string[]; problems: string[] }

/** Every order in which the four kinds of events can arrive. */
export const everyOrder = permutations([...TYPES])

/**
 * For each event order, one shop order is declined, then processing, then paid at the provider. Each of its events then
 * arrives `copies` times, twenty at once, while the shopper polls and comes back through the return page.
 */
export async function deliverOverAndOver(scene: Processes, { copies, orders }: Post): Promise<PostOutcome> {
  const databasePath = await scene.database('post')
  const db = openDatabase(databasePath)
  const [offer, afterId] = [offerOf(db, 'demo-fifty'), lastOrderId(db)]
  const people = await inTurn(orders, (_, index) => readyBuyer(db, offer, `addressee${index}`))
  closeDatabase(db)

  const payments = await scene.standIn({ env: { STAND_IN_PROCESSING_MS: '1' } }) // sends no webhooks: we do
  const shop = await scene.server({ databasePath, payments })
  const client = createClient(shop.origin, 100)
  const provider = createClient(payments.origin)
  const odd: string[] = []
  await forEachOf(orders, 3, async (types, index) => {
    const person = people[index]
    if (!person) throw new Error('nobody to pay')
    const buyer = createBuyer(client, person)
    const intent = await payAtProvider(buyer, provider)
    await settleThere(payments, intent)
    const [first = '', ...others] = types
    // Every other shopper polls only after the first event: then the webhook alone completes the order.
    const early = index % 2 === 0 ? lookOnAndOn(buyer, intent, odd) : null
    await deliver(client, eventOf(intent, first), copies, odd)
    const looking = early ?? lookOnAndOn(buyer, intent, odd)
    for (const type of others) await deliver(client, eventOf(intent, type), copies, odd)
    await looking.end()
  })
  await untilAtRest(databasePath, payments)
  const ledger = await payments.ledger()
  client.close()
  provider.close()
  await stopAll(shop, payments)
  return readShop(databasePath, (after) => ({
    paid: ordersSince(after, afterId).filter((order) => order.state === 'paid').length,
    events: after.select().from(webhookEvents).where(inArray(webhookEvents.type, ALWAYS_NEWS)).all().length,
    charges: ledger.charges,
    odd: [...odd, ...errorsOf(shop)],
    problems: bookProblems(after, ledger, afterId),
  }))
}

/** Confirms with a declined card, then with one whose payment takes a moment. @returns the intent */
async function payAtProvider(buyer: Buyer, provider: Client): Promise<string> {
  expectOk(await buyer.validate())
  const { clientSecret, paymentIntentId } = JSON.parse(expectOk(await buyer.createIntent()).text) as Record<
    string,
    string
  >
  const refused = await confirmCard(provider, clientSecret ?? '', 'pm_card_chargeDeclined')
  if (refused.status !== 402) throw new Error(`the card was to be declined: ${refused.status}`)
  expectOk(await confirmCard(provider, clientSecret ?? '', 'pm_card_processing'))
  return paymentIntentId ?? ''
}

async function settleThere(payments: StandInProcess, intent: string) {
  const stripe = providerClient(payments)
  await until(
    'the provider has the money',
    async () => (await stripe.paymentIntents.retrieve(intent)).status === 'succeeded',
  )
}

type Event = { body: string; signature: string }

function eventOf(intent: string, type: string): Event {
  const body = JSON.stringify({
    id: `evt_${type}_${intent}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: intent, object: 'payment_intent' } },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: `payment_intent.${type}`,
  })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: KEYS.STRIPE_WEBHOOK_SECRET,
  })
  return { body, signature }
}

async function deliver(client: Client, { body, signature }: Event, copies: number, odd: string[]) {
  await forEachOf(Array.from({ length: copies }), AT_ONCE, async () => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const reply = await client.send({ method: 'POST', path: '/webhooks/stripe', headers, body })
    if (reply.status !== 200) odd.push(`webhook: ${reply.status} ${reply.text.slice(0, 200)}`)
  })
}

/** The waiting page's polls and the return page, in a loop. */
function lookOnAndOn(buyer: Buyer, intent: string, odd: string[]) {
  let ended = false
  const look = (async () => {
    while (!ended) {
      const [status, page] = await Promise.all([
        buyer.status(),
        buyer.visit(`/order/${buyer.orderToken}/payment-status?payment_intent=${intent}`),
      ])
      if (status !== 'pending' && status !== 'succeeded') odd.push(`status: ${status}`)
      if (!isWaitingOrDone(page)) odd.push(`return page: ${page.status} ${page.headers.location}`)
      await pause(20)
    }
  })()
  return {
    async end() {
      ended = true
      await look
      expectOk(await buyer.confirmation())
    },
  }
}

const isWaitingOrDone = ({ status, headers }: Reply) =>
  status === 200 || (status === 302 && String(headers.location).endsWith('/confirmation'))

async function inTurn<T, R>(all: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const [index, one] of all.entries()) done.push(await work(one, index))
  return done
}

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items]
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  )
}
