import { join } from 'node:path'
import Stripe from 'stripe'
import type { Ledger } from '#src/providers/payments/stand-in/ledger.ts'
import type { FaultRule } from '#src/providers/stand-in/faults.ts'
import { type Process, untilOk } from './child.ts'
import { freePort } from './free-port.ts'

export type StandInOptions = { port?: number; webhookPort?: number; env?: Record<string, string> }

export type StandInProcess = Process & {
  port: number
  origin: string
  keys: Record<string, string>
  ledger(): Promise<Ledger>
  fault(rule: FaultRule): Promise<void>
  webhooks(settings: Record<string, unknown>): Promise<void>
  clearTrouble(): Promise<void>
  pending(): Promise<number>
}

export const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_process_tests',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_process_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_process_tests',
}

/** Starts the payment provider, with its data in `folder` and its control API on the same port. */
export async function startStandIn(
  node: (args: string[], env?: Record<string, string>) => Process,
  folder: string,
  { port, webhookPort, env = {} }: StandInOptions = {},
) {
  const own = port ?? (await freePort())
  const origin = `http://127.0.0.1:${own}`
  const started = node(['.build/stand-in.js'], {
    ...KEYS,
    STAND_IN_PORT: String(own),
    STAND_IN_STORE: join(folder, `provider-${own}.sqlite3`),
    WEBHOOK_EVENTS,
    ...(webhookPort ? { WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/webhooks/stripe` } : {}),
    ...env,
  })
  await untilOk(`${origin}/control`, started)
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/control${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    if (!answer.ok)
      throw new Error(`the stand-in's control answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    ...started,
    port: own,
    origin,
    keys: KEYS,
    ledger: () => control('GET', '/ledger') as Promise<Ledger>,
    fault: (rule: FaultRule) => control('POST', '/faults', rule).then(() => undefined),
    webhooks: (settings: Record<string, unknown>) =>
      control('PUT', '/webhooks', settings).then(() => undefined),
    clearTrouble: () => control('DELETE', '').then(() => undefined),
    pending: async () => ((await control('GET', '')) as { pending: number }).pending,
  }
}

/** The events that a shop selects in its provider's dashboard. */
const WEBHOOK_EVENTS =
  'payment_intent.succeeded,payment_intent.payment_failed,payment_intent.processing,payment_intent.canceled,' +
  'setup_intent.succeeded,setup_intent.setup_failed'

/** The official client, to query the provider directly. */
export const providerClient = ({ port }: StandInProcess) =>
  new Stripe(KEYS.STRIPE_SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
