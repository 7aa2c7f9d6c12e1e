import { Controller } from '@hotwired/stimulus'
import { type FormResponse, sendForm } from './support/send-form.ts'

const MESSAGE_MS = 5_000

/** Switches "ship anyway" in place. What came of it shows for five seconds (ORD-6). */
export default class extends Controller<HTMLElement> {
  static override targets = ['switch', 'message', 'arrival']
  static override values = { unreached: String }
  declare readonly switchTarget: HTMLButtonElement
  declare readonly hasMessageTarget: boolean
  declare readonly messageTarget: HTMLElement
  declare readonly arrivalTargets: HTMLElement[]
  declare readonly unreachedValue: string

  #sending: AbortController | null = null
  #timer: number | undefined

  override disconnect() {
    this.#sending?.abort()
    this.#sending = null
    this.#clear()
  }

  /** A second press while the first is under way counts as none. */
  async toggle(event: SubmitEvent) {
    event.preventDefault()
    if (this.#sending) return
    const sending = new AbortController()
    this.#sending = sending
    const answer = await sendForm(event.target as HTMLFormElement, sending.signal)
    if (sending.signal.aborted) return
    this.#sending = null
    if (!answer?.ok) return this.#show(answer?.error ?? this.unreachedValue)
    this.#apply(answer)
  }

  #apply({ message, note = '', arrival = '' }: FormResponse) {
    const isOn = message === 'checked'
    this.switchTarget.setAttribute('aria-checked', String(isOn))
    this.element.toggleAttribute('data-anyway', isOn)
    for (const shown of this.arrivalTargets) shown.textContent = arrival
    this.#show(note)
  }

  #show(words: string) {
    this.#clear()
    this.messageTarget.textContent = words
    this.#timer = window.setTimeout(() => this.#clear(), MESSAGE_MS)
  }

  #clear() {
    window.clearTimeout(this.#timer)
    if (this.hasMessageTarget) this.messageTarget.textContent = ''
  }
}
