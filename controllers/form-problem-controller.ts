import { Controller } from '@hotwired/stimulus'

/** After a refusal, shows the alert and focuses the first invalid field around it. Typing clears an error. */
export default class extends Controller<HTMLElement> {
  static override values = { told: String }
  declare readonly toldValue: string

  #container: HTMLElement | null = null

  override connect() {
    this.#container = this.element.closest<HTMLElement>('form, section')
    this.#container?.addEventListener('input', this.#clearError)
  }

  override disconnect() {
    this.#container?.removeEventListener('input', this.#clearError)
  }

  toldValueChanged() {
    // After the render, which still moves the focus.
    requestAnimationFrame(() => this.#show())
  }

  #show() {
    const invalid = this.#container?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const alert = this.#container?.querySelector<HTMLElement>('[role="alert"]')
    // At once: the focus scrolls only as far as the field then still needs.
    alert?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    invalid?.focus()
  }

  #clearError = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || target.getAttribute('aria-invalid') !== 'true') return
    target.removeAttribute('aria-invalid')
    document.getElementById(`${target.id}_error`)?.remove()
  }
}
