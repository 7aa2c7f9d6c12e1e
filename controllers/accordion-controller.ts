import { Controller } from '@hotwired/stimulus'

/** Keeps one `<details>` open at a time, unless `several` is set (BEH-1). */
export default class extends Controller<HTMLElement> {
  static override targets = ['item']
  static override values = { several: Boolean }
  declare readonly itemTargets: HTMLDetailsElement[]
  declare readonly severalValue: boolean

  #reportedOpen: HTMLDetailsElement[] = []

  override connect() {
    this.#reportedOpen = this.itemTargets.filter(({ open }) => open)
  }

  /** `toggle` may come so late that the next item is already open, so it closes only items whose `toggle` came before. */
  toggle({ currentTarget }: Event) {
    const opened = currentTarget as HTMLDetailsElement
    if (!opened.open || this.severalValue) return
    for (const item of this.#reportedOpen) if (item !== opened) item.open = false
    this.#reportedOpen = [opened]
  }

  /** The server's HTML never has `open`; a morph must not close what the shopper opened. */
  keep(event: CustomEvent<{ attributeName: string }>) {
    const isItem = this.itemTargets.some((item) => item === event.target)
    if (isItem && event.detail.attributeName === 'open') event.preventDefault()
  }
}
