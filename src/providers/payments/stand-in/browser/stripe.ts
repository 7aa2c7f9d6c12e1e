import { createStripe } from './client.ts'
import { IntegrationError } from './problems.ts'

/** Replaces Stripe.js: `loadStripe` of @stripe/stripe-js uses `window.Stripe` if it exists. */
const VERSION = 'endive'

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''
// The API is next to this script: `/embedded-payments/stripe.js`, `/embedded-payments/payment_intents/…`.
const base = script.replace(/\/stripe\.js(\?.*)?$/, '')

function Stripe(key: string) {
  if (!key)
    throw new IntegrationError('Please call Stripe() with your publishable key. You used an empty string.')
  if (key.startsWith('sk_'))
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    )
  return createStripe(base, key)
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: VERSION }) })
