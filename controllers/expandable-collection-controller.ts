import { Controller } from '@hotwired/stimulus'

/** Shows the rest of a collection of which the stylesheet hides all but the first few (BEH-4). */
export default class extends Controller<HTMLElement> {
  expand({ currentTarget }: Event) {
    const button = currentTarget as HTMLElement
    const first = this.#firstHidden(button)
    this.element.toggleAttribute('data-expanded', true)
    button.setAttribute('aria-expanded', 'true')
    // The control is gone now: focus goes on with what it brought.
    first?.querySelector<HTMLElement>('a[href], button, input')?.focus({ preventScroll: true })
  }

  /** Once asked for, the rest stays, though the server's HTML comes without it. */
  keep(event: CustomEvent<{ attributeName: string }>) {
    const isOurs = event.target === this.element && event.detail.attributeName === 'data-expanded'
    if (isOurs) event.preventDefault()
  }

  #firstHidden(button: HTMLElement): Element | undefined {
    const collection = document.getElementById(button.getAttribute('aria-controls') ?? '')
    return [...(collection?.children ?? [])].find((item) => !item.checkVisibility())
  }
}
