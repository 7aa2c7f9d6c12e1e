import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { webhookHeaders } from '#src/providers/payments/stand-in/deliveries.ts'
import { orderOf, prepareToPay, readyToPay } from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { type Draw, random } from '../../support/random.ts'
import { world } from '../../support/world.ts'

const WEBHOOK = '/webhooks/stripe'

/** A shop with an order in payment, and the event that would complete it. */
async function scene(wishes: Parameters<typeof world>[0] = {}) {
  const made = await world(wishes)
  const ana = await made.shopper()
  const token = await readyToPay(ana, made.db)
  const { clientSecret, paymentIntentId, amount_cents } = await prepareToPay(ana, token)
  const event = {
    id: 'evt_forged_0001',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    type: 'payment_intent.succeeded',
    data: {
      object: {
        id: paymentIntentId,
        object: 'payment_intent',
        amount: amount_cents,
        amount_received: amount_cents,
        currency: 'usd',
        status: 'succeeded',
        livemode: false,
        metadata: { order_token: token },
      },
    },
  }
  const send = (body: string, headers: Record<string, string>) =>
    made.app.request(WEBHOOK, { method: 'POST', body, headers })
  const secret = made.config.payments.webhookSecret
  return {
    ...made,
    ana,
    token,
    clientSecret,
    paymentIntentId,
    event,
    send,
    secret,
    body: JSON.stringify(event),
  }
}

type Scene = Awaited<ReturnType<typeof scene>>
type Forgery = { body: string; headers: Record<string, string> }

const now = () => Math.floor(Date.now() / 1000)
const mac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex')
const under = (header: string) => ({ 'content-type': 'application/json', 'stripe-signature': header })

function swapped(text: string, draw: Draw): string {
  const at = draw.below(text.length - 1)
  const changed = text[at] === '0' ? '1' : '0'
  return text.slice(0, at) + changed + text.slice(at + 1)
}

/** The ways to forge an event; each draws its own details. */
const FORGERIES: Record<string, (scene: Scene, draw: Draw) => Forgery> = {
  'no signature': ({ body }) => ({ body, headers: { 'content-type': 'application/json' } }),
  'an empty signature': ({ body }) => ({ body, headers: under('') }),
  'another secret': ({ body }, draw) => ({
    body,
    headers: webhookHeaders(body, `whsec_${draw.below(1e9)}_of_somebody_else`, now()),
  }),
  'an empty secret': ({ body }) => ({ body, headers: webhookHeaders(body, '', now()) }),
  'the publishable key as secret': ({ body, config }) => ({
    body,
    headers: webhookHeaders(body, config.payments.publishableKey, now()),
  }),
  'the right secret but a blank': ({ body, secret }) => ({
    body,
    headers: webhookHeaders(body, ` ${secret}`, now()),
  }),
  'a body changed after it was signed': ({ body, secret }, draw) => ({
    body: swapped(body, draw),
    headers: webhookHeaders(body, secret, now()),
  }),
  'a body with a blank more': ({ body, secret }) => ({
    body: `${body} `,
    headers: webhookHeaders(body, secret, now()),
  }),
  'a body cut short': ({ body, secret }, draw) => ({
    body: body.slice(0, draw.below(body.length - 1)),
    headers: webhookHeaders(body, secret, now()),
  }),
  'the signature of another event': ({ body, secret }) => ({
    body,
    headers: webhookHeaders('{"id":"evt_other"}', secret, now()),
  }),
  'old by real time': ({ body, secret }, draw) => ({
    body,
    headers: webhookHeaders(body, secret, now() - 301 - draw.below(1e6)),
  }),
  'a new time on an old signature': ({ body, secret }, draw) => {
    const then = now() - 400 - draw.below(1e6)
    return { body, headers: under(`t=${now()},v1=${mac(`${then}.${body}`, secret)}`) }
  },
  'a signature changed by a digit': ({ body, secret }, draw) => {
    const at = now()
    return { body, headers: under(`t=${at},v1=${swapped(mac(`${at}.${body}`, secret), draw)}`) }
  },
  'a signature cut short': ({ body, secret }, draw) => {
    const at = now()
    return { body, headers: under(`t=${at},v1=${mac(`${at}.${body}`, secret).slice(0, draw.below(63))}`) }
  },
  'the right signature under another scheme': ({ body, secret }, draw) => {
    const at = now()
    return {
      body,
      headers: under(`t=${at},v${draw.pick(['0', '2', '10', ''])}=${mac(`${at}.${body}`, secret)}`),
    }
  },
  'no time': ({ body, secret }) => ({ body, headers: under(`v1=${mac(`.${body}`, secret)}`) }),
  'a time that is none': ({ body, secret }, draw) => {
    const at = draw.pick(['', '0', '-1', 'Infinity', '1e10', ' '])
    return { body, headers: under(`t=${at},v1=${mac(`${at}.${body}`, secret)}`) }
  },
  'only the time': ({ body }) => ({ body, headers: under(`t=${now()}`) }),
  'only the body signed': ({ body, secret }) => ({
    body,
    headers: under(`t=${now()},v1=${mac(body, secret)}`),
  }),
  rubbish: ({ body }, draw) => ({
    body,
    headers: under(draw.pick(['=', ',', 't', 't=,v1=', 'v1', 'é', '%00', 'a'.repeat(5000), 't=1,t=2,v1=x'])),
  }),
  'no body': ({ secret }) => ({ body: '', headers: webhookHeaders('{}', secret, now()) }),
  'well signed, but no JSON': ({ secret }, draw) => {
    const body = draw.pick(['', 'null', '[]', '{', '"evt"', 'evt=1', '\u0000'])
    return {
      body,
      headers: webhookHeaders(
        body,
        body === 'null' || body === '[]' || body === '"evt"' ? 'other' : secret,
        now(),
      ),
    }
  },
  'well signed, of the live mode': ({ event, secret }) => {
    const body = JSON.stringify({ ...event, livemode: true })
    return { body, headers: webhookHeaders(body, secret, now()) }
  },
  'well signed, of no mode': ({ event, secret }, draw) => {
    const body = JSON.stringify({ ...event, livemode: draw.pick([null, 0, 'false', undefined]) })
    return { body, headers: webhookHeaders(body, secret, now()) }
  },
}

