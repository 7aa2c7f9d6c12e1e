import { Controller } from '@hotwired/stimulus'
import { refreshSummary } from '#islands/shared/refresh-summary.ts'
import { sendForm } from './support/send-form.ts'

type Choice = { recurring: boolean; period: string }

const UNREACHABLE = "We couldn't reach the shop. Please check your connection and try again."

/**
 * One box or a recurring one, sent as soon as it is chosen. What is chosen while an answer is awaited is sent after it;
 * what is refused goes back. Whoever shows the order hears `checkout-changed` and may prevent that only its summary is
 * renewed.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['form', 'tick', 'period', 'told']
  static override values = { summary: String }
  declare readonly formTarget: HTMLFormElement
  declare readonly tickTarget: HTMLInputElement
  declare readonly periodTarget: HTMLSelectElement
  declare readonly toldTarget: HTMLElement
  declare readonly summaryValue: string

  #kept: Choice = { recurring: false, period: '' }
  #sending: AbortController | null = null

  /** As the shop sent it: what was chosen before this came is sent now. */
  override connect() {
    const period = [...this.periodTarget.options].find(({ defaultSelected }) => defaultSelected)?.value ?? ''
    this.#kept = { recurring: this.tickTarget.defaultChecked, period }
    void this.#settle()
  }

  override disconnect() {
    this.#sending?.abort()
    this.#sending = null
  }

  choose(event: Event) {
    event.preventDefault()
    void this.#settle()
  }

  async #settle() {
    if (this.#sending) return
    this.#sending = new AbortController()
    const { signal } = this.#sending
    while (!signal.aborted && !isSame(this.#chosen, this.#kept)) await this.#send(signal)
    if (!signal.aborted) this.#sending = null
  }

  async #send(signal: AbortSignal) {
    const sent = this.#chosen
    const answer = await sendForm(this.formTarget, signal)
    if (signal.aborted) return
    this.toldTarget.textContent = answer?.message ?? UNREACHABLE
    this.toldTarget.toggleAttribute('data-refused', !answer?.ok)
    if (!answer?.ok) this.#goBack()
    // Bought in another tab, or joined with another box: the page then leads to what became of it.
    if (answer?.code === 'order_placed' || answer?.code === 'order_joined') return window.location.reload()
    if (!answer?.ok) return
    this.#kept = sent
    this.#announce()
  }

  #announce() {
    const changed = new CustomEvent('checkout-changed', { cancelable: true, detail: { by: 'recurring' } })
    if (document.dispatchEvent(changed)) void refreshSummary(this.summaryValue)
  }

  #goBack() {
    this.tickTarget.checked = this.#kept.recurring
    this.periodTarget.value = this.#kept.period
  }

  /** Without a box again and again there is no rhythm to differ in. */
  get #chosen(): Choice {
    return { recurring: this.tickTarget.checked, period: this.periodTarget.value }
  }
}

const isSame = (left: Choice, right: Choice) =>
  left.recurring === right.recurring && (!left.recurring || left.period === right.period)
