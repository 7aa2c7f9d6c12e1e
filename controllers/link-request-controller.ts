import { Controller } from '@hotwired/stimulus'
import { sendForm } from './support/send-form.ts'

/** Requests an emailed link (ACC-4, ACC-5). A second link would void the first, so a new send needs a new address. */
export default class extends Controller<HTMLElement> {
  static override targets = ['form', 'error', 'done', 'button']
  static override values = { unreached: String, refused: String }
  declare readonly formTarget: HTMLFormElement
  declare readonly errorTarget: HTMLElement
  declare readonly doneTarget: HTMLElement
  declare readonly buttonTarget: HTMLButtonElement
  declare readonly unreachedValue: string
  declare readonly refusedValue: string

  #sending: AbortController | null = null

  override disconnect() {
    this.reset()
  }

  reset() {
    this.#sending?.abort()
    this.#sending = null
    this.#show({})
    this.buttonTarget.removeAttribute('aria-disabled')
  }

  async send(event: Event) {
    event.preventDefault()
    if (this.#sending || this.buttonTarget.ariaDisabled === 'true') return
    this.#show({})
    const sending = new AbortController()
    this.#sending = sending
    const response = await sendForm(this.formTarget, sending.signal)
    if (sending.signal.aborted) return
    this.#sending = null
    if (response?.status === 429) return location.reload()
    if (!response) return this.#show({ error: this.unreachedValue })
    if (!response.ok) return this.#show({ error: response.error || this.refusedValue })
    this.#show({ done: response.message ?? '' })
    this.buttonTarget.setAttribute('aria-disabled', 'true') // `disabled` would drop the focus
  }

  #show({ error = '', done = '' }) {
    this.errorTarget.textContent = error
    this.doneTarget.textContent = done
    if (error || done) (error ? this.errorTarget : this.doneTarget).scrollIntoView({ block: 'nearest' })
  }
}
