import { Controller } from '@hotwired/stimulus'

/**
 * Takes whoever sent a form to the first field that is wrong, else to what is said about it; at each telling, for a
 * form that is redrawn keeps its parts. A field that is typed in anew is no longer called wrong.
 */
export default class extends Controller<HTMLElement> {
  static override values = { told: String }
  declare readonly toldValue: string

  #form: HTMLFormElement | null = null

  override connect() {
    this.#form = this.element.closest('form')
    this.#form?.addEventListener('input', this.#forgive)
  }

  override disconnect() {
    this.#form?.removeEventListener('input', this.#forgive)
  }

  toldValueChanged() {
    // After the redrawing: it still moves the focus.
    requestAnimationFrame(() => this.#show())
  }

  #show() {
    const form = this.element.closest('form')
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const said = form?.querySelector<HTMLElement>('[role="alert"]')
    if (wrong) wrong.focus()
    else said?.scrollIntoView({ block: 'center' })
  }

  #forgive = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target.getAttribute('aria-invalid') !== 'true') return
    target.removeAttribute('aria-invalid')
    document.getElementById(`${target.id}_error`)?.remove()
  }
}
