import { Controller } from '@hotwired/stimulus'
import { SuggestionList } from './support/suggestion-list.ts'
import { fetchSuggestions } from './support/suggestions.ts'

/** Search suggestions (CAT-4, BEH-19). Without them, the form still searches. */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['input', 'list', 'status']
  static override values = { url: String }
  declare readonly inputTarget: HTMLInputElement
  declare readonly listTarget: HTMLElement
  declare readonly statusTarget: HTMLElement
  declare readonly urlValue: string

  #suggestions: SuggestionList<string> | undefined

  override connect() {
    this.#suggestions = new SuggestionList({
      input: this.inputTarget,
      list: this.listTarget,
      status: this.statusTarget,
      optionClass: 'search-box__suggestion',
      minLength: 2,
      debounceMs: 120,
      suggest: (typed, signal) => fetchSuggestions<string[]>(this.urlValue, { q: typed }, signal),
      textOf: (text) => text,
    })
  }

  override disconnect() {
    this.#suggestions?.end()
  }

  prepare() {
    return this.#suggestions?.prepare()
  }

  ask() {
    this.#suggestions?.ask()
  }

  close() {
    this.#suggestions?.close()
  }

  dismiss(event: Event) {
    this.#suggestions?.dismiss(event)
  }

  reopen(event: Event) {
    this.#suggestions?.reopen(event)
  }

  choose(event: Event) {
    const text = this.#suggestions?.takeChosen(event)
    if (text === undefined) return
    this.inputTarget.value = text
    this.element.requestSubmit()
  }

  /** Pressing a suggestion must not blur the field: that would close the list before the click. */
  keepFocus(event: Event) {
    event.preventDefault()
  }
}
