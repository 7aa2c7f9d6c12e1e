import { Controller } from '@hotwired/stimulus'
import { nextStep } from './support/payment-wait.ts'

const POLL_MS = 1_000
const LATE_AFTER_MS = 120_000

/** Polls the payment status and redirects on the result. Shows other ways out after two minutes. */
export default class extends Controller<HTMLElement> {
  static override values = { url: String, successUrl: String, errorUrl: String }
  static override targets = ['waiting', 'late']
  declare readonly urlValue: string
  declare readonly successUrlValue: string
  declare readonly errorUrlValue: string
  declare readonly waitingTarget: HTMLElement
  declare readonly lateTarget: HTMLElement

  #timer: number | undefined
  #startedAt = 0

  override connect() {
    this.#startedAt = performance.now()
    void this.#poll()
  }

  override disconnect() {
    window.clearTimeout(this.#timer)
  }

  async #poll() {
    const step = nextStep(await this.#fetchStatus())
    if (!this.element.isConnected) return
    if (step === 'success') return window.location.replace(this.successUrlValue)
    if (step === 'error') return window.location.replace(this.errorUrlValue)

    if (performance.now() - this.#startedAt > LATE_AFTER_MS) this.#showLate()
    this.#timer = window.setTimeout(() => this.#poll(), POLL_MS)
  }

  async #fetchStatus(): Promise<string | null> {
    try {
      const response = await fetch(this.urlValue, {
        headers: { Accept: 'application/json' },
        cache: 'no-store',
      })
      if (!response.ok) return null
      const { payment_status } = await response.json()
      return String(payment_status)
    } catch {
      return null
    }
  }

  #showLate() {
    this.waitingTarget.hidden = true
    this.lateTarget.hidden = false
  }
}
