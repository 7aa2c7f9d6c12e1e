import Stripe from 'stripe'
import type { Config } from '../config/config.ts'
import { paths } from '../paths.ts'
import { checkSmtp } from '../providers/mail/smtp-mailer.ts'
import { WEBHOOK_EVENTS } from '../providers/payments/embedded.ts'
import { createStripe } from '../providers/payments/stripe.ts'
import { EASYPOST_ORIGIN, easyPost } from '../providers/shipping/easypost.ts'
import { TWILIO_ORIGIN, twilio } from '../providers/texts/twilio.ts'
import { type Check, check, wrong } from './check.ts'

/** Mail, payments and labels, by asking their servers. Sends and changes nothing. */
export function outsideChecks(config: Config): Promise<Check[]> {
  const { embedded, secretKey, apiBase } = config.payments
  const stripe = createStripe(secretKey, apiBase)
  return Promise.all([
    check('mail', () => mailServer(config)),
    check('texts', () => textGateway(config)),
    check('payments', () => (embedded ? 'the embedded stand-in, which takes no money' : keyOf(stripe))),
    check('carrier', () => carrier(config)),
    check('webhooks', () => (embedded ? 'the stand-in sends them' : subscribed(stripe, config))),
  ])
}

async function mailServer({ mail }: Config) {
  if (!mail.smtpUrl) return 'at /outbox'
  await checkSmtp(mail.smtpUrl)
  return `${new URL(mail.smtpUrl).host} accepts mail`
}

/** A live shop may do without texts. */
async function textGateway({ demo, texts: { embedded, apiBase, ...account } }: Config) {
  if (embedded) return demo ? 'at /outbox' : 'none leave this shop until TWILIO_ACCOUNT_SID is set'
  await twilio({ ...account, apiBase: apiBase ?? TWILIO_ORIGIN }).find({ to: account.from, body: '' }, 0)
  return `${account.from} may text`
}

async function carrier({ shipping, appUrl }: Config) {
  if (shipping.embedded) return 'the embedded carrier, whose labels are samples'
  const { apiKey, apiBase } = shipping
  const webhooks = await easyPost({ apiKey, apiBase: apiBase ?? EASYPOST_ORIGIN }).listWebhooks()
  const url = appUrl + paths.shipmentWebhook()
  const ours = webhooks.filter((webhook) => webhook.url === url)
  if (ours.some(({ isDisabled }) => !isDisabled)) return `the key works, and ${url} gets events`
  return wrong(
    ours.length > 0 ? `the carrier disabled ${url} after failures` : `no webhook sends events to ${url}`,
  )
}

async function keyOf(stripe: Stripe) {
  const account = await stripe.accounts.retrieveCurrent()
  return `the key belongs to ${account.id}`
}

async function subscribed(stripe: Stripe, { appUrl }: Config) {
  const url = appUrl + paths.webhook()
  const endpoints = await listEndpoints(stripe)
  if (!endpoints)
    return `this key may not list endpoints; check that ${url} gets ${WEBHOOK_EVENTS.join(', ')}`
  const endpoint = endpoints.find((one) => one.url === url && one.status === 'enabled')
  if (!endpoint) return wrong(`no enabled endpoint sends events to ${url}`)
  const events = endpoint.enabled_events
  const missing = WEBHOOK_EVENTS.filter((event) => !events.includes(event) && !events.includes('*'))
  return missing.length === 0 ? `${url} gets every event` : wrong(`${url} lacks ${missing.join(', ')}`)
}

/** Null for a restricted key without that permission, and for other servers with Stripe's API. */
async function listEndpoints(stripe: Stripe): Promise<Stripe.WebhookEndpoint[] | null> {
  try {
    return (await stripe.webhookEndpoints.list({ limit: 100 })).data
  } catch (error) {
    const isUnable = error instanceof Stripe.errors.StripeError && [403, 404].includes(error.statusCode ?? 0)
    if (isUnable) return null
    throw error
  }
}
