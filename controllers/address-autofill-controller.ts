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
type Answer = { suggestions: Suggestion[]; source: string | null }

/**
 * Finishes an address while its street is typed, adds city and state to a ZIP, and fills in a saved address that is
 * picked (CHK-3). It only ever writes into fields: while nobody answers, typing goes on as without it.
 */
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
      fewest: 4,
      pauseMs: 200,
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

  /** A press on a suggestion must not take the focus from the field, whose leaving closes the list. */
  keepFocus(event: Event) {
    event.preventDefault()
  }

  async choose(event: Event) {
    const suggestion = this.#suggestions?.chosen(event)
    if (!suggestion) return
    this.sourceTarget.textContent = ''
    const address = suggestion.address ?? (await this.#addressOf(suggestion.id ?? ''))
    const street = suggestion.text.split(',')[0]
    this.#form.fill(address ? partsOf(address) : { street })
    if (this.zipTarget.value === '') this.zipTarget.focus() // leaving the street takes the status back
    this.statusTarget.textContent = 'The address is filled in.'
  }

  async place() {
    if (this.#form.isFilling) return
    this.edited()
    const zip = this.zipTarget.value
    if (!isZip(zip)) return
    const found = await fetchSuggestions<Answer>(this.urlValue, { postal_code: zip }, this.#onlyRequest())
    const address = found?.suggestions[0]?.address
    if (address && this.zipTarget.value === zip) this.#form.fillByZip(partsOf(address))
  }

  /** A saved address is picked; the choice without one makes room for another. */
  pick({ params }: { params: { address?: Parts } }) {
    this.#form.fill(params.address ?? NO_PLACE)
  }

  /** What stands in the fields is no saved address any more. */
  edited() {
    if (this.#form.isFilling) return
    for (const other of this.otherTargets) other.checked = true
  }

  /** A saved address that was picked before this came. */
  #catchUp() {
    const picked = this.element.querySelector<HTMLInputElement>('input[name="address_id"]:checked')
    if (picked && !picked.defaultChecked) picked.dispatchEvent(new Event('change', { bubbles: true }))
  }

  async #suggest(typed: string, signal: AbortSignal): Promise<Suggestion[] | null> {
    const wish = { q: typed, session: this.#session }
    const answer = await fetchSuggestions<Answer>(this.urlValue, wish, signal)
    if (answer && !signal.aborted)
      this.sourceTarget.textContent = answer.source ? `Suggestions: ${answer.source}` : ''
    return answer?.suggestions ?? null
  }

  /** Asking for the whole of a choice ends what a service counts as one. */
  async #addressOf(id: string): Promise<WireAddress | null> {
    const url = `${this.urlValue}/${encodeURIComponent(id)}`
    const wish = { session: this.#session }
    this.#session = newSession()
    const answer = await fetchSuggestions<{ address: WireAddress | null }>(url, wish, this.#onlyRequest())
    return answer?.address ?? null
  }

  #onlyRequest(): AbortSignal {
    this.#request.abort()
    this.#request = new AbortController()
    return this.#request.signal
  }

  #fieldOf(part: Part) {
    return this.targets.find(part) as HTMLInputElement | HTMLSelectElement | undefined
  }
}

const NO_PLACE: Parts = { street: '', street2: '', city: '', state: '', zip: '' }

/** A UUID; `crypto.randomUUID` is only there over https. */
function newSession(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
