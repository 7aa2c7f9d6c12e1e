import { Controller } from '@hotwired/stimulus'

/** What somebody unfolded in it stays so when the server's HTML is worked into it. */
export default class extends Controller<HTMLElement> {
  keep(event: CustomEvent<{ attributeName: string }>) {
    if (event.target instanceof HTMLDetailsElement && event.detail.attributeName === 'open')
      event.preventDefault()
  }
}
