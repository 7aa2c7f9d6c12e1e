import { Controller } from '@hotwired/stimulus'
import { nextStep } from './support/payment-wait.ts'

const POLL_MS = 1_000
const PATIENCE_MS = 120_000

/** Waits for the word on a payment, then goes where it leads; after two minutes it offers a way on instead. */
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
    const step = nextStep(await this.#ask())
    if (!this.element.isConnected) return
    if (step === 'success') return window.location.replace(this.successUrlValue)
    if (step === 'error') return window.location.replace(this.errorUrlValue)

    if (performance.now() - this.#startedAt > PATIENCE_MS) this.#tellItIsLate()
    this.#timer = window.setTimeout(() => this.#poll(), POLL_MS)
  }

  /** The word of the server; null when it could not be had this time. */
  async #ask(): Promise<string | null> {
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

  #tellItIsLate() {
    this.waitingTarget.hidden = true
    this.lateTarget.hidden = false
  }
}
