import { Controller } from '@hotwired/stimulus'
import { morphChildren } from '@hotwired/turbo'
import { throttle } from './support/throttle.ts'

const THROTTLE_MS = 1_000

type FrameRender = CustomEvent<{ render: (current: Element, incoming: Element) => void }>

/** Sends the filters as they are chosen, at most once a second and the last choice always (BEH-27). */
export default class extends Controller<HTMLElement> {
  static override targets = ['form']
  declare readonly formTarget: HTMLFormElement

  #unsent = false
  #sending = throttle(THROTTLE_MS, () => this.#send())

  override connect() {
    // A page that comes back shows what it showed, whatever had been ticked on the way out.
    this.formTarget.reset()
  }

  override disconnect() {
    this.#sending.cancel()
    this.#unsent = false
  }

  change() {
    this.#unsent = true
    this.#sending.ask()
  }

  /** What goes without saying stays out of the address. */
  tidy({ formData }: FormDataEvent) {
    if (formData.get('sort') === 'featured') formData.delete('sort')
  }

  /** New cards and counts are worked into the page that stands, so that focus and scroll stay where they are. */
  morph(event: FrameRender) {
    if (event.target !== this.element) return
    event.detail.render = (current, incoming) => {
      if (this.#unsent) this.#carryOver(incoming)
      morphChildren(current, incoming)
      document.title = (incoming as HTMLElement).dataset.title ?? document.title
    }
  }

  /** A list that was opened or closed stays so. */
  keep(event: CustomEvent<{ attributeName: string }>) {
    const isList = event.target instanceof HTMLDetailsElement
    if (isList && event.detail.attributeName === 'open') event.preventDefault()
  }

  #send() {
    this.#unsent = false
    this.formTarget.requestSubmit()
    const chosen = [...new FormData(this.formTarget)].map(([name, value]) => ({ name, value }))
    this.element.dispatchEvent(
      new CustomEvent('product-filter-sort-changed', { bubbles: true, detail: { chosen } }),
    )
  }

  /** An answer that is behind the person must not untick what they have ticked since. */
  #carryOver(incoming: Element) {
    for (const box of incoming.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
      const now = this.element.querySelector<HTMLInputElement>(
        `input[name="${CSS.escape(box.name)}"][value="${CSS.escape(box.value)}"]`,
      )
      if (now) box.toggleAttribute('checked', now.checked)
    }
    const [sort, now] = [incoming, this.element].map((side) => side.querySelector('select'))
    for (const option of sort?.options ?? []) option.toggleAttribute('selected', option.value === now?.value)
  }
}
