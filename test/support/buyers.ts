import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { SEATTLE } from './buying.ts'

export type Reply = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
export type Client = ReturnType<typeof createClient>
export type Buyer = ReturnType<typeof createBuyer>

/** A browser's state, with which the same buyer can continue on another server or in a copy of the shop. */
export type Standing = { name: string; cookie: string; token: string; orderToken: string }

export type Asked = { method: string; path: string; headers?: Record<string, string>; body?: string }

const TIMEOUT_MS = 60_000

/** Sends over keep-alive connections, as browsers do. */
export function createClient(origin: string, maxSockets = 64) {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const { hostname, port, host } = new URL(origin)

  function send(asked: Asked): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { method, path, headers = {}, body } = asked
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const asking = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: TIMEOUT_MS },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      asking.once('timeout', () => asking.destroy(new Error('no answer')))
      // The server closed an idle connection just as we reused it: it never read this request.
      const isStale = (error: NodeJS.ErrnoException) => asking.reusedSocket && error.code === 'ECONNRESET'
      asking.once('error', (error) => (isStale(error) ? resolve(send(asked)) : reject(error)))
      asking.end(body)
    })
  }

  return { origin, host, port: Number(port), send, close: () => agent.destroy() }
}

/** A buyer with their own browser, for a shop that runs in another process. */
export function createBuyer(client: Client, { name, ...before }: Partial<Standing> & { name: string }) {
  let { cookie = '', token = '', orderToken = '' } = before

  async function visit(path: string): Promise<Reply> {
    const reply = await client.send({
      method: 'GET',
      path,
      headers: { accept: 'text/html', ...(cookie && { cookie }) },
    })
    const set = reply.headers['set-cookie']
    if (Array.isArray(set)) cookie = set.map((line) => line.split(';')[0]).join('; ')
    token = /name="csrf-token" content="([^"]+)"/.exec(reply.text)?.[1] ?? token
    return reply
  }

  const asked = (method: string, path: string, fields?: Record<string, unknown>): Asked => ({
    method,
    path,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrf-token': token,
      cookie,
    },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
  })

  const call = (method: string, path: string, fields?: Record<string, unknown>) =>
    client.send(asked(method, path, fields))
  const step = (path: string, fields: Record<string, unknown> = {}) =>
    call('POST', path, { order_token: orderToken, ...fields })

  return {
    name,
    standing: (): Standing => ({ name, cookie, token, orderToken }),
    visit,
    call,
    asked,
    step,
    get orderToken() {
      return orderToken
    },

    /** Fills the cart and the steps up to payment. */
    async fillBox(offer: string, quantity = 1) {
      await visit('/cart')
      expectOk(await call('POST', `/cart/items/${offer}`, { quantity }))
      orderToken =
        String((await visit('/checkout')).headers.location)
          .split('/')
          .at(-1) ?? ''
      expectOk(await step('/v1/stripe_update_email', { email: `${name}@example.com` }))
      expectOk(await step('/v1/stripe_update_address', { ...SEATTLE, delivery_name: name }))
    },
    /** PREPARE, the intent and the card, as the page does on Pay. @returns the response that stopped it, or null */
    async pay(provider: Client, card = 'pm_card_visa'): Promise<Reply | null> {
      const held = await step('/v1/stripe_validate_payment')
      if (held.status !== 200) return held
      const intent = await step('/v1/stripe_create_payment_intent')
      if (intent.status !== 200) return intent
      const { clientSecret } = JSON.parse(intent.text) as { clientSecret: string }
      const confirmed = await confirmCard(provider, clientSecret, card)
      return confirmed.status === 200 ? null : confirmed
    },
    validate: () => step('/v1/stripe_validate_payment'),
    createIntent: () => step('/v1/stripe_create_payment_intent'),
    async status(): Promise<string> {
      const reply = await call('GET', `/v1/order/${orderToken}/payment_status`)
      return reply.status === 200
        ? (JSON.parse(reply.text) as { payment_status: string }).payment_status
        : 'unreachable'
    },
    confirmation: () => visit(`/order/${orderToken}/confirmation`),
  }
}

/** Retries while the connection fails, as people do when nothing loads. Only for idempotent calls. */
export async function persistently(ask: () => Promise<Reply>, times = 5): Promise<Reply> {
  for (let left = times - 1; ; left--) {
    try {
      return await ask()
    } catch (error) {
      if (left === 0) throw error
      await pause(100)
    }
  }
}

export function expectOk(reply: Reply): Reply {
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text.slice(0, 500)}`)
  return reply
}

/** What the provider's script in the page does with a card: it talks to the provider directly. */
export function confirmCard(
  provider: Client,
  clientSecret: string,
  card = 'pm_card_visa',
  key = 'pk_test_of_the_process_tests',
): Promise<Reply> {
  const id = clientSecret.split('_secret_')[0]
  return provider.send({
    method: 'POST',
    path: `/browser/payment_intents/${id}/confirm`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_secret: clientSecret, key, card }),
  })
}

/** Runs `work` for every element, at most `atOnce` at a time. */
export async function forEachOf<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T, index: number) => Promise<void>,
) {
  let next = 0
  const hands = Array.from({ length: Math.min(atOnce, all.length) }, async () => {
    while (next < all.length) {
      const index = next++
      await work(all[index] as T, index)
    }
  })
  await Promise.all(hands)
}
