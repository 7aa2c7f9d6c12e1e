import { Controller } from '@hotwired/stimulus'
import { hasCookie, keepCookie } from './support/cookies.ts'
import { isCovered, requestModal } from './support/requested-modal.ts'
import { isRemembered, remember } from './support/session-memory.ts'

const CAPTURED = 'email_captured'
const ASKED = 'email-asked'
const DAYS_KEPT = 365

/**
 * Asks for an email once in a browser: after so many seconds on a page, or when the pointer leaves it by the top, as on
 * the way to close it (BEH-25). Never over something else, nor while somebody types; never again once it was given.
 */
export default class extends Controller<HTMLElement> {
  static override values = { url: String, seconds: Number }
  declare readonly urlValue: string
  declare readonly secondsValue: number

  #timer: number | undefined

  override connect() {
    this.#wait()
  }

  override disconnect() {
    window.clearTimeout(this.#timer)
  }

  leave({ clientY }: MouseEvent) {
    if (clientY <= 0) this.#ask()
  }

  /** The modal was answered: with an email, when it is ours. */
  capture({ target }: Event) {
    const isOurs = target instanceof Element && target.closest('[data-modal-name="capture_email"]')
    if (isOurs) keepCookie(CAPTURED, '1', DAYS_KEPT)
  }

  #wait() {
    window.clearTimeout(this.#timer)
    if (this.#isDone) return
    this.#timer = window.setTimeout(() => this.#ask(), this.secondsValue * 1_000)
  }

  #ask() {
    if (this.#isDone) return
    if (isCovered() || isTyping()) return this.#wait()
    window.clearTimeout(this.#timer)
    remember(ASKED)
    requestModal({ wanted: { url: this.urlValue }, opener: null, otherwise: () => {} })
  }

  get #isDone() {
    return isRemembered(ASKED) || hasCookie(CAPTURED)
  }
}

const isTyping = () => document.activeElement?.matches('input, textarea, select') ?? false
