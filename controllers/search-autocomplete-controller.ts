import { Controller } from '@hotwired/stimulus'
import { SuggestionList } from './support/suggestion-list.ts'
import { fetchSuggestions } from './support/suggestions.ts'

/** Suggestions under a search field while somebody types (CAT-4, BEH-19). Without it the form searches all the same. */
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
      fewest: 2,
      pauseMs: 120,
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
    const words = this.#suggestions?.chosen(event)
    if (words === undefined) return
    this.inputTarget.value = words
    this.element.requestSubmit()
  }

  /** A press on a suggestion must not take the focus from the field, whose leaving closes the list. */
  keepFocus(event: Event) {
    event.preventDefault()
  }
}
