import { createStripe } from './client.ts'
import { IntegrationError } from './problems.ts'

/** In place of Stripe.js: `loadStripe` of @stripe/stripe-js takes `window.Stripe` when it is there already. */
const VERSION = 'endive'

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''
// Beside this script lies the API: `/embedded-payments/stripe.js` and `/embedded-payments/payment_intents/…`.
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
