import { Controller } from '@hotwired/stimulus'
import { HIDDEN, MESSAGE_REQUIRED, visibilityCookie } from '#src/web/toast-rules.ts'
import { hasCookie, writeCookie } from './support/cookies.ts'

const SHOWN_MS = 2_000
const FADE_MS = 1_000
const HIDDEN_DAYS = 365

/** A toast (BEH-16). With timeout 0 it stays until closed; with a token, this browser does not see it again. */
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
    // A page from Turbo's cache may predate the cookie.
    if (this.#cookie && hasCookie(this.#cookie, HIDDEN)) this.element.remove()
    else this.startTimer()
  }

  override disconnect() {
    window.clearTimeout(this.#timer)
  }

  dismiss() {
    if (this.#cookie) writeCookie(this.#cookie, HIDDEN, HIDDEN_DAYS)
    this.element.remove()
  }

  stopTimer() {
    window.clearTimeout(this.#timer)
    delete this.element.dataset.leaving
  }

  /** When the pointer leaves, the focus may still hold the toast, and the other way around. */
  startTimer(event?: Event) {
    if (event && this.element.matches(event.type === 'focusout' ? ':hover' : ':focus-within')) return
    this.stopTimer()
    if (this.timeoutValue > 0) this.#timer = window.setTimeout(() => this.#fade(), this.timeoutValue)
  }

  #fade() {
    this.element.dataset.leaving = ''
    this.#timer = window.setTimeout(() => this.element.remove(), FADE_MS)
  }

  get #cookie() {
    return visibilityCookie(this.tokenValue)
  }

  get #message() {
    return this.messageTargets.map(({ textContent }) => textContent?.trim()).join('')
  }
}
