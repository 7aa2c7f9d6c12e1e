import { setTimeout as pause } from 'node:timers/promises'
import type { Open, Shelves } from './shop.ts'
import { type Answered, AS_BROWSERS_ASK, openWire, request, textOf } from './wire.ts'

const HTML = 'Accept: text/html'
const STREAM = 'Accept: text/vnd.turbo-stream.html'
const JSON_BOTH_WAYS = ['Accept: application/json', 'Content-Type: application/json']
const PAID_WITHIN_MS = 30_000
const MOST_BETWEEN_LOOKS_MS = 1_000

const ADDRESS = {
  delivery_name: 'Ana Whitcomb',
  delivery_street_address_1: '1912 Pike Pl',
  delivery_street_address_2: '',
  delivery_city: 'Seattle',
  delivery_state: 'WA',
  delivery_postal_code: '98101',
  mobile_phone_number: '(206) 555-0142',
}

export type Shopper = Awaited<ReturnType<typeof comeIn>>

/** Hears how long each response took. */
export type Tell = (ms: number) => void
const NOBODY_ASKS: Tell = () => undefined

/** A browser with its own connection. Every response must be 2xx or 3xx; anything else fails the run. */
export async function comeIn(shop: Open, { tokens, slugs }: Shelves, seed: number, tell = NOBODY_ASKS) {
  const wire = await openWire(shop.port)
  let cookie = ''
  let token = ''

  async function ask(what: Buffer, name: string): Promise<Answered> {
    const asked = performance.now()
    const answer = await wire.ask(what)
    tell(performance.now() - asked)
    if (answer.status >= 200 && answer.status < 400) return answer
    throw new Error(`${name}: ${answer.status} ${textOf(answer).slice(0, 300)}`)
  }

  async function visit(path: string): Promise<Answered> {
    const answer = await ask(pageBytes(path), `GET ${path}`)
    cookie = /\r\nset-cookie: ((?:__Host-)?session=[^;]+)/i.exec(answer.head)?.[1] ?? cookie
    token = /name="csrf-token" content="([^"]+)"/.exec(textOf(answer))?.[1] ?? token
    return answer
  }

  const pageBytes = (path: string, accepted = AS_BROWSERS_ASK) =>
    request('GET', path, [HTML, accepted, ...(cookie ? [`Cookie: ${cookie}`] : [])])
  const streamBytes = (path: string) => request('GET', path, [STREAM, AS_BROWSERS_ASK, `Cookie: ${cookie}`])
  const script = () => [...JSON_BOTH_WAYS, AS_BROWSERS_ASK, `Cookie: ${cookie}`, `X-CSRF-Token: ${token}`]
  const callBytes = (path: string, fields: object) => request('POST', path, script(), JSON.stringify(fields))
  const call = (path: string, fields: object) => ask(callBytes(path, fields), `POST ${path}`)
  const adding = (turn: number) => ({
    path: `/cart/items/${pick(tokens, seed + turn)}`,
    fields: { quantity: 1 },
  })
  const emailed = (order_token: string, nth = 0) => ({ order_token, email: `ana${seed}.${nth}@example.com` })

  /** The path of the cart's checkout. */
  async function checkoutPath(): Promise<string> {
    const toCheckout = await visit('/checkout')
    return /\r\nlocation: (\S+)/i.exec(toCheckout.head)?.[1] ?? ''
  }

  /** Takes the steps and pays at the provider, until the shop reports the order as paid. */
  async function pay() {
    const path = await checkoutPath()
    const order_token = path.split('/').at(-1) ?? ''
    await visit(path)
    await call('/v1/stripe_update_email', emailed(order_token))
    await call('/v1/stripe_update_address', { order_token, ...ADDRESS })
    const intent = await call('/v1/stripe_create_payment_intent', { order_token })
    await call('/v1/stripe_validate_payment', { order_token, terms_of_service: true })
    await confirm(shop, (JSON.parse(textOf(intent)) as { clientSecret: string }).clientSecret)
    await untilPaid(order_token)
  }

  async function untilPaid(orderToken: string) {
    const until = performance.now() + PAID_WITHIN_MS
    const asking = request('GET', `/v1/order/${orderToken}/payment_status`, script())
    // With backoff, so that a slow shop isn't overwhelmed by polls.
    for (let ms = 20; performance.now() < until; ms *= 2) {
      if (textOf(await ask(asking, 'payment status')).includes('"succeeded"')) return
      await pause(Math.min(ms, MOST_BETWEEN_LOOKS_MS))
    }
    throw new Error(`order ${orderToken} was not paid in time`)
  }

  return {
    seed,
    visit,
    pay,
    checkoutPath,
    add: (turn: number) => call(adding(turn).path, adding(turn).fields),
    deliverTo: (postal_code: string) => call('/v1/update_postal_code', { postal_code }),
    look: () => visit(productPath(slugs, seed)),
    cookie: () => cookie,
    ask: (bytes: Buffer) => wire.ask(bytes),
    leave: () => wire.close(),
    /** The raw requests of a page, a stream, an add and a checkout step, for `load`. */
    pageBytes,
    streamBytes,
    /**
     * Adds to the cart and, on the next turn, removes it: otherwise the cart would be full before anything is measured.
     */
    addBytes: (turn: number) => {
      const { path, fields } = adding(turn >> 1)
      return turn % 2 === 0 ? callBytes(path, fields) : request('DELETE', path, script())
    },
    /** The checkout's email and address, alternating. */
    stepBytes: (order_token: string, turn: number) =>
      turn % 2 === 0
        ? callBytes('/v1/stripe_update_email', emailed(order_token, turn))
        : callBytes('/v1/stripe_update_address', { order_token, ...ADDRESS }),
  }
}

/** What the provider's script in the page does with a card. */
async function confirm(shop: Open, clientSecret: string) {
  const id = clientSecret.split('_secret_')[0]
  const answer = await fetch(`http://127.0.0.1:${shop.standInPort}/browser/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${shop.port}` },
    body: JSON.stringify({ client_secret: clientSecret, key: 'pk_test_bench', card: 'pm_card_visa' }),
  })
  if (!answer.ok)
    throw new Error(`the provider did not take the card: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Spread over the whole list, the same in every run. */
const pick = (list: string[], turn: number): string => list[(turn * 7919) % list.length] ?? ''

export const productPath = (slugs: string[], turn: number): string => `/products/${pick(slugs, turn)}`
