import { cache } from '@hotwired/turbo'
import { fetchCurrentPage, replacePart } from './refresh-page.ts'
import { sendForm } from './send-form.ts'

type Place = {
  /** Shown again once the form is through. It must not hold `told`. */
  part: string
  /** Says what came of it, to screen readers too. */
  told: string
  /** Gets the focus, since the form that had it is gone. */
  focus: string
  /** Keeps the focus if it's still there. */
  pressed?: string | undefined
}

/** Sends a form and shows its part of the page as it is then. @returns a refusal's message, '' without one, null when it went through */
export async function sendInPlace(
  form: HTMLFormElement,
  { part, told, focus, pressed }: Place,
  signal: AbortSignal,
): Promise<string | null> {
  say(told, '') // what came of the last form doesn't stand beside a refusal of this one
  const response = await sendForm(form, signal)
  cache.clear() // Turbo's cached pages predate the answer
  if (signal.aborted) return null
  if (!response?.ok) return response?.error ?? response?.message ?? ''
  const page = await fetchCurrentPage()
  if (signal.aborted) return null
  if (page === null || page === 'redirected') {
    window.location.reload()
    return null
  }
  replacePart(page, part)
  say(told, response.message ?? '')
  const kept = pressed ? document.getElementById(pressed) : null
  const next = kept?.checkVisibility() ? kept : document.getElementById(focus)
  next?.focus()
  return null
}

function say(told: string, message: string) {
  const status = document.getElementById(told)
  if (status) status.textContent = message
}
