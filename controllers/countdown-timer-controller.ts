import { Controller } from '@hotwired/stimulus'
import { timeLeft } from '#src/time-left.ts'

const TICK_MS = 1_000

/**
 * Says every second how long it still is, and hides itself at zero (BEH-3). Reckoned from the end each time, so that a
 * computer that slept, or a page in the background, is right again at once.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['words']
  static override values = { left: Number, endsAt: Number }
  declare readonly wordsTarget: HTMLElement
  declare readonly hasLeftValue: boolean
  declare readonly leftValue: number
  declare endsAtValue: number

  #timer: number | undefined

  override connect() {
    this.tick()
  }

  override disconnect() {
    window.clearTimeout(this.#timer)
  }

  /**
   * The server drew it with what was left then. From now on this browser's own clock counts, right or wrong; a page that
   * Turbo keeps must not begin anew with it.
   */
  leftValueChanged() {
    if (!this.hasLeftValue) return
    this.endsAtValue = Date.now() + this.leftValue
    this.element.removeAttribute('data-countdown-timer-left-value')
    this.tick()
  }

  tick() {
    window.clearTimeout(this.#timer)
    const leftMs = this.endsAtValue - Date.now()
    this.element.hidden = leftMs <= 0
    if (leftMs <= 0) return
    const words = timeLeft(leftMs)
    if (this.wordsTarget.textContent !== words) this.wordsTarget.textContent = words
    this.#timer = window.setTimeout(() => this.tick(), leftMs % TICK_MS || TICK_MS)
  }
}
