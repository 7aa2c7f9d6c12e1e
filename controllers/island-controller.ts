import { Controller } from '@hotwired/stimulus'
import type { Root } from 'react-dom/client'
import { fetchIsland } from '#islands/client.ts'
import { deferToTurbo } from './support/defer-to-turbo.ts'

/** Brings a React island to life, and takes it back to the server's HTML before Turbo keeps the page. */
export default class extends Controller<HTMLElement> {
  static override values = { name: String, props: Object }
  declare readonly nameValue: string
  declare readonly propsValue: object

  #ends = new AbortController()
  #serverHtml: string | null = null
  #root: Root | null = null

  override connect() {
    // A preview is replaced within moments: hydrating it would only be thrown away.
    if (document.documentElement.hasAttribute('data-turbo-preview')) return
    this.#ends = new AbortController()
    const aside = { leave: () => this.#reset(), comeBack: () => void this.#hydrate() }
    deferToTurbo(this.element, aside, this.#ends.signal)
    void this.#hydrate()
  }

  override disconnect() {
    this.#ends.abort()
    this.#reset()
  }

  async #hydrate() {
    this.#serverHtml = this.element.innerHTML
    const hydrate = await fetchIsland(this.nameValue)
    if (this.#serverHtml === null || this.#root) return // left, or came back, while the script loaded
    this.#root = hydrate(this.element, this.propsValue)
  }

  /** A restored page is hydrated anew, so what Turbo keeps must be what the server sent. */
  #reset() {
    this.#root?.unmount()
    if (this.#root && this.#serverHtml !== null) this.element.innerHTML = this.#serverHtml
    this.#root = null
    this.#serverHtml = null
  }
}
