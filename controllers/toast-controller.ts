import { Controller } from '@hotwired/stimulus'
import { HIDDEN, MESSAGE_REQUIRED, visibilityCookie } from '#src/web/toast-rules.ts'
import { hasCookie, keepCookie } from './support/cookies.ts'

const SHOWN_MS = 2_000
const FADES_MS = 1_000
const HIDDEN_DAYS = 365

/**
 * A sentence over the page (BEH-16). It leaves by itself at its timeout, but not while the pointer or the focus is on
 * it. Without one (0) it waits to be closed; one that has a token is then not shown to this browser again.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['message']
  static override values = { timeout: { type: Number, default: SHOWN_MS }, token: String }
  declare readonly messageTargets: HTMLElement[]
  declare readonly timeoutValue: number
  declare readonly tokenValue: string

  #timer: number | undefined

  override connect() {
    if (this.#message === '') {
      this.element.remove()
      throw new Error(MESSAGE_REQUIRED)
    }
    // A page that Turbo kept is older than the cookie.
    if (this.#cookie && hasCookie(this.#cookie, HIDDEN)) this.element.remove()
    else this.wait()
  }

  override disconnect() {
    window.clearTimeout(this.#timer)
  }

  dismiss() {
    if (this.#cookie) keepCookie(this.#cookie, HIDDEN, HIDDEN_DAYS)
    this.element.remove()
  }

  stay() {
    window.clearTimeout(this.#timer)
    delete this.element.dataset.leaving
  }

  /** Pointer and focus may be on it both: when one has left, the other still holds it. */
  wait(left?: Event) {
    if (left && this.element.matches(left.type === 'focusout' ? ':hover' : ':focus-within')) return
    this.stay()
    if (this.timeoutValue > 0) this.#timer = window.setTimeout(() => this.#leave(), this.timeoutValue)
  }

  #leave() {
    this.element.dataset.leaving = ''
    this.#timer = window.setTimeout(() => this.element.remove(), FADES_MS)
  }

  get #cookie() {
    return visibilityCookie(this.tokenValue)
  }

  get #message() {
    return this.messageTargets.map(({ textContent }) => textContent?.trim()).join('')
  }
}
