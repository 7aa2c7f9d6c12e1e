import type { Stripe } from '@stripe/stripe-js'
// The full file name: for the folder, the bundler picks CommonJS, which has only a default export.
import { loadStripe } from '@stripe/stripe-js/pure/index.mjs'
import type { CheckoutProps } from '../checkout/props.ts'

let loading: Promise<Stripe> | null = null

/** Loads the provider's script once, on first use. Rejects when it can't load. */
export function loadProvider(payments: CheckoutProps['payments']): Promise<Stripe> {
  loading ??= load(payments).catch((error: unknown) => {
    loading = null // allow a retry
    throw error
  })
  return loading
}

async function load({ publishableKey, scriptUrl }: CheckoutProps['payments']): Promise<Stripe> {
  if (scriptUrl) await appendScript(scriptUrl)
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('the payment provider needs a browser')
  return stripe
}

const appended = new Map<string, Promise<void>>()

/** The script sets `window.Stripe`, which `loadStripe` then uses instead of fetching its own. */
function appendScript(url: string): Promise<void> {
  const existing = appended.get(url)
  if (existing) return existing

  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      appended.delete(url) // allow a retry
      reject(new Error(`${url} did not load`))
    })
    document.head.append(script)
  })
  appended.set(url, loading)
  return loading
}
