import { Controller } from '@hotwired/stimulus'
import type { PageCart } from '#src/cart/rules.ts'

const CALLS_AGAIN_AFTER_MS = 500

/** Nobody is called to the checkout while the box is being counted, nor in the half second after (CRT-5). */
export default class extends Controller<HTMLElement> {
  #timer: number | undefined

  override disconnect() {
    this.call()
  }

  count({ detail: { underWay } }: CustomEvent<PageCart>) {
    if (underWay.length > 0) this.#wait()
    else if ('counting' in this.element.dataset)
      this.#timer ??= window.setTimeout(() => this.call(), CALLS_AGAIN_AFTER_MS)
  }

  call() {
    window.clearTimeout(this.#timer)
    this.#timer = undefined
    delete this.element.dataset.counting
  }

  #wait() {
    this.call()
    this.element.dataset.counting = ''
  }
}
