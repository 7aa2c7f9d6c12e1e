/** What the shop answers to a card's name: where to go, or why not; null when the answer cannot be read. */
export type PaymentAnswer = { path: string } | { problem: string } | null

/** Sends the form of the payment step with the name of the card; a refusal may lead on as well. */
export async function sendPayment(form: HTMLFormElement, cardName: string): Promise<PaymentAnswer> {
  const body = new FormData(form)
  body.set('stripeToken', cardName)
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
    })
    const { path, error } = (await response.json()) as { path?: string; error?: string }
    return path ? { path } : { problem: error ?? '' }
  } catch {
    return null
  }
}
