import { Controller } from '@hotwired/stimulus'
import { cache, visit } from '@hotwired/turbo'
import { putForm } from './support/put-form.ts'

/** Gets the focus after the reload, because the form that had it is gone. */
const REWARDS = '#rewards'

/** Applies a reward (CRT-8): success reloads the page, a refusal shows the form's error block. */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['error']
  static override values = { failure: String }
  declare readonly errorTarget: HTMLElement
  declare readonly failureValue: string

  #sending: AbortController | null = null

  /** Does not abort: a cart broadcast may remove the form before its response, which still counts. */
  override disconnect() {
    this.#end()
    this.#showError('')
  }

  async send(event: Event) {
    event.preventDefault()
    if (this.#sending) return
    const sending = new AbortController()
    this.#sending = sending
    addEventListener('turbo:visit', () => sending.abort(), { once: true })
    this.#showError('')
    this.element.setAttribute('aria-busy', 'true')
    const response = await putForm(this.element, sending.signal)
    if (sending.signal.aborted) return
    this.#end()
    if (response?.ok) reload()
    else this.#showError(response?.message || this.failureValue)
  }

  #showError(message: string) {
    this.errorTarget.textContent = message
    this.errorTarget.hidden = message === ''
  }

  #end() {
    this.#sending = null
    this.element.removeAttribute('aria-busy')
  }
}

function reload() {
  cache.clear()
  addEventListener('turbo:load', () => document.querySelector<HTMLElement>(REWARDS)?.focus(), { once: true })
  visit(window.location.href, { action: 'replace' })
}
