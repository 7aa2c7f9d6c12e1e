import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { integrityProblems } from '#db/client.ts'
import type { Offer } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'
import {
  bookProblems,
  lastOrderId,
  offerOf,
  ordersSince,
  readShop,
  stockUp,
  untilAtRest,
} from '../../support/books.ts'
import { type Client, createBuyer, createClient, type Reply } from '../../support/buyers.ts'
import { type Scene, type Server, type StandInProcess, stopAll } from '../../support/processes.ts'

/** Plenty of the one; of the other there are fifty, which sell out on the way. */
const PLENTY = 'grass-fed-ribeye'
const SCARCE = 'demo-fifty'

export type Slaughter = { kills: number; requestsPerSecond: number; seed: number }

/** One shopper's word on one order: what was asked for, and whether "paid" was ever told. */
type Told = { orderToken: string; confirmed: 'yes' | 'no' | 'unknown'; told: 'paid' | 'not' }

export type SlaughterOutcome = { toldPaid: number; lost: string[]; problems: string[]; kills: number }

/** Shopping goes on while the server dies at odd moments and comes back on the same files; the provider lives on. */
export async function killUnderLoad(
  scene: Scene,
  { kills, requestsPerSecond, seed }: Slaughter,
): Promise<SlaughterOutcome> {
  const databasePath = await scene.database('slaughter')
  await stockUp(databasePath, PLENTY, 20_000)
  const [plenty, scarce, afterId] = readShop(databasePath, (db) => [
    offerOf(db, PLENTY),
    offerOf(db, SCARCE),
    lastOrderId(db),
  ])
  const port = await scene.freePort()
  const payments = await scene.standIn({ webhookPort: port })
  const restart = () => scene.server({ databasePath, payments, port })
  let shop = await restart()

  const load = startLoad(shop, payments, [plenty, plenty, scarce], requestsPerSecond)
  const random = seeded(seed)
  const damage: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    await load.requestsFromNow(3 + Math.floor(random() * 1.5 * requestsPerSecond))
    await pause(random() * 20)
    shop.kill('SIGKILL')
    await shop.exited
    damage.push(...damageOf(databasePath))
    shop = await restart()
  }
  const history = await load.end()
  await untilAtRest(databasePath, payments)
  const ledger = await payments.ledger()
  await stopAll(shop, payments)

  const toldPaid = history.filter((word) => word.told === 'paid')
  return readShop(databasePath, (db) => {
    const paid = new Set(
      ordersSince(db, afterId)
        .filter((order) => order.placedAt !== null)
        .map((order) => order.token),
    )
    return {
      kills,
      toldPaid: toldPaid.length,
      lost: toldPaid.filter((word) => !paid.has(word.orderToken)).map((word) => word.orderToken),
      problems: [...damage, ...bookProblems(db, ledger, afterId)],
    }
  })
}

/** Of the files as the death left them: looked at in a copy, so that the next server mends them by itself. */
function damageOf(databasePath: string): string[] {
  const copy = `${databasePath}.left`
  for (const end of ['', '-wal'])
    if (existsSync(databasePath + end)) copyFileSync(databasePath + end, copy + end)
  try {
    return readShop(copy, (db) => [...integrityProblems(db), ...ledgerProblems(db)])
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  }
}

const SHOPPERS = 8

function startLoad(shop: Server, payments: StandInProcess, offers: Offer[], requestsPerSecond: number) {
  const provider = createClient(payments.origin)
  const history: Told[] = []
  let ended = false
  let asked = 0
  const client = paced(createClient(shop.origin), requestsPerSecond, () => {
    asked += 1
  })
  const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
    for (let round = 0; !ended; round++) {
      const offer = offers[(shopper + round) % offers.length] as Offer
      const word: Told = { orderToken: '', confirmed: 'no', told: 'not' }
      history.push(word)
      await shopOnce(client, provider, offer, `shopper${shopper}-${round}`, word)
    }
  })
  return {
    async requestsFromNow(count: number) {
      const until = asked + count
      while (asked < until) await pause(2)
    },
    /** Lets everybody come to an end of what they are doing. */
    async end(): Promise<Told[]> {
      ended = true
      await Promise.all(shoppers)
      client.close()
      provider.close()
      return history
    },
  }
}

/** One visit. Where an answer is lost the same is asked again, as people do; where the shop says no, the visit ends. */
async function shopOnce(client: Client, provider: Client, offer: Offer, name: string, word: Told) {
  const buyer = createBuyer(client, { name })
  try {
    await buyer.fillBox(
      offer.token,
      Math.max(offer.minQuantity, Math.ceil(ORDER_MINIMUM_CENTS / offer.priceCents)),
    )
    word.orderToken = buyer.orderToken
    const refusal = await buyer.pay(provider)
    word.confirmed = refusal ? 'no' : 'yes'
    if (refusal) return
    for (let looks = 0; looks < 40 && word.told === 'not'; looks++) {
      const page = await buyer.confirmation()
      if (page.status === 200) word.told = 'paid'
      else if ((await buyer.status()) === 'succeeded') word.told = 'paid'
      else await pause(50)
    }
  } catch {
    // The server died under this request more often than anybody would try: what became of it is unknown.
    if (word.confirmed === 'no') word.confirmed = 'unknown'
  }
}

/** The client, no faster than the pace; a request whose answer is lost is asked again while the shop comes back. */
function paced(client: Client, perSecond: number, onAsk: () => void): Client {
  let nextAt = 0
  const turn = async () => {
    const now = performance.now()
    nextAt = Math.max(now, nextAt + 1000 / perSecond)
    await pause(nextAt - now)
    onAsk()
  }
  const send = async (asked: Parameters<Client['send']>[0]): Promise<Reply> => {
    for (let triesLeft = 60; ; triesLeft--) {
      await turn()
      try {
        return await client.send(asked)
      } catch (error) {
        if (triesLeft === 0) throw error
        await pause(50)
      }
    }
  }
  return { ...client, send }
}

/** Mulberry32. */
function seeded(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
