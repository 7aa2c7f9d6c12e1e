import type Combobox from '@github/combobox-nav'
import { Controller } from '@hotwired/stimulus'
import { fetchSuggestions, suggestionOption } from './support/suggestions.ts'

const FEWEST_LETTERS = 2
const PAUSE_MS = 120

/**
 * Suggestions under a search field while somebody types (CAT-4, BEH-19). Without it the form searches all the same;
 * the keys come from combobox-nav, which is loaded when the field is first entered.
 */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['input', 'list', 'status']
  static override values = { url: String }
  declare readonly inputTarget: HTMLInputElement
  declare readonly listTarget: HTMLElement
  declare readonly statusTarget: HTMLElement
  declare readonly urlValue: string

  #combobox: Combobox | undefined
  #timer: number | undefined
  #request: AbortController | undefined

  override disconnect() {
    this.close()
    this.#combobox?.destroy()
    this.#combobox = undefined
  }

  async prepare() {
    const { default: Nav } = await import('@github/combobox-nav')
    if (this.#combobox || !this.element.isConnected) return
    this.listTarget.setAttribute('role', 'listbox')
    this.listTarget.setAttribute('aria-label', 'Suggestions')
    this.#combobox = new Nav(this.inputTarget, this.listTarget, { tabInsertsSuggestions: false })
  }

  ask() {
    this.#forget()
    const typed = this.inputTarget.value.trim()
    if (typed.length < FEWEST_LETTERS) return this.close()
    this.#timer = window.setTimeout(() => this.#fetch(typed), PAUSE_MS)
  }

  close() {
    this.#forget()
    this.#combobox?.stop()
    this.listTarget.hidden = true
    this.listTarget.replaceChildren()
    this.statusTarget.textContent = ''
  }

  /** The first Escape puts the suggestions away, the next one is the browser's: it empties the field. */
  dismiss(event: Event) {
    if (!this.listTarget.hidden) event.preventDefault()
    this.close()
  }

  /** The arrow asks again for what was put away. */
  reopen(event: Event) {
    if (!this.listTarget.hidden) return
    event.preventDefault()
    this.ask()
  }

  choose({ target }: Event) {
    this.inputTarget.value = (target as HTMLElement).textContent ?? ''
    this.close()
    this.element.requestSubmit()
  }

  /** A press on a suggestion must not take the focus from the field, whose leaving closes the list. */
  keepFocus(event: Event) {
    event.preventDefault()
  }

  async #fetch(typed: string) {
    const request = new AbortController()
    this.#request = request
    const [suggestions] = await Promise.all([
      fetchSuggestions(this.urlValue, typed, request.signal),
      this.prepare(),
    ])
    if (suggestions && !request.signal.aborted) this.#show(suggestions)
  }

  #show(suggestions: string[]) {
    if (suggestions.length === 0) this.close()
    this.statusTarget.textContent = counted(suggestions.length)
    if (suggestions.length === 0) return
    this.listTarget.replaceChildren(...suggestions.map(suggestionOption))
    this.listTarget.hidden = false
    this.#combobox?.start()
  }

  #forget() {
    window.clearTimeout(this.#timer)
    this.#request?.abort()
  }
}

function counted(count: number): string {
  if (count === 0) return 'No suggestions'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}
