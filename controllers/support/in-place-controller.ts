import { Controller } from '@hotwired/stimulus'
import { sendInPlace } from './send-in-place.ts'

/** Of forms that change a part of the page in place (views/membership/place-of.ts), one at a time. */
export abstract class InPlaceController<Root extends HTMLElement = HTMLElement> extends Controller<Root> {
  static override values = { failure: String, part: String, told: String, focus: String }
  declare readonly failureValue: string
  declare readonly partValue: string
  declare readonly toldValue: string
  declare readonly focusValue: string

  #sending: AbortController | null = null

  override disconnect() {
    this.#sending?.abort()
    this.#sending = null
  }

  protected get isSending(): boolean {
    return this.#sending !== null
  }

  /** `pressed` keeps the focus if it's still there. @returns the problem to show; null when it went through, or nobody sees it anymore */
  protected async sendInPlace(form: HTMLFormElement, pressed?: string): Promise<string | null> {
    const sending = new AbortController()
    this.#sending = sending
    form.setAttribute('aria-busy', 'true')
    const place = { part: this.partValue, told: this.toldValue, focus: this.focusValue, pressed }
    const problem = await sendInPlace(form, place, sending.signal)
    form.removeAttribute('aria-busy')
    if (this.#sending === sending) this.#sending = null
    return problem === null || sending.signal.aborted ? null : problem || this.failureValue
  }
}
