import { Controller } from '@hotwired/stimulus'

/** A morph must not close a `<details>` that the shopper opened. */
export default class extends Controller<HTMLElement> {
  keep(event: CustomEvent<{ attributeName: string }>) {
    if (event.target instanceof HTMLDetailsElement && event.detail.attributeName === 'open')
      event.preventDefault()
  }
}
