import { Controller } from '@hotwired/stimulus'

const STAYS_MS = 6_000
const FADES_MS = 1_000

/** A floating sentence leaves by itself, but not while it is being read with the pointer on it. */
export default class extends Controller<HTMLElement> {
  #timer: number | undefined

  override connect() {
    this.#wait()
    this.element.addEventListener('pointerenter', this.#stay)
    this.element.addEventListener('pointerleave', this.#wait)
  }

  override disconnect() {
    this.#stay()
    this.element.removeEventListener('pointerenter', this.#stay)
    this.element.removeEventListener('pointerleave', this.#wait)
  }

  #wait = () => {
    this.#timer = window.setTimeout(() => this.#leave(), STAYS_MS)
  }

  #stay = () => {
    window.clearTimeout(this.#timer)
    delete this.element.dataset.leaving
  }

  #leave() {
    this.element.dataset.leaving = ''
    this.#timer = window.setTimeout(() => this.element.remove(), FADES_MS)
  }
}
