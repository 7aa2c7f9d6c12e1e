import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { createStandIn, type StandInOptions } from '#src/providers/payments/stand-in/index.ts'
import { openStandInStore } from '#src/providers/stand-in/store/store.ts'

export const secretKey = 'sk_test_stand_in'
export const publishableKey = 'pk_test_stand_in'
export const webhookSecret = 'whsec_stand_in_of_the_tests'

/** Wall time that a test advances, so no test has to sleep. */
export function handClock(start = Date.now()) {
  let at = start
  const advance = (milliseconds: number) => {
    at += milliseconds
  }
  return { now: () => at, advance }
}

/** The official server package connected to its own stand-in, over HTTP on a loopback port. */
export async function shop(options: Partial<StandInOptions> = {}) {
  const store = options.store ?? openStandInStore(':memory:')
  const clock = handClock()
  const received: Received[] = []
  const standIn = createStandIn({
    store,
    webhookUrl: 'http://shop.test/webhooks/stripe',
    webhookSecret,
    secretKey,
    publishableKey,
    now: clock.now,
    fetch: receiver(received),
    ...options,
  })
  const app = new Hono()
  app.route('/browser', standIn.browser)
  app.route('/', standIn.api)
  const port = await listen(app, () => store.close())
  return { standIn, store, clock, received, port, stripe: client(port), page: page(port) }
}

export const client = (port: number, config: Partial<Stripe.StripeConfig> = {}) =>
  new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...config,
  })

export type Received = { event: Stripe.Event; signature: string; body: string; status: number }

/** Receives webhooks; `answer` can return an error status. */
export function receiver(received: Received[], answer: () => number = () => 200): typeof fetch {
  return async (_url, init) => {
    const body = String(init?.body)
    const signature = new Headers(init?.headers).get('stripe-signature') ?? ''
    const status = answer()
    received.push({ event: JSON.parse(body), signature, body, status })
    return new Response(null, { status })
  }
}

/** Sends requests like the page's script. */
function page(port: number) {
  return async (
    path: string,
    body: object,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
  ) => {
    const answer = await fetch(`http://127.0.0.1:${port}/browser${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ key: publishableKey, ...body }),
    })
    return { status: answer.status, body: await answer.json() }
  }
}

export async function listen(app: Hono, then: () => void = () => {}): Promise<number> {
  const server = await new Promise<Server>((resolve) => {
    const made = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made as Server))
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    then()
  })
  return (server.address() as AddressInfo).port
}

/** A temporary store file, deleted after the test. */
export function freshFile(): string {
  const file = `/tmp/stand-in-${process.pid}-${Math.trunc(performance.now() * 1_000)}.sqlite3`
  onTestFinished(() => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  })
  return file
}

/** The parameters with which a shop charges a card immediately. */
export const charge = (
  method: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Stripe.PaymentIntentCreateParams => ({
  amount: 4_900,
  currency: 'usd',
  payment_method: method,
  confirm: true,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  ...more,
})

/** The error of a failing call; a call that succeeds fails the test. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('It was not refused.')
}
