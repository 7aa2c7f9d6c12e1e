import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { requestModal } from './support/requested-modal.ts'

type Question = { html: string; enhanced_ecommerce_hash?: object }

/**
 * Opens the wait list's question over the page (BEH-17). The link leads to its plain page, which is where everybody
 * comes who cannot have it here.
 */
export default class extends Controller<HTMLAnchorElement> {
  static override values = { url: String }
  declare readonly urlValue: string

  #asking: AbortController | null = null

  override disconnect() {
    this.#asking?.abort()
    this.#settle()
  }

  async open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return // in a tab of its own
    event.preventDefault()
    if (this.#asking) return
    const asking = new AbortController()
    this.#asking = asking
    this.element.setAttribute('aria-busy', 'true')
    const question = await this.#fetch(asking.signal)
    if (asking.signal.aborted) return
    this.#settle()
    if (question) this.#show(question)
    else this.#fail()
  }

  async #fetch(signal: AbortSignal): Promise<Question | null> {
    try {
      const response = await fetch(this.urlValue, { signal, headers: { accept: 'application/json' } })
      return response.ok ? ((await response.json()) as Question) : null
    } catch {
      return null
    }
  }

  #show({ html, enhanced_ecommerce_hash: detail }: Question) {
    const template = document.createElement('template')
    template.innerHTML = html
    this.#tell('add-to-wait-list', detail)
    const otherwise = () => visit(this.element.href)
    requestModal({ wanted: { contents: template.content }, opener: this.element, otherwise })
  }

  #fail() {
    this.#tell('add-to-wait-list-failure', { url: this.urlValue })
    visit(this.element.href)
  }

  #tell(event: string, detail: object | undefined) {
    this.element.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }))
  }

  #settle() {
    this.#asking = null
    this.element.removeAttribute('aria-busy')
  }
}
