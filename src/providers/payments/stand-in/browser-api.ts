import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type BrowserForm, readForm } from './browser-forms.ts'
import { serveScript } from './browser-script.ts'
import type { Deps } from './deps.ts'
import type { StandInOptions } from './index.ts'
import { type Method, saveMethod } from './new-payment-method.ts'
import { authenticatePaymentIntent, confirm } from './payment-intents.ts'
import { loadMethod } from './payment-methods.ts'
import { notFound, Refusal } from './refusals.ts'
import { load, parse } from './resources.ts'
import type { ApiResponse } from './responses.ts'
import { authenticateSetupIntent, confirmSetup } from './setup-intents.ts'
import { createToken } from './tokens.ts'

type IntentKind = 'payment_intent' | 'setup_intent'

/** The page's API: every call needs the publishable key, and an intent also needs its client secret. */
export function createBrowserApi(deps: Deps, options: StandInOptions): Hono {
  const browser = new Hono()
  const handle = pageHandler(deps, options)

  browser.get('/stripe.js', serveScript(options.browserScript ?? ''))
  browser.use(bodyLimit({ maxSize: 32 * 1_024 }))

  browser.post(
    '/payment_intents/:id',
    handle((form, id) => retrieve('payment_intent', form, id)),
  )
  browser.post('/payment_intents/:id/confirm', handle(confirmPayment))
  browser.post(
    '/payment_intents/:id/authenticate',
    handle((form, id) => authenticate('payment_intent', form, id)),
  )
  browser.post(
    '/setup_intents/:id',
    handle((form, id) => retrieve('setup_intent', form, id)),
  )
  browser.post('/setup_intents/:id/confirm', handle(confirmSetupInPage))
  browser.post(
    '/setup_intents/:id/authenticate',
    handle((form, id) => authenticate('setup_intent', form, id)),
  )
  browser.post(
    '/payment_methods',
    handle((form) => ({ status: 200, json: createMethod(form).json })),
  )
  browser.post(
    '/tokens',
    handle((form) => ({
      status: 200,
      json: createToken(deps, form.requireCard(), form.address, form.expiry),
    })),
  )
  return browser

  function confirmPayment(form: BrowserForm, id: string): ApiResponse {
    const intent = openIntent('payment_intent', form, id)
    form.refuseMismatch(intent)
    if (form.receiptEmail) intent.receipt_email = form.receiptEmail
    if (form.shipping) intent.shipping = form.shipping
    const response = confirm(deps, intent, chosenMethod(form), { offSession: false, inPage: true })
    return toPageResponse(response)
  }

  function confirmSetupInPage(form: BrowserForm, id: string): ApiResponse {
    const intent = openIntent('setup_intent', form, id)
    return toPageResponse(confirmSetup(deps, intent, chosenMethod(form), { inPage: true }))
  }

  function authenticate(kind: IntentKind, form: BrowserForm, id: string): ApiResponse {
    openIntent(kind, form, id)
    const accepted = form.accepted()
    return toPageResponse(
      kind === 'payment_intent'
        ? authenticatePaymentIntent(deps, id, accepted)
        : authenticateSetupIntent(deps, id, accepted),
    )
  }

  function retrieve(kind: IntentKind, form: BrowserForm, id: string): ApiResponse {
    return { status: 200, json: JSON.stringify(publicFields(openIntent(kind, form, id))) }
  }

  /** A wrong secret looks like an unknown intent. */
  function openIntent<K extends IntentKind>(kind: K, form: BrowserForm, id: string) {
    const intent = load(deps, kind, id)
    if (!isSameSecret(form.clientSecret ?? '', intent.client_secret ?? '')) throw notFound(kind, id)
    return intent
  }

  function chosenMethod(form: BrowserForm): Method | undefined {
    if (form.paymentMethod) return loadMethod(deps, form.paymentMethod, 'payment_method')
    return form.card ? createMethod(form) : undefined
  }

  function createMethod(form: BrowserForm) {
    return saveMethod(deps, form.requireCard(), form.billingDetails, {
      wallet: form.wallet,
      expiry: form.expiry,
    })
  }
}

/** Takes JSON only: a form on another site cannot send it without a CORS preflight. */
function pageHandler(deps: Deps, { publishableKey, log }: StandInOptions) {
  return (operation: (form: BrowserForm, id: string) => ApiResponse) => async (c: Context) => {
    try {
      if (!c.req.header('content-type')?.startsWith('application/json')) throw notJson()
      const form = readForm(await c.req.text())
      if (!isSameSecret(form.key ?? '', publishableKey)) throw wrongKey()
      const request = { id: deps.newId('req', 14), idempotency_key: null }
      const id = c.req.param('id') ?? ''
      // The handlers above share `deps`. Nothing awaits inside, so the events they record carry this request.
      deps.request = request
      const { status, json } = deps.store.durably(() => operation(form, id))
      return c.body(json, status, jsonHeaders)
    } catch (error) {
      if (error instanceof Refusal) return c.body(refusalJson(error), error.status, jsonHeaders)
      log?.error({ err: error }, 'payments stand-in failed')
      return c.json(
        { error: { type: 'api_error', message: 'An unexpected error occurred. Please try again.' } },
        500,
      )
    } finally {
      deps.request = { id: null, idempotency_key: null }
    }
  }
}

const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

const notJson = () => new Refusal(415, { message: 'Send application/json.', type: 'invalid_request_error' })
const wrongKey = () =>
  new Refusal(401, { message: 'Invalid API Key provided.', type: 'invalid_request_error' })

function refusalJson({ body }: Refusal): string {
  const intents = {
    ...(isIntent(body.payment_intent) && { payment_intent: publicFields(body.payment_intent) }),
    ...(isIntent(body.setup_intent) && { setup_intent: publicFields(body.setup_intent) }),
  }
  return JSON.stringify({ error: { ...body, ...intents } })
}

function toPageResponse({ status, json }: ApiResponse): ApiResponse {
  if (status === 402) return { status, json: refusalJson({ body: JSON.parse(json).error } as Refusal) }
  return { status, json: JSON.stringify(publicFields(parse<IntentKind>(json))) }
}

const isIntent = (value: unknown): value is ReturnType<typeof parse<IntentKind>> =>
  typeof value === 'object' && value !== null

/** What Stripe shows for a publishable key: no customer, metadata or charge. */
function publicFields(intent: ReturnType<typeof parse<IntentKind>>) {
  const visibleNames = intent.object === 'payment_intent' ? paymentFields : setupFields
  const fields = Object.entries(intent).filter(([name]) => visibleNames.has(name))
  return Object.fromEntries(fields)
}

const commonFields = [
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
  ...commonFields,
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
const setupFields = new Set([...commonFields, 'last_setup_error', 'usage'])

/** Compares digests, so that timing reveals neither the length nor the first difference. */
function isSameSecret(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(digest(actual), digest(expected))
}
