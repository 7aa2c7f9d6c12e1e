import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Answer } from './answers.ts'
import { type BrowserForm, readForm } from './browser-forms.ts'
import type { Desk } from './desk.ts'
import type { StandInOptions } from './index.ts'
import { load, read } from './kept.ts'
import { keepMethod, type Method } from './new-payment-method.ts'
import { authenticatePaymentIntent, confirm } from './payment-intents.ts'
import { loadMethod } from './payment-methods.ts'
import { missing, Refusal } from './refusals.ts'
import { authenticateSetupIntent, confirmSetup } from './setup-intents.ts'
import { createToken } from './tokens.ts'

type IntentKind = 'payment_intent' | 'setup_intent'

/** What the page's script may ask: all of it by publishable key, and of an intent only with its client secret. */
export function createBrowserApi(desk: Desk, options: StandInOptions): Hono {
  const browser = new Hono()
  const act = pageDoor(desk, options)

  browser.get('/stripe.js', (c) => c.body(options.browserScript ?? '', 200, scriptHeaders))
  browser.use(bodyLimit({ maxSize: 32 * 1_024 }))

  browser.post(
    '/payment_intents/:id',
    act((form, id) => look('payment_intent', form, id)),
  )
  browser.post('/payment_intents/:id/confirm', act(confirmPayment))
  browser.post(
    '/payment_intents/:id/authenticate',
    act((form, id) => authenticate('payment_intent', form, id)),
  )
  browser.post(
    '/setup_intents/:id',
    act((form, id) => look('setup_intent', form, id)),
  )
  browser.post('/setup_intents/:id/confirm', act(confirmSetupInPage))
  browser.post(
    '/setup_intents/:id/authenticate',
    act((form, id) => authenticate('setup_intent', form, id)),
  )
  browser.post(
    '/payment_methods',
    act((form) => ({ status: 200, json: methodFrom(form).json })),
  )
  browser.post(
    '/tokens',
    act((form) => ({ status: 200, json: createToken(desk, form.needCard(), form.address, form.expiry) })),
  )
  return browser

  function confirmPayment(form: BrowserForm, id: string): Answer {
    const intent = open('payment_intent', form, id)
    form.refuseMismatch(intent)
    if (form.receiptEmail) intent.receipt_email = form.receiptEmail
    if (form.shipping) intent.shipping = form.shipping
    const answer = confirm(desk, intent, methodOf(form), { offSession: false, inPage: true })
    return shown(answer)
  }

  function confirmSetupInPage(form: BrowserForm, id: string): Answer {
    const intent = open('setup_intent', form, id)
    return shown(confirmSetup(desk, intent, methodOf(form), { inPage: true }))
  }

  function authenticate(kind: IntentKind, form: BrowserForm, id: string): Answer {
    open(kind, form, id)
    const accepted = form.accepted()
    return shown(
      kind === 'payment_intent'
        ? authenticatePaymentIntent(desk, id, accepted)
        : authenticateSetupIntent(desk, id, accepted),
    )
  }

  function look(kind: IntentKind, form: BrowserForm, id: string): Answer {
    return { status: 200, json: JSON.stringify(forPage(open(kind, form, id))) }
  }

  /** An intent whose secret the page knows; a wrong secret looks like an unknown intent. */
  function open<K extends IntentKind>(kind: K, form: BrowserForm, id: string) {
    const intent = load(desk, kind, id)
    if (!same(form.clientSecret ?? '', intent.client_secret ?? '')) throw missing(kind, id)
    return intent
  }

  function methodOf(form: BrowserForm): Method | undefined {
    if (form.paymentMethod) return loadMethod(desk, form.paymentMethod, 'payment_method')
    return form.card ? methodFrom(form) : undefined
  }

  function methodFrom(form: BrowserForm) {
    return keepMethod(desk, form.needCard(), form.billingDetails, {
      wallet: form.wallet,
      expiry: form.expiry,
    })
  }
}

const scriptHeaders = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }

/** JSON only: a form on another site cannot send that without being asked about it first. */
function pageDoor(desk: Desk, { publishableKey, log }: StandInOptions) {
  return (act: (form: BrowserForm, id: string) => Answer) => async (c: Context) => {
    try {
      if (!c.req.header('content-type')?.startsWith('application/json')) throw notJson()
      const form = readForm(await c.req.text())
      if (!same(form.key ?? '', publishableKey)) throw wrongKey()
      const request = { id: desk.newId('req', 14), idempotency_key: null }
      const id = c.req.param('id') ?? ''
      // The acts above close over `desk`; nothing awaits inside, so the request they tell of is this one.
      desk.request = request
      const { status, json } = desk.store.durably(() => act(form, id))
      return c.body(json, status, jsonHeaders)
    } catch (error) {
      if (error instanceof Refusal) return c.body(refusalJson(error), error.status, jsonHeaders)
      log?.error({ err: error }, 'payments stand-in failed')
      return c.json(
        { error: { type: 'api_error', message: 'An unexpected error occurred. Please try again.' } },
        500,
      )
    } finally {
      desk.request = { id: null, idempotency_key: null }
    }
  }
}

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

const notJson = () => new Refusal(415, { message: 'Send application/json.', type: 'invalid_request_error' })
const wrongKey = () =>
  new Refusal(401, { message: 'Invalid API Key provided.', type: 'invalid_request_error' })

/** A refusal may carry its intent, which the page sees only in part. */
function refusalJson({ body }: Refusal): string {
  const intents = {
    ...(isIntent(body.payment_intent) && { payment_intent: forPage(body.payment_intent) }),
    ...(isIntent(body.setup_intent) && { setup_intent: forPage(body.setup_intent) }),
  }
  return JSON.stringify({ error: { ...body, ...intents } })
}

function shown({ status, json }: Answer): Answer {
  if (status === 402) return { status, json: refusalJson({ body: JSON.parse(json).error } as Refusal) }
  return { status, json: JSON.stringify(forPage(read<IntentKind>(json))) }
}

const isIntent = (value: unknown): value is ReturnType<typeof read<IntentKind>> =>
  typeof value === 'object' && value !== null

/** What Stripe shows to a publishable key: nothing of the customer, the metadata or the charge. */
function forPage(intent: ReturnType<typeof read<IntentKind>>) {
  const shownFields = intent.object === 'payment_intent' ? paymentFields : setupFields
  const fields = Object.entries(intent).filter(([name]) => shownFields.has(name))
  return Object.fromEntries(fields)
}

const common = [
  'id',
  'object',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
]
const paymentFields = new Set([
  ...common,
  'amount',
  'amount_details',
  'canceled_at',
  'capture_method',
  'confirmation_method',
  'currency',
  'last_payment_error',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
])
const setupFields = new Set([...common, 'last_setup_error', 'usage'])

/** Compares digests: neither length nor place of a difference can be timed. */
function same(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(digest(given), digest(expected))
}
