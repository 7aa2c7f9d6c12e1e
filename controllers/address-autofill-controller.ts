import { Controller } from '@hotwired/stimulus'
import { isZip } from '#src/delivery/rules.ts'
import {
  AddressForm,
  PARTS,
  type Part,
  type Parts,
  partsOf,
  type WireAddress,
} from './support/address-form.ts'
import { SuggestionList } from './support/suggestion-list.ts'
import { fetchSuggestions } from './support/suggestions.ts'

type Suggestion = { text: string; id: string | null; address: WireAddress | null }
type SuggestionsResponse = { suggestions: Suggestion[]; source: string | null }

/** Completes an address as its street is typed, adds city and state to a ZIP, fills in saved addresses (CHK-3). */
export default class extends Controller<HTMLElement> {
  static override targets = [...PARTS, 'list', 'status', 'source', 'other']
  static override values = { url: String }
  declare readonly streetTarget: HTMLInputElement
  declare readonly zipTarget: HTMLInputElement
  declare readonly listTarget: HTMLElement
  declare readonly statusTarget: HTMLElement
  declare readonly sourceTarget: HTMLElement
  declare readonly otherTargets: HTMLInputElement[]
  declare readonly urlValue: string

  #form = new AddressForm((part) => this.#fieldOf(part))
  #suggestions: SuggestionList<Suggestion> | undefined
  #request = new AbortController()
  #session = newSession()

  override connect() {
    this.#suggestions = new SuggestionList<Suggestion>({
      input: this.streetTarget,
      list: this.listTarget,
      status: this.statusTarget,
      optionClass: 'address-suggestions__one',
      minLength: 4,
      debounceMs: 200,
      suggest: (typed, signal) => this.#suggest(typed, signal),
      textOf: ({ text }) => text,
    })
    this.#catchUp()
  }

  override disconnect() {
    this.#request.abort()
    this.#suggestions?.end()
    this.sourceTarget.textContent = ''
  }

  prepare() {
    return this.#suggestions?.prepare()
  }

  ask() {
    if (this.#form.isFilling) return
    this.edited()
    this.#suggestions?.ask()
  }

  close() {
    this.#suggestions?.close()
    this.sourceTarget.textContent = ''
  }

  dismiss(event: Event) {
    this.#suggestions?.dismiss(event)
    this.sourceTarget.textContent = ''
  }

  reopen(event: Event) {
    this.#suggestions?.reopen(event)
  }

  /** Pressing a suggestion must not blur the field: that would close the list before the click. */
  keepFocus(event: Event) {
    event.preventDefault()
  }

  async choose(event: Event) {
    const suggestion = this.#suggestions?.takeChosen(event)
    if (!suggestion) return
    this.sourceTarget.textContent = ''
    const address = suggestion.address ?? (await this.#addressOf(suggestion.id ?? ''))
    const street = suggestion.text.split(',')[0]
    this.#form.fill(address ? partsOf(address) : { street })
    if (this.zipTarget.value === '') this.zipTarget.focus() // first: the street's blur clears the status
    this.statusTarget.textContent = 'Address filled in.'
  }

  async fillFromZip() {
    if (this.#form.isFilling) return
    this.edited()
    const zip = this.zipTarget.value
    if (!isZip(zip)) return
    const response = await fetchSuggestions<SuggestionsResponse>(
      this.urlValue,
      { postal_code: zip },
      this.#restartRequest(),
    )
    const address = response?.suggestions[0]?.address
    if (address && this.zipTarget.value === zip) this.#form.fillByZip(partsOf(address))
  }

  /** Fills in the picked address; "another address" carries none and clears the fields. */
  applySaved({ params }: { params: { address?: Parts } }) {
    this.#form.fill(params.address ?? EMPTY_ADDRESS)
  }

  edited() {
    if (this.#form.isFilling) return
    for (const other of this.otherTargets) other.checked = true
  }

  /** Applies a saved address that was picked before this controller loaded. One typed since then counts instead. */
  #catchUp() {
    const picked = this.element.querySelector<HTMLInputElement>('input[name="address_id"]:checked')
    if (!picked || picked.defaultChecked) return
    if (this.#form.isTyped) this.edited()
    else picked.dispatchEvent(new Event('change', { bubbles: true }))
  }

  async #suggest(typed: string, signal: AbortSignal): Promise<Suggestion[] | null> {
    const query = { q: typed, session: this.#session }
    const response = await fetchSuggestions<SuggestionsResponse>(this.urlValue, query, signal)
    if (response && !signal.aborted)
      this.sourceTarget.textContent = response.source ? `Suggestions: ${response.source}` : ''
    return response?.suggestions ?? null
  }

  /** Looking up the full address ends the provider's billing session. */
  async #addressOf(id: string): Promise<WireAddress | null> {
    const url = `${this.urlValue}/${encodeURIComponent(id)}`
    const query = { session: this.#session }
    this.#session = newSession()
    const response = await fetchSuggestions<{ address: WireAddress | null }>(
      url,
      query,
      this.#restartRequest(),
    )
    return response?.address ?? null
  }

  #restartRequest(): AbortSignal {
    this.#request.abort()
    this.#request = new AbortController()
    return this.#request.signal
  }

  #fieldOf(part: Part) {
    return this.targets.find(part) as HTMLInputElement | HTMLSelectElement | undefined
  }
}

const EMPTY_ADDRESS: Parts = { street: '', street2: '', city: '', state: '', zip: '' }

/** A UUID by hand: `crypto.randomUUID` exists only over https. */
function newSession(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
