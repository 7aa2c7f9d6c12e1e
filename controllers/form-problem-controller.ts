import { Controller } from '@hotwired/stimulus'

/** Takes whoever sent a form to the first field that is wrong, else to what is said about it. */
export default class extends Controller<HTMLElement> {
  override connect() {
    const wrong = this.element.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const said = this.element.closest('form')?.querySelector<HTMLElement>('[role="alert"]')
    if (wrong) wrong.focus()
    else said?.scrollIntoView({ block: 'center' })
  }
}
