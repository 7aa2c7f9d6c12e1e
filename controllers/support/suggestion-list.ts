import type Combobox from '@github/combobox-nav'

type Settings<Suggestion> = {
  input: HTMLInputElement
  list: HTMLElement
  status: HTMLElement
  optionClass: string
  minLength: number
  debounceMs: number
  /** Null on failure, which shows nothing. */
  suggest(typed: string, signal: AbortSignal): Promise<Suggestion[] | null>
  textOf(suggestion: Suggestion): string
}

/** combobox-nav handles the keys; it loads when the field gets the focus. */
export class SuggestionList<Suggestion> {
  readonly #settings: Settings<Suggestion>
  #combobox: Combobox | undefined
  #timer: number | undefined
  #request: AbortController | undefined
  #shown: Suggestion[] = []

  constructor(settings: Settings<Suggestion>) {
    this.#settings = settings
  }

  end() {
    this.close()
    this.#combobox?.destroy()
    this.#combobox = undefined
  }

  async prepare() {
    const { input, list } = this.#settings
    const { default: Nav } = await import('@github/combobox-nav')
    if (this.#combobox || !input.isConnected) return
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', 'Suggestions')
    this.#combobox = new Nav(input, list, { tabInsertsSuggestions: false })
  }

  ask() {
    this.#cancel()
    const { input, minLength, debounceMs } = this.#settings
    const typed = input.value.trim()
    if (typed.length < minLength) return this.close()
    this.#timer = window.setTimeout(() => this.#fetch(typed), debounceMs)
  }

  close() {
    const { list, status } = this.#settings
    this.#cancel()
    this.#shown = []
    this.#combobox?.stop()
    list.hidden = true
    list.replaceChildren()
    status.textContent = ''
  }

  /** Escape closes an open list; otherwise it is left to the browser. */
  dismiss(event: Event) {
    if (!this.#settings.list.hidden) event.preventDefault()
    this.close()
  }

  reopen(event: Event) {
    if (!this.#settings.list.hidden) return
    event.preventDefault()
    this.ask()
  }

  takeChosen({ target }: Event): Suggestion | undefined {
    const index = [...this.#settings.list.querySelectorAll('[role=option]')].indexOf(target as Element)
    const suggestion = this.#shown[index]
    this.close()
    return suggestion
  }

  async #fetch(typed: string) {
    const request = new AbortController()
    this.#request = request
    const [suggestions] = await Promise.all([
      this.#settings.suggest(typed, request.signal).catch(() => null),
      this.prepare(),
    ])
    if (request.signal.aborted || this.#isChosen) return
    if (suggestions) this.#show(suggestions)
    else this.close()
  }

  /** With the arrow keys. Typing on undoes it. */
  get #isChosen(): boolean {
    return this.#settings.list.querySelector('[aria-selected=true]') !== null
  }

  #show(suggestions: Suggestion[]) {
    if (suggestions.length === 0) this.close()
    const { list, status, textOf } = this.#settings
    status.textContent = countText(suggestions.length)
    if (suggestions.length === 0) return
    this.#shown = suggestions
    list.replaceChildren(
      ...suggestions.map((suggestion, index) => this.#createOption(textOf(suggestion), index)),
    )
    list.hidden = false
    this.#combobox?.start()
  }

  #createOption(text: string, index: number): HTMLElement {
    const { list, optionClass } = this.#settings
    const option = document.createElement('li')
    option.id = `${list.id}_${index}`
    option.className = optionClass
    option.setAttribute('role', 'option')
    option.textContent = text
    return option
  }

  #cancel() {
    window.clearTimeout(this.#timer)
    this.#request?.abort()
  }
}

function countText(count: number): string {
  if (count === 0) return 'No suggestions'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}
