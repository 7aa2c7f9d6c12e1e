import { Controller } from '@hotwired/stimulus'
import { takeFromUrl } from './support/url-parameters.ts'

/** The server has captured these by now (src/page/captured-query.ts); a shared link should not carry them (CAT-7). */
const CAPTURED = ['page_not_found_source', 'promotion_offer']

export default class extends Controller<HTMLElement> {
  override connect() {
    for (const name of CAPTURED) takeFromUrl(name)
  }
}
