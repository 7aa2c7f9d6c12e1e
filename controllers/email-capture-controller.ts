import { Controller } from '@hotwired/stimulus'
import { isRemembered, remember } from './support/browser-flags.ts'
import { hasCookie, writeCookie } from './support/cookies.ts'
import { isCovered, requestModal } from './support/requested-modal.ts'

const CAPTURED = 'email_captured'
const ASKED = 'email-asked'
const MAX_AGE_DAYS = 365

/** Asks for an email once per browser (BEH-25): after some seconds, or when the pointer leaves by the top. */
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

  askOnExit({ clientY }: MouseEvent) {
    if (clientY <= 0) this.#ask()
  }

  /** Any form in the modal dispatches `ask:answered`; only the email form counts. */
  capture({ target }: Event) {
    const isEmailForm = target instanceof Element && target.closest('[data-modal-name="capture_email"]')
    if (isEmailForm) writeCookie(CAPTURED, '1', MAX_AGE_DAYS)
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
    requestModal({ content: { url: this.urlValue }, opener: null, fallBack: () => {} })
  }

  get #isDone() {
    return isRemembered(ASKED) || hasCookie(CAPTURED)
  }
}

const isTyping = () => document.activeElement?.matches('input, textarea, select') ?? false
