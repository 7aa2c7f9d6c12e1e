import { Controller } from '@hotwired/stimulus'

/** Shows the rest of a collection; the stylesheet hides all but the first few (BEH-4). */
export default class extends Controller<HTMLElement> {
  expand({ currentTarget }: Event) {
    const button = currentTarget as HTMLElement
    const first = this.#firstHidden(button)
    this.element.toggleAttribute('data-expanded', true)
    button.setAttribute('aria-expanded', 'true')
    // The stylesheet now hides the button, so the focus moves to the first revealed item.
    first?.querySelector<HTMLElement>('a[href], button, input')?.focus({ preventScroll: true })
  }

  keep(event: CustomEvent<{ attributeName: string }>) {
    const isOwn = event.target === this.element && event.detail.attributeName === 'data-expanded'
    if (isOwn) event.preventDefault()
  }

  #firstHidden(button: HTMLElement): Element | undefined {
    const collection = document.getElementById(button.getAttribute('aria-controls') ?? '')
    return [...(collection?.children ?? [])].find((item) => !item.checkVisibility())
  }
}
