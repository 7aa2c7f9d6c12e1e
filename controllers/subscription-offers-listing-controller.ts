import { Controller } from '@hotwired/stimulus'
import { sendInPlace } from './support/send-in-place.ts'

/** Offers to add to a membership's next box (BEH-14): one press each, and the box shows its new total in place. */
export default class extends Controller<HTMLElement> {
  static override targets = ['problem']
  static override values = { failure: String, part: String, told: String, focus: String }
  declare readonly problemTarget: HTMLElement
  declare readonly failureValue: string
  declare readonly partValue: string
  declare readonly toldValue: string
  declare readonly focusValue: string

  #sending: AbortController | null = null

  override disconnect() {
    this.#sending?.abort()
    this.#sending = null
  }

  async add(event: SubmitEvent) {
    event.preventDefault()
    const form = event.target
    if (this.#sending || !(form instanceof HTMLFormElement)) return
    const sending = new AbortController()
    this.#sending = sending
    this.#showProblem('')
    form.setAttribute('aria-busy', 'true')
    const place = { part: this.partValue, told: this.toldValue, focus: this.focusValue }
    const problem = await sendInPlace(form, place, sending.signal)
    form.removeAttribute('aria-busy')
    if (this.#sending === sending) this.#sending = null
    if (problem !== null && !sending.signal.aborted) this.#showProblem(problem || this.failureValue)
  }

  #showProblem(message: string) {
    this.problemTarget.textContent = message
    this.problemTarget.hidden = message === ''
  }
}
