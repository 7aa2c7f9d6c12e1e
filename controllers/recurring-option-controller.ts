import { Controller } from '@hotwired/stimulus'
import { refreshSummary } from '#islands/shared/refresh-summary.ts'
import { sendForm } from './support/send-form.ts'

type Choice = { recurring: boolean; period: string }

const UNREACHABLE = "We couldn't reach the shop. Please check your connection and try again."

/** Saves the choice as it is made. Choices made during a save follow it; a refused one is reverted. */
export default class extends Controller<HTMLElement> {
  static override targets = ['form', 'tick', 'period', 'told']
  static override values = { summary: String }
  declare readonly formTarget: HTMLFormElement
  declare readonly tickTarget: HTMLInputElement
  declare readonly periodTarget: HTMLSelectElement
  declare readonly toldTarget: HTMLElement
  declare readonly summaryValue: string

  #saved: Choice = { recurring: false, period: '' }
  #sending: AbortController | null = null

  /** The HTML's defaults are the saved choice; one made before this controller loaded is sent now. */
  override connect() {
    const period = [...this.periodTarget.options].find(({ defaultSelected }) => defaultSelected)?.value ?? ''
    this.#saved = { recurring: this.tickTarget.defaultChecked, period }
    void this.#sync()
  }

  override disconnect() {
    this.#sending?.abort()
    this.#sending = null
  }

  /** As saved by another tab, unless a choice made here is on its way. */
  show({ detail: { period } }: CustomEvent<{ period: string }>) {
    if (this.#sending || !isSame(this.#chosen, this.#saved)) return
    this.#saved = { recurring: period !== '', period: period || this.#saved.period }
    this.#revert()
  }

  choose(event: Event) {
    event.preventDefault()
    void this.#sync()
  }

  async #sync() {
    if (this.#sending) return
    this.#sending = new AbortController()
    const { signal } = this.#sending
    while (!signal.aborted && !isSame(this.#chosen, this.#saved)) await this.#send(signal)
    if (!signal.aborted) this.#sending = null
  }

  async #send(signal: AbortSignal) {
    const sent = this.#chosen
    const response = await sendForm(this.formTarget, signal)
    if (signal.aborted) return
    this.toldTarget.textContent = response?.message ?? UNREACHABLE
    this.toldTarget.toggleAttribute('data-refused', !response?.ok)
    if (!response?.ok) this.#revert()
    // Placed in another tab, or joined with another box: the reload redirects to the result.
    if (response?.code === 'order_placed' || response?.code === 'order_joined')
      return window.location.reload()
    if (!response?.ok) return
    this.#saved = sent
    this.#announce()
  }

  #announce() {
    const changed = new CustomEvent('checkout-changed', { cancelable: true, detail: { by: 'recurring' } })
    if (document.dispatchEvent(changed)) void refreshSummary(this.summaryValue)
  }

  #revert() {
    this.tickTarget.checked = this.#saved.recurring
    this.periodTarget.value = this.#saved.period
  }

  get #chosen(): Choice {
    return { recurring: this.tickTarget.checked, period: this.periodTarget.value }
  }
}

/** The period matters only for a recurring box. */
const isSame = (left: Choice, right: Choice) =>
  left.recurring === right.recurring && (!left.recurring || left.period === right.period)
