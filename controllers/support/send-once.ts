/** After this time the form may be sent again. */
const RETRY_AFTER_MS = 10_000

let sent: EventTarget | null = null

/** A second submit would cancel the first after the server has acted, and lose its new session cookie. */
export function sendOnce(event: SubmitEvent) {
  const form = event.target
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.dataset.turbo !== 'false') return
  if (form === sent) return event.preventDefault()
  sent = form
  setTimeout(forgetSent, RETRY_AFTER_MS)
}

export function forgetSent() {
  sent = null
}
