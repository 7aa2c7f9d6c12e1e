import { Controller } from '@hotwired/stimulus'

/** Keeps one of its `<details>` open at a time; with `several` they mind their own business (BEH-1). */
export default class extends Controller<HTMLElement> {
  static override targets = ['item']
  static override values = { several: Boolean }
  declare readonly itemTargets: HTMLDetailsElement[]
  declare readonly severalValue: boolean

  /** On `toggle`, which does not bubble, so each item says it. */
  toggle({ currentTarget }: Event) {
    const opened = currentTarget as HTMLDetailsElement
    if (!opened.open || this.severalValue) return
    for (const item of this.itemTargets) if (item !== opened) item.open = false
  }

  /** What is open stays so, though the server's HTML comes without it. */
  keep(event: CustomEvent<{ attributeName: string }>) {
    const isItem = this.itemTargets.some((item) => item === event.target)
    if (isItem && event.detail.attributeName === 'open') event.preventDefault()
  }
}
