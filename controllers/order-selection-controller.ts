import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { inPounds } from '#src/money.ts'

/** What was selected on each list, for when it is shown again with new orders. */
const kept = new Map<string, string[]>()

/** Selects orders for a wave: one, a range with Shift, a page, or all that the list's filters match. */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['box', 'page', 'bar', 'words', 'all', 'every']
  static override values = { total: Number }
  declare readonly boxTargets: HTMLInputElement[]
  declare readonly pageTarget: HTMLInputElement
  declare readonly barTarget: HTMLElement
  declare readonly wordsTarget: HTMLElement
  declare readonly hasBarTarget: boolean
  declare readonly hasAllTarget: boolean
  declare readonly allTarget: HTMLButtonElement
  declare readonly hasEveryTarget: boolean
  declare readonly everyTarget: HTMLInputElement
  declare readonly totalValue: number

  readonly #path = location.pathname + location.search
  #isAll = false
  #last: HTMLInputElement | null = null

  override connect() {
    this.pageTarget.hidden = this.boxTargets.length === 0
    const chosen = kept.get(this.#path) ?? []
    for (const box of this.boxTargets) box.checked ||= chosen.includes(box.value)
    this.#show()
  }

  toggle({ target, shiftKey }: MouseEvent) {
    const box = target as HTMLInputElement
    if (shiftKey && this.#last) this.#toggleRange(this.#last, box)
    this.#last = box
    this.#isAll = false
    this.#show()
  }

  togglePage() {
    for (const box of this.boxTargets) box.checked = this.pageTarget.checked
    this.#isAll = false
    this.#show()
  }

  selectAll(event: Event) {
    event.preventDefault()
    this.#setAll(true)
  }

  /** The same by a checkbox, which the form sends. */
  toggleEvery() {
    this.#setAll(this.everyTarget.checked)
  }

  clear() {
    this.#setAll(false)
  }

  /** Hands the selection to the export dialog. Until that has loaded, the form goes out by itself. */
  export(event: SubmitEvent) {
    const detail = { isAll: this.#isAll, tokens: this.#tokens, count: this.#count }
    const isUnheard = dispatchEvent(new CustomEvent('orders:export', { detail, cancelable: true }))
    if (isUnheard && (!this.#isAll || event.submitter === this.allTarget)) return
    event.preventDefault()
    if (isUnheard) this.element.requestSubmit(this.allTarget)
  }

  /** The list as it is after the export. */
  refresh() {
    this.clear()
    visit(location.href, { action: 'replace' })
  }

  #setAll(isAll: boolean) {
    for (const box of this.boxTargets) box.checked = isAll
    this.#isAll = isAll
    this.#show()
  }

  #toggleRange(from: HTMLInputElement, to: HTMLInputElement) {
    const places = [from, to].map((box) => this.boxTargets.indexOf(box)).sort((a, b) => a - b)
    const [first = 0, last = 0] = places
    for (const box of this.boxTargets.slice(first, last + 1)) box.checked = to.checked
  }

  get #tokens() {
    return this.boxTargets.filter(({ checked }) => checked).map(({ value }) => value)
  }

  get #count() {
    return this.#isAll ? this.totalValue : this.#tokens.length
  }

  #show() {
    kept.set(this.#path, this.#tokens)
    if (this.hasEveryTarget) this.everyTarget.checked = this.#isAll
    if (!this.hasBarTarget) return // a list with nothing left to select
    const chosen = this.boxTargets.filter(({ checked }) => checked)
    this.pageTarget.checked = chosen.length > 0 && chosen.length === this.boxTargets.length
    this.pageTarget.indeterminate = chosen.length > 0 && chosen.length < this.boxTargets.length
    this.barTarget.classList.toggle('selection-bar--empty', chosen.length === 0)
    if (this.hasAllTarget) this.allTarget.hidden = this.#isAll || this.totalValue <= this.boxTargets.length
    this.wordsTarget.textContent = this.#isAll ? `All ${this.totalValue} selected` : selectedWords(chosen)
  }
}

function selectedWords(chosen: HTMLInputElement[]): string {
  if (chosen.length === 0) return 'None selected'
  const grams = chosen.reduce((sum, { dataset }) => sum + Number(dataset.grams), 0)
  return `${chosen.length} selected, ${inPounds(grams)} lb`
}
