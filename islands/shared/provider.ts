import type { Stripe } from '@stripe/stripe-js'
import type { CheckoutProps } from '../checkout/props.ts'

let loading: Promise<Stripe> | null = null

/** The provider's browser script, loaded once, when it is first needed. Rejects when it cannot be had. */
export function loadProvider(payments: CheckoutProps['payments']): Promise<Stripe> {
  loading ??= load(payments).catch((error: unknown) => {
    loading = null // so that another try asks again
    throw error
  })
  return loading
}

async function load({ publishableKey, scriptUrl }: CheckoutProps['payments']): Promise<Stripe> {
  if (scriptUrl) await appendScript(scriptUrl)
  // Named to the file: a bundler takes the folder for CommonJS, and then nothing but a default comes out of it.
  const { loadStripe } = await import('@stripe/stripe-js/pure/index.mjs')
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('the payment provider has no browser to run in')
  return stripe
}

const appended = new Map<string, Promise<void>>()

/** It sets `window.Stripe`, which `loadStripe` then takes instead of fetching its own. */
function appendScript(url: string): Promise<void> {
  const known = appended.get(url)
  if (known) return known

  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      appended.delete(url) // so that another try asks again
      reject(new Error(`${url} did not load`))
    })
    document.head.append(script)
  })
  appended.set(url, loading)
  return loading
}
