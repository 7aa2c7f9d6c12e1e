import { Controller } from '@hotwired/stimulus'

/**
 * Takes whoever sent a form to the first field that is wrong in it, or in the section around this, else to what is said
 * about it; at each telling, for a form that is redrawn keeps its parts. A field that is typed in anew is no longer
 * called wrong.
 */
export default class extends Controller<HTMLElement> {
  static override values = { told: String }
  declare readonly toldValue: string

  #around: HTMLElement | null = null

  override connect() {
    this.#around = this.element.closest<HTMLElement>('form, section')
    this.#around?.addEventListener('input', this.#forgive)
  }

  override disconnect() {
    this.#around?.removeEventListener('input', this.#forgive)
  }

  toldValueChanged() {
    // After the redrawing: it still moves the focus.
    requestAnimationFrame(() => this.#show())
  }

  #show() {
    const wrong = this.#around?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const said = this.#around?.querySelector<HTMLElement>('[role="alert"]')
    if (wrong) wrong.focus()
    else said?.scrollIntoView({ block: 'center' })
  }

  #forgive = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target.getAttribute('aria-invalid') !== 'true') return
    target.removeAttribute('aria-invalid')
    document.getElementById(`${target.id}_error`)?.remove()
  }
}
