import { Controller } from '@hotwired/stimulus'

/** A button that prints its page. */
export default class extends Controller<HTMLButtonElement> {
  print() {
    window.print()
  }
}
