/** So long a form waits for the page it leads to; after that it may be sent again. */
const PATIENCE_MS = 10_000

let sent: EventTarget | null = null

/**
 * A second click would call off the first: the deed would be done, and its answer, with the new session, thrown away.
 * For forms that neither Turbo nor a script sends.
 */
export function sendOnce(event: SubmitEvent) {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.dataset.turbo !== 'false') return
  if (form === sent) return event.preventDefault()
  sent = form
  setTimeout(forgetSent, PATIENCE_MS)
}

/** Who comes back to the page may send it anew. */
export function forgetSent() {
  sent = null
}
