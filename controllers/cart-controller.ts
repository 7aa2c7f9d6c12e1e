import { Controller } from '@hotwired/stimulus'
import { cartItemOf } from './support/cart-item.ts'
import { supersede } from './support/cart-version.ts'
import { pageCart } from './support/page-cart.ts'
import type { StreamRender } from './support/render-streams.ts'

/**
 * The box as this page knows it. Takes over every form that changes it, so that no change is lost and of many of one
 * offer only the last is sent; tells everybody what the box holds as `cart:changed`.
 */
export default class extends Controller<HTMLElement> {
  static override values = { version: String, quantities: Object }

  versionValueChanged(version: string) {
    supersede(version)
  }

  quantitiesValueChanged(quantities: Record<string, number>) {
    pageCart.know(quantities)
  }

  /** Somebody came later than the last word on it, or was drawn anew. */
  tell() {
    pageCart.tell()
  }

  /** Turbo's to send are forms that bring the whole page anew, and what makes no sense, which the shop says. */
  take(event: SubmitEvent) {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    const item = cartItemOf(form)
    if (event.defaultPrevented || !item || form.dataset.turboFrame === '_top') return
    const data = new FormData(form)
    const verb = data.get('_method')
    const quantity = verb === 'delete' ? '0' : String(data.get('quantity'))
    if (!(verb ? /^\d+$/ : /^[1-9]\d*$/).test(quantity)) return
    event.preventDefault()
    pageCart.wish(item, { url: form.action, quantity: Number(quantity), adds: verb === null })
  }

  /**
   * A stream writes what the shop holds into fields: what is under way stands in them again at once. What was overtaken
   * by newer news draws nothing.
   */
  redraw({ target, detail }: StreamRender) {
    const { render } = detail
    const version = (target as HTMLElement).dataset.cartVersion
    detail.render = async (stream) => {
      if (version && !supersede(version)) return
      await render(stream)
      pageCart.tell()
    }
  }
}
