import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { requestModal } from './support/requested-modal.ts'

type ModalResponse = { html: string; enhanced_ecommerce_hash?: object }

/** Opens the wait-list form in the modal (BEH-17). On any failure the link leads to the plain page instead. */
export default class extends Controller<HTMLAnchorElement> {
  static override values = { url: String }
  declare readonly urlValue: string

  #loading: AbortController | null = null

  override disconnect() {
    this.#loading?.abort()
    this.#end()
  }

  async open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (this.#loading) return
    const loading = new AbortController()
    this.#loading = loading
    this.element.setAttribute('aria-busy', 'true')
    const response = await this.#fetch(loading.signal)
    if (loading.signal.aborted) return
    this.#end()
    if (response) this.#show(response)
    else this.#fail()
  }

  async #fetch(signal: AbortSignal): Promise<ModalResponse | null> {
    try {
      const response = await fetch(this.urlValue, { signal, headers: { accept: 'application/json' } })
      return response.ok ? ((await response.json()) as ModalResponse) : null
    } catch {
      return null
    }
  }

  #show({ html, enhanced_ecommerce_hash: detail }: ModalResponse) {
    const template = document.createElement('template')
    template.innerHTML = html
    this.#announce('add-to-wait-list', detail)
    const fallBack = () => visit(this.element.href)
    requestModal({ content: { fragment: template.content }, opener: this.element, fallBack })
  }

  #fail() {
    this.#announce('add-to-wait-list-failure', { url: this.urlValue })
    visit(this.element.href)
  }

  #announce(event: string, detail: object | undefined) {
    this.element.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }))
  }

  #end() {
    this.#loading = null
    this.element.removeAttribute('aria-busy')
  }
}
