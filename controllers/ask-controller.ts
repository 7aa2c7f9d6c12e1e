import { Controller } from '@hotwired/stimulus'
import { cache, visit } from '@hotwired/turbo'
import { type Answer, sendForm } from './support/send-form.ts'

/**
 * A question that is answered where it stands. A good answer takes the form's place or leads on; whoever asked for
 * another reason hears `ask:answered` and may prevent both. A refusal stands at the field.
 */
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
    const answer = await sendForm(this.formTarget, sending.signal)
    if (sending.signal.aborted) return
    this.#end()
    if (answer?.ok) this.#answered(answer)
    else this.#refused(answer?.message || this.failureValue)
  }

  #begin(): AbortController {
    this.#tell('')
    this.formTarget.setAttribute('aria-busy', 'true')
    this.#sending = new AbortController()
    return this.#sending
  }

  #end() {
    this.formTarget.removeAttribute('aria-busy')
    this.#sending = null
  }

  #answered(answer: Answer) {
    cache.clear() // pages that Turbo keeps were made before
    if (this.dispatch('answered', { detail: answer, cancelable: true }).defaultPrevented) return
    if (answer.redirect_to) return visit(answer.redirect_to)
    this.doneTarget.textContent = answer.message ?? ''
    this.doneTarget.hidden = false
    this.formTarget.hidden = true
    this.doneTarget.focus()
  }

  #refused(sentence: string) {
    this.#tell(sentence)
    this.#only?.focus()
  }

  #tell(sentence: string) {
    this.errorTarget.textContent = sentence
    if (sentence) this.#only?.setAttribute('aria-invalid', 'true')
    else this.#only?.removeAttribute('aria-invalid')
  }

  /** The field that a refusal is about, where there is but one. */
  get #only(): HTMLInputElement | undefined {
    const [only, ...others] = this.formTarget.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')
    return others.length === 0 ? only : undefined
  }
}
