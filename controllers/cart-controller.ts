import { Controller } from '@hotwired/stimulus'
import { cartItemOf } from './support/cart-item.ts'
import { isNewest, supersede } from './support/cart-version.ts'
import { pageCart } from './support/page-cart.ts'
import { fetchStreams, renderStreams, type StreamRender } from './support/render-streams.ts'

/** Intercepts every form that changes the box, so that CartChanges can queue and merge the changes. */
export default class extends Controller<HTMLElement> {
  static override values = { version: String, quantities: Object, url: String }
  declare readonly versionValue: string
  declare readonly urlValue: string

  #lifetime = new AbortController()

  override connect() {
    this.#lifetime = new AbortController()
    if (this.#isCached && !isNewest(this.versionValue)) void this.#catchUp()
  }

  override disconnect() {
    this.#lifetime.abort()
  }

  versionValueChanged(version: string) {
    if (!this.#isCached) supersede(version)
  }

  quantitiesValueChanged(quantities: Record<string, number>) {
    if (this.#isCached) pageCart.announce()
    else pageCart.load(quantities)
  }

  /** For elements that connected or re-rendered after the last `cart:changed`. */
  tell() {
    pageCart.announce()
  }

  /** Leaves to Turbo the forms that reload the whole page, and invalid quantities, which the shop refuses itself. */
  intercept(event: SubmitEvent) {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    const item = cartItemOf(form)
    if (event.defaultPrevented || !item || form.dataset.turboFrame === '_top') return
    const data = new FormData(form)
    const verb = data.get('_method')
    const quantity = verb === 'delete' ? '0' : String(data.get('quantity'))
    if (!(verb ? /^\d+$/ : /^[1-9]\d*$/).test(quantity)) return
    event.preventDefault()
    pageCart.request(item, { url: form.action, quantity: Number(quantity), adds: verb === null })
  }

  /** Skips a stream that is older than what the page shows; after any other, re-applies the changes in flight. */
  reapply({ target, detail }: StreamRender) {
    const { render } = detail
    const version = (target as HTMLElement).dataset.cartVersion
    detail.render = async (stream) => {
      if (version && !supersede(version)) return
      await render(stream)
      pageCart.announce()
    }
  }

  /** Marked in Turbo's copy of the page (support/copy-inert.ts). */
  get #isCached() {
    return 'cached' in this.element.dataset
  }

  /** A page from Turbo's cache shows the box as it was. The socket says so, too, but a proxy may block it. */
  async #catchUp() {
    if (document.documentElement.hasAttribute('data-turbo-preview')) return
    const { signal } = this.#lifetime
    const streams = await fetchStreams(this.urlValue, signal)
    if (streams !== null && !signal.aborted) await renderStreams(streams)
  }
}
