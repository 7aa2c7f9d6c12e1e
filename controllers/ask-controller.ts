import { Controller } from '@hotwired/stimulus'
import { cache, visit } from '@hotwired/turbo'
import { type FormResponse, sendForm } from './support/send-form.ts'

/** A form answered in place. A listener of `ask:answered` can prevent the success message or visit. */
export default class extends Controller<HTMLElement> {
  static override targets = ['form', 'error', 'done']
  static override values = { failure: String }
  declare readonly formTarget: HTMLFormElement
  declare readonly errorTarget: HTMLElement
  declare readonly doneTarget: HTMLElement
  declare readonly failureValue: string

  #sending: AbortController | null = null

  override disconnect() {
    this.#sending?.abort()
    this.#end()
  }

  async send(event: Event) {
    event.preventDefault()
    if (this.#sending) return
    const sending = this.#begin()
    const response = await sendForm(this.formTarget, sending.signal)
    if (sending.signal.aborted) return
    this.#end()
    if (response?.ok) this.#succeed(response)
    else this.#refuse(response?.message || this.failureValue)
  }

  #begin(): AbortController {
    this.#showError('')
    this.formTarget.setAttribute('aria-busy', 'true')
    this.#sending = new AbortController()
    return this.#sending
  }

  #end() {
    this.formTarget.removeAttribute('aria-busy')
    this.#sending = null
  }

  #succeed(response: FormResponse) {
    cache.clear() // Turbo's cached pages predate the answer
    if (this.dispatch('answered', { detail: response, cancelable: true }).defaultPrevented) return
    if (response.redirect_to) return visit(response.redirect_to)
    this.doneTarget.textContent = response.message ?? ''
    this.doneTarget.hidden = false
    this.formTarget.hidden = true
    this.doneTarget.focus()
  }

  #refuse(message: string) {
    this.#showError(message)
    this.#onlyField?.focus()
  }

  #showError(message: string) {
    this.errorTarget.textContent = message
    if (message) this.#onlyField?.setAttribute('aria-invalid', 'true')
    else this.#onlyField?.removeAttribute('aria-invalid')
  }

  /** With several fields, the response does not say which one is wrong. */
  get #onlyField(): HTMLInputElement | undefined {
    const [first, ...others] = this.formTarget.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')
    return others.length === 0 ? first : undefined
  }
}
