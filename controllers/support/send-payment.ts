/** What the shop answers to a card's name: where to go, or why not; null when the answer cannot be read. */
export type PaymentAnswer = { path: string } | { problem: string } | null

/** `reason`: the bank's words, where the shop's own sentence has room for them before it. */
type Answer = { path?: string; error?: string; reason?: string | null }

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
    const { path, error, reason } = (await response.json()) as Answer
    return path ? { path } : { problem: [reason, error].filter(Boolean).join(' ') }
  } catch {
    return null
  }
}
