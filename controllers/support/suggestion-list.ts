import type Combobox from '@github/combobox-nav'

type Settings<Suggestion> = {
  input: HTMLInputElement
  list: HTMLElement
  status: HTMLElement
  optionClass: string
  /** Asked for nothing before so many letters, and not before somebody pauses. */
  fewest: number
  pauseMs: number
  /** What is suggested for what was typed; null when nobody answered, which nobody has to know. */
  suggest(typed: string, signal: AbortSignal): Promise<Suggestion[] | null>
  textOf(suggestion: Suggestion): string
}

/** Suggestions under a field while somebody types; the keys come from combobox-nav, loaded when the field is entered. */
export class SuggestionList<Suggestion> {
  readonly #settings: Settings<Suggestion>
  #combobox: Combobox | undefined
  #timer: number | undefined
  #request: AbortController | undefined
  #shown: Suggestion[] = []

  constructor(settings: Settings<Suggestion>) {
    this.#settings = settings
  }

  /** Takes everything back that was put into the page. */
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
    this.#forget()
    const { input, fewest, pauseMs } = this.#settings
    const typed = input.value.trim()
    if (typed.length < fewest) return this.close()
    this.#timer = window.setTimeout(() => this.#fetch(typed), pauseMs)
  }

  close() {
    const { list, status } = this.#settings
    this.#forget()
    this.#shown = []
    this.#combobox?.stop()
    list.hidden = true
    list.replaceChildren()
    status.textContent = ''
  }

  /** The first Escape puts the suggestions away, the next one is the browser's. */
  dismiss(event: Event) {
    if (!this.#settings.list.hidden) event.preventDefault()
    this.close()
  }

  /** The arrow asks again for what was put away. */
  reopen(event: Event) {
    if (!this.#settings.list.hidden) return
    event.preventDefault()
    this.ask()
  }

  /** What stands in the option that was chosen; the list is closed with it. */
  chosen({ target }: Event): Suggestion | undefined {
    const place = [...this.#settings.list.querySelectorAll('[role=option]')].indexOf(target as Element)
    const suggestion = this.#shown[place]
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
    if (suggestions && !request.signal.aborted) this.#show(suggestions)
  }

  #show(suggestions: Suggestion[]) {
    if (suggestions.length === 0) this.close()
    const { list, status, textOf } = this.#settings
    status.textContent = counted(suggestions.length)
    if (suggestions.length === 0) return
    this.#shown = suggestions
    list.replaceChildren(...suggestions.map((one, place) => this.#option(textOf(one), place)))
    list.hidden = false
    this.#combobox?.start()
  }

  #option(text: string, place: number): HTMLElement {
    const { list, optionClass } = this.#settings
    const option = document.createElement('li')
    option.id = `${list.id}_${place}`
    option.className = optionClass
    option.setAttribute('role', 'option')
    option.textContent = text
    return option
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
