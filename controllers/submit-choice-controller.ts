import { Controller } from '@hotwired/stimulus'

/** Sends a form as soon as its one choice is made. */
export default class extends Controller<HTMLFormElement> {
  submit() {
    this.element.requestSubmit()
  }
}
