import { Controller } from '@hotwired/stimulus'
import { isAttentiveLoaded, openTextOffer } from './measuring/attentive.ts'

const BUTTON_POLL_MS = 100

/** A button that opens the offer of texts. Its part of the page stays hidden until the offer's script has loaded. */
export default class extends Controller<HTMLElement> {
  static override targets = ['words']
  declare readonly wordsTarget: HTMLElement

  #poll: ReturnType<typeof setInterval> | undefined
  #isOpening = false

  override connect() {
    this.#poll = setInterval(() => this.#showWhenLoaded(), BUTTON_POLL_MS)
  }

  override disconnect() {
    clearInterval(this.#poll)
  }

  async open() {
    if (this.#isOpening) return
    this.#isOpening = true
    this.wordsTarget.textContent = ''
    const isOpen = await openTextOffer()
    this.#isOpening = false
    if (!isOpen) this.wordsTarget.textContent = 'That didn’t open. Please try again in a minute.'
  }

  #showWhenLoaded() {
    if (!isAttentiveLoaded()) return
    clearInterval(this.#poll)
    this.element.hidden = false
  }
}
