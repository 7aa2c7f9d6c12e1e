import { Controller } from '@hotwired/stimulus'
import { timeLeft } from '#src/time-left.ts'

const TICK_MS = 1_000

/** Counts down every second from the end time, so that sleep cannot skew it, and hides itself at zero (BEH-3). */
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

  /** Moves the remaining time to this browser's clock once, since a page from Turbo's cache must not restart it. */
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
    const text = timeLeft(leftMs)
    if (this.wordsTarget.textContent !== text) this.wordsTarget.textContent = text
    this.#timer = window.setTimeout(() => this.tick(), leftMs % TICK_MS || TICK_MS)
  }
}
