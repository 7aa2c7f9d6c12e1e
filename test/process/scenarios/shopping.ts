import { setTimeout as pause } from 'node:timers/promises'
import type { Offer } from '#db/schema/index.ts'
import { DEFAULT_ORDER_TERMS } from '#src/shop-settings/terms.ts'
import { type Client, createBuyer, createClient, type Reply } from '../../support/buyers.ts'
import type { Server, StandInProcess } from '../../support/processes.ts'

/** One order: whether its payment was confirmed, and whether the shop ever reported it as paid. */
export type Told = { orderToken: string; confirmed: 'yes' | 'no' | 'unknown'; told: 'paid' | 'not' }

const SHOPPERS = 8

/** Eight shoppers place one order after another until `end`, tolerating a server that dies and restarts. */
export function startShopping(
  shop: Pick<Server, 'origin'>,
  payments: StandInProcess,
  offers: Offer[],
  requestsPerSecond: number,
) {
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
    /** All orders so far. */
    history: history as readonly Readonly<Told>[],
    async requestsFromNow(count: number) {
      const until = asked + count
      while (asked < until) await pause(2)
    },
    /** Lets every shopper finish their order. */
    async end(): Promise<Told[]> {
      ended = true
      await Promise.all(shoppers)
      client.close()
      provider.close()
      return history
    },
  }
}

/** One visit. Lost responses are retried, as people do; a refusal ends the visit. */
async function shopOnce(client: Client, provider: Client, offer: Offer, name: string, word: Told) {
  const buyer = createBuyer(client, { name })
  try {
    await buyer.fillBox(
      offer.token,
      Math.max(offer.minQuantity, Math.ceil(DEFAULT_ORDER_TERMS.minimumCents / offer.priceCents)),
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
    // The server died during this request more often than anyone would retry: its outcome is unknown.
    if (word.confirmed === 'no') word.confirmed = 'unknown'
  }
}

/** A rate-limited client; requests whose response is lost are retried while the shop restarts. */
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
