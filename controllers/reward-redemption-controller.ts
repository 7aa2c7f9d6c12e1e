import { Controller } from '@hotwired/stimulus'
import { cache, visit } from '@hotwired/turbo'
import { putForm } from './support/put-form.ts'

/** Where the rewards are in a page that was loaded anew: the focus goes there, since the form it was in is gone. */
const REWARDS = '#rewards'

/**
 * Puts a reward on the box where it stands (CRT-8): a good answer loads the page anew, a refusal shows the form's error
 * block. Without scripts the form goes to the same address by itself.
 */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['error']
  static override values = { failure: String }
  declare readonly errorTarget: HTMLElement
  declare readonly failureValue: string

  #sending: AbortController | null = null

  /** News of the box may take the form away before its answer is there, which counts all the same. */
  override disconnect() {
    this.#settle()
    this.#tell('')
  }

  async send(event: Event) {
    event.preventDefault()
    if (this.#sending) return
    const sending = new AbortController()
    this.#sending = sending
    addEventListener('turbo:visit', () => sending.abort(), { once: true }) // who has left is not followed
    this.#tell('')
    this.element.setAttribute('aria-busy', 'true')
    const answer = await putForm(this.element, sending.signal)
    if (sending.signal.aborted) return
    this.#settle()
    if (answer?.ok) loadAnew()
    else this.#tell(answer?.message || this.failureValue)
  }

  #tell(sentence: string) {
    this.errorTarget.textContent = sentence
    this.errorTarget.hidden = sentence === ''
  }

  #settle() {
    this.#sending = null
    this.element.removeAttribute('aria-busy')
  }
}

function loadAnew() {
  cache.clear() // pages that Turbo keeps show the box as it was
  addEventListener('turbo:load', () => document.querySelector<HTMLElement>(REWARDS)?.focus(), { once: true })
  visit(window.location.href, { action: 'replace' })
}
