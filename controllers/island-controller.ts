import { Controller } from '@hotwired/stimulus'
import type { Root } from 'react-dom/client'
import { fetchIsland } from '#islands/client.ts'
import { deferToTurbo } from './support/defer-to-turbo.ts'
import { painted } from './support/painted.ts'

/** Hydrates a React island once its HTML is on the screen, and restores the server's HTML before Turbo caches the page. */
export default class extends Controller<HTMLElement> {
  static override values = { name: String, props: Object }
  declare readonly nameValue: string
  declare readonly propsValue: object

  #lifetime = new AbortController()
  #serverHtml: string | null = null
  #root: Root | null = null

  override connect() {
    if (document.documentElement.hasAttribute('data-turbo-preview')) return
    this.#lifetime = new AbortController()
    const hooks = { restore: () => this.#reset(), resume: () => void this.#hydrate() }
    deferToTurbo(this.element, hooks, this.#lifetime.signal)
    void this.#hydrate()
  }

  override disconnect() {
    this.#lifetime.abort()
    this.#reset()
  }

  async #hydrate() {
    this.#serverHtml = this.element.innerHTML
    await painted()
    if (this.#serverHtml === null) return
    const hydrate = await fetchIsland(this.nameValue)
    if (this.#serverHtml === null || this.#root) return
    this.#root = hydrate(this.element, this.propsValue)
  }

  /** A cached page is hydrated again when restored, so the cache must hold the server's HTML. */
  #reset() {
    this.#root?.unmount()
    if (this.#root && this.#serverHtml !== null) this.element.innerHTML = this.#serverHtml
    this.#root = null
    this.#serverHtml = null
  }
}
