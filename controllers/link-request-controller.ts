import { Controller } from '@hotwired/stimulus'
import { sendForm } from './support/send-form.ts'

/**
 * Asks for a mailed link where it stands (ACC-4, ACC-5). Once one was sent the button rests, since another would void it,
 * until another address is typed.
 */
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
    this.wake()
  }

  /** Another address may be asked for, and what is said of the one before is not said of it. */
  wake() {
    this.#sending?.abort()
    this.#sending = null
    this.#tell('', '')
    this.buttonTarget.removeAttribute('aria-disabled')
  }

  async send(event: Event) {
    event.preventDefault()
    if (this.#sending || this.buttonTarget.ariaDisabled === 'true') return
    this.#tell('', '')
    const sending = new AbortController()
    this.#sending = sending
    const answer = await sendForm(this.formTarget, sending.signal)
    if (sending.signal.aborted) return
    this.#sending = null
    if (answer?.status === 429) return location.reload()
    if (!answer) return this.#tell(this.unreachedValue, '')
    if (!answer.ok) return this.#tell(answer.error || this.refusedValue, '')
    this.#tell('', answer.message ?? '')
    this.buttonTarget.setAttribute('aria-disabled', 'true') // it keeps the focus
  }

  #tell(problem: string, done: string) {
    this.errorTarget.textContent = problem
    this.doneTarget.textContent = done
    // On a phone the button may have been the last that was in sight.
    if (problem || done) (problem ? this.errorTarget : this.doneTarget).scrollIntoView({ block: 'nearest' })
  }
}
