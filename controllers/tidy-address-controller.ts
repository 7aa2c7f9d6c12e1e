import { Controller } from '@hotwired/stimulus'
import { takeFromUrl } from './support/url-parameters.ts'

/** Parameters that were meant for the server, and say nothing to whom the address is sent on (CAT-7). */
const HEARD = ['page_not_found_source', 'promotion_offer']

/** Takes them out of the address. */
export default class extends Controller<HTMLElement> {
  override connect() {
    for (const name of HEARD) takeFromUrl(name)
  }
}
