import { Controller } from '@hotwired/stimulus'
import { morphChildren } from '@hotwired/turbo'
import { throttle } from './support/throttle.ts'

const THROTTLE_MS = 1_000

type FrameRender = CustomEvent<{ render: (current: Element, incoming: Element) => void }>

/** Submits the filters on change, at most once a second, and always the last choice (BEH-27). */
export default class extends Controller<HTMLElement> {
  static override targets = ['form']
  declare readonly formTarget: HTMLFormElement

  #hasUnsent = false
  #throttle = throttle(THROTTLE_MS, () => this.#send())

  override connect() {
    // A page restored from Turbo's cache may hold checked boxes that were never submitted.
    this.formTarget.reset()
  }

  override disconnect() {
    this.#throttle.cancel()
    this.#hasUnsent = false
  }

  change() {
    this.#hasUnsent = true
    this.#throttle.call()
  }

  tidy({ formData }: FormDataEvent) {
    if (formData.get('sort') === 'featured') formData.delete('sort')
  }

  morph(event: FrameRender) {
    if (event.target !== this.element) return
    event.detail.render = (current, incoming) => {
      if (this.#hasUnsent) this.#carryOver(incoming)
      morphChildren(current, incoming)
      document.title = (incoming as HTMLElement).dataset.title ?? document.title
    }
  }

  keep(event: CustomEvent<{ attributeName: string }>) {
    const isDetails = event.target instanceof HTMLDetailsElement
    if (isDetails && event.detail.attributeName === 'open') event.preventDefault()
  }

  #send() {
    this.#hasUnsent = false
    this.formTarget.requestSubmit()
    const chosen = [...new FormData(this.formTarget)].map(([name, value]) => ({ name, value }))
    this.element.dispatchEvent(
      new CustomEvent('product-filter-sort-changed', { bubbles: true, detail: { chosen } }),
    )
  }

  /** A late response must not undo choices made since it was requested. */
  #carryOver(incoming: Element) {
    for (const checkbox of incoming.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
      const current = this.element.querySelector<HTMLInputElement>(
        `input[name="${CSS.escape(checkbox.name)}"][value="${CSS.escape(checkbox.value)}"]`,
      )
      if (current) checkbox.toggleAttribute('checked', current.checked)
    }
    const [sort, current] = [incoming, this.element].map((side) => side.querySelector('select'))
    for (const option of sort?.options ?? [])
      option.toggleAttribute('selected', option.value === current?.value)
  }
}
