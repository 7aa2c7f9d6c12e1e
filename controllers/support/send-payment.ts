type PaymentResponse = { path: string } | { problem: string }

/** `reason`: the bank's own words, shown before the shop's sentence. */
type WireResponse = { path?: string; error?: string; reason?: string | null }

/** Null if there is no readable response. */
export async function sendPayment(form: HTMLFormElement, token: string): Promise<PaymentResponse | null> {
  const body = new FormData(form)
  body.set('stripeToken', token)
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
    })
    const { path, error, reason } = (await response.json()) as WireResponse
    return path ? { path } : { problem: [reason, error].filter(Boolean).join(' ') }
  } catch {
    return null
  }
}
