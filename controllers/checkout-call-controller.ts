import { Controller } from '@hotwired/stimulus'
import type { PageCart } from '#src/cart/rules.ts'

const RESHOW_DELAY_MS = 500

/** Hides the checkout button while a cart change is in flight, and for half a second after (CRT-5). */
export default class extends Controller<HTMLElement> {
  #timer: number | undefined

  override disconnect() {
    this.show()
  }

  update({ detail: { pending } }: CustomEvent<PageCart>) {
    if (pending.length > 0) this.#hide()
    else if ('counting' in this.element.dataset)
      this.#timer ??= window.setTimeout(() => this.show(), RESHOW_DELAY_MS)
  }

  show() {
    window.clearTimeout(this.#timer)
    this.#timer = undefined
    delete this.element.dataset.counting
  }

  #hide() {
    this.show()
    this.element.dataset.counting = ''
  }
}
