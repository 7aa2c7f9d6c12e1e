import { Controller } from '@hotwired/stimulus'

/** Says aloud what changed, once, and whether the page is live. Without a connection it keeps the last news. */
export default class extends Controller<HTMLElement> {
  static override targets = ['card', 'status']
  declare readonly statusTarget: HTMLElement

  #said: string | undefined
  #observer: MutationObserver | undefined

  override connect() {
    const source = this.element.querySelector('turbo-cable-stream-source')
    if (!source) return
    this.#observer = new MutationObserver(() => this.#showConnection(source))
    this.#observer.observe(source, { attributes: true, attributeFilter: ['connected'] })
    this.#showConnection(source)
  }

  override disconnect() {
    this.#observer?.disconnect()
    delete this.element.dataset.live
  }

  /** Also after each change, which may leave the element and replace its contents. */
  cardTargetConnected(card: HTMLElement) {
    this.#say(card)
  }

  changed({ target }: Event) {
    if (target instanceof HTMLElement && target.matches('[data-tracking-target="card"]')) this.#say(target)
  }

  #say({ dataset: { said } }: HTMLElement) {
    const isNew = this.#said !== undefined && this.#said !== said
    this.#said = said
    if (isNew && said) this.statusTarget.textContent = said
  }

  /** Until the first connection, the page is as it came: neither live nor lost. */
  #showConnection(source: Element) {
    if (source.hasAttribute('connected')) this.element.dataset.live = 'on'
    else if (this.element.dataset.live === 'on') this.element.dataset.live = 'lost'
  }
}
