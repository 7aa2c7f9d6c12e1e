import { Controller } from '@hotwired/stimulus'

/** Parameters that were meant for the server, and say nothing to whom the address is sent on (CAT-7). */
const HEARD = ['page_not_found_source', 'promotion_offer']

/** Takes them out of the address. Turbo keeps its own notes in the history's state, so that stays. */
export default class extends Controller<HTMLElement> {
  override connect() {
    const url = new URL(window.location.href)
    const heard = HEARD.filter((name) => url.searchParams.has(name))
    if (heard.length === 0) return
    for (const name of heard) url.searchParams.delete(name)
    window.history.replaceState(window.history.state, '', url)
  }
}
