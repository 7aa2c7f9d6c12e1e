import { Controller } from '@hotwired/stimulus'

const STAYS_MS = 6_000
const FADES_MS = 1_000

/** A floating sentence leaves by itself, but not while the pointer or the focus is on it; a refusal waits to be closed. */
export default class extends Controller<HTMLElement> {
  static override values = { stays: Boolean }
  declare readonly staysValue: boolean

  #timer: number | undefined

  override connect() {
    for (const type of ['pointerenter', 'focusin']) this.element.addEventListener(type, this.#stay)
    for (const type of ['pointerleave', 'focusout']) this.element.addEventListener(type, this.#wait)
    this.#wait()
  }

  override disconnect() {
    window.clearTimeout(this.#timer)
    for (const type of ['pointerenter', 'focusin']) this.element.removeEventListener(type, this.#stay)
    for (const type of ['pointerleave', 'focusout']) this.element.removeEventListener(type, this.#wait)
  }

  close() {
    this.element.remove()
  }

  #wait = () => {
    if (this.staysValue) return
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#leave(), STAYS_MS)
  }

  #stay = () => {
    window.clearTimeout(this.#timer)
    delete this.element.dataset.leaving
  }

  #leave() {
    this.element.dataset.leaving = ''
    this.#timer = window.setTimeout(() => this.close(), FADES_MS)
  }
}