test('PAY-12 R4 500 forged webhooks: none is accepted, and nothing changes', async () => {
  const made = await scene()
  const before = dump(made.db)
  const draw = random(20_261_120)
  const names = Object.keys(FORGERIES)
  for (let round = 0; round < 500; round += 1) {
    const name = names[round % names.length]!
    const { body, headers } = FORGERIES[name]!(made, draw)
    const response = await made.send(body, headers)
    expect(response.status, `${name} (${round})`).toBe(400)
    expect(await response.json()).toEqual({ error: 'The signature does not match.' })
  }
  expect(changedTables(before, dump(made.db))).toEqual([])
  expect(orderOf(made.db, made.token).state).toBe('payment_pending')

  expect((await made.send(made.body, webhookHeaders(made.body, made.secret, now()))).status).toBe(200) // the real one
})

test("PAY-12 a signature's age is measured in real time, not by the shop's clock", async () => {
  const { send, body, secret, pass, db } = await scene()
  pass(30 * 24 * 3600_000)
  expect((await send(body, webhookHeaders(body, secret, now()))).status).toBe(200)
  const before = dump(db)
  expect((await send(body, webhookHeaders(body, secret, now() - 301))).status).toBe(400)
  expect((await send(body, webhookHeaders(body, secret, now() - 290))).status).toBe(200)
  expect(changedTables(before, dump(db))).toEqual([])
})

test('PAY-12 a signed event is only a hint: if the intent itself is unpaid, so is the order', async () => {
  const { send, body, secret, db, token } = await scene()
  expect((await send(body, webhookHeaders(body, secret, now()))).status).toBe(200)
  expect(orderOf(db, token).state).toBe('payment_pending')
})

test('PAY-12 the same genuine event a hundred times, twenty at once, pays the order once', async () => {
  const { send, body, secret, db, token, ana, clientSecret, services } = await scene()
  await ana.confirm(clientSecret)
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(body, webhookHeaders(body, secret, now()))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  }
  expect(orderOf(db, token).state).toBe('paid')
  expect((await services.metrics.orders.get()).values[0]?.value).toBe(1)
})

test('PAY-12 an event of an unhandled kind, or without an object, is accepted and changes nothing', async () => {
  const { send, secret, db, event } = await scene()
  const before = dump(db)
  const odd = [
    { ...event, type: 'customer.created' },
    { ...event, type: 'payment_intents.succeeded' },
    { ...event, data: { object: {} } },
    { ...event, data: { object: { id: 7 } } },
  ]
  for (const one of odd) {
    const body = JSON.stringify(one)
    expect((await send(body, webhookHeaders(body, secret, now()))).status).toBe(200)
  }
  expect(changedTables(before, dump(db))).toEqual([])
})

/** Stands for the order's own intent. */
const KNOWN = { object: { id: 'pi_of_the_order' } }

describe('well signed, but malformed: never a 5xx', () => {
  test.each([
    ['null', null],
    ['a list', []],
    ['a text', 'evt'],
    ['without a type', { id: 'evt_1', livemode: false, data: { object: { id: 'pi_1' } } }],
    [
      'with an intent nobody knows',
      {
        id: 'evt_1',
        livemode: false,
        type: 'payment_intent.succeeded',
        data: { object: { id: 'pi_unknown' } },
      },
    ],
    ['without data', { id: 'evt_1', livemode: false, type: 'payment_intent.succeeded' }],
    ['without an object', { id: 'evt_1', livemode: false, type: 'payment_intent.succeeded', data: {} }],
    [
      'with an id that leads elsewhere',
      {
        id: 'evt_1',
        livemode: false,
        type: 'payment_intent.succeeded',
        data: { object: { id: '../customers/1' } },
      },
    ],
    ['without an id', { livemode: false, type: 'payment_intent.payment_failed', data: KNOWN }],
    ['with an id that is no text', { id: {}, livemode: false, type: 'customer.created', data: KNOWN }],
    ['about a card, without data', { id: 'evt_1', livemode: false, type: 'payment_method.updated' }],
    [
      'about a card, without an object',
      { id: 'evt_1', livemode: false, type: 'payment_method.detached', data: { object: null } },
    ],
  ])('%s', async (_, event) => {
    const { send, secret, db, paymentIntentId } = await scene()
    const before = dump(db)
    const body = JSON.stringify(event).replaceAll(KNOWN.object.id, paymentIntentId)
    expect([200, 400]).toContain((await send(body, webhookHeaders(body, secret, now()))).status)
    expect(changedTables(before, dump(db))).toEqual([])
  })
})

test('SEC-3 a webhook over the size limit gets a 413', async () => {
  const { send, secret } = await scene()
  const body = JSON.stringify({ x: 'y'.repeat(256 * 1024) })
  expect((await send(body, webhookHeaders(body, secret, now()))).status).toBe(413)
})
