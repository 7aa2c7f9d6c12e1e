import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { type FormResponse, readResponse } from './support/send-form.ts'

const MIN_LENGTH = 4
const TOO_SHORT = `A barcode has at least ${MIN_LENGTH} characters.`
const UNREACHABLE = "We couldn't look that up. Please scan it again."

/** A barcode goes to its row, and the field keeps the focus for the next scan (BEH-29). */
export default class extends Controller<HTMLElement> {
  static override targets = ['field', 'row', 'status']
  static override values = { url: String }
  declare readonly fieldTarget: HTMLInputElement
  declare readonly rowTargets: HTMLElement[]
  declare readonly statusTarget: HTMLElement
  declare readonly hasUrlValue: boolean
  declare readonly urlValue: string

  #asking: AbortController | null = null

  override connect() {
    this.showFound()
  }

  override disconnect() {
    this.#asking?.abort()
  }

  /** After a visit too: Turbo focuses what an address leads to. */
  showFound() {
    const row = this.rowTargets.find((each) => each.hasAttribute('aria-current'))
    if (!row) return
    this.fieldTarget.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'center', behavior: 'instant' })
  }

  /** A scanner types the code and presses Enter; the next code replaces the selected one. */
  scan(event: Event) {
    event.preventDefault()
    this.#asking?.abort()
    const code = this.fieldTarget.value.trim()
    this.fieldTarget.focus({ preventScroll: true })
    this.fieldTarget.select()
    if (code.length < MIN_LENGTH) return this.#say(TOO_SHORT, true)
    const row = this.rowTargets.find(({ dataset }) => dataset.barcode === code)
    if (row) return this.#goTo(row)
    if (this.hasUrlValue) return void this.#ask(code)
    this.#say(`No offer has the barcode "${code}".`, true)
  }

  #goTo(row: HTMLElement) {
    for (const other of this.rowTargets) other.removeAttribute('aria-current')
    row.setAttribute('aria-current', 'true')
    row.querySelector('details')?.setAttribute('open', '')
    row.scrollIntoView({ block: 'center', behavior: 'instant' })
    this.#say(`Found ${row.dataset.name}.`)
  }

  /** It may be on another page of the list. */
  async #ask(code: string) {
    this.#asking = new AbortController()
    const { signal } = this.#asking
    this.#say('Looking it up …')
    const response = await lookUp(`${this.urlValue}?barcode=${encodeURIComponent(code)}`, signal)
    if (signal.aborted) return
    if (response?.redirect_to) visit(response.redirect_to)
    else this.#say(response?.message ?? UNREACHABLE, true)
  }

  #say(message: string, isProblem = false) {
    this.statusTarget.textContent = message
    this.statusTarget.toggleAttribute('data-problem', isProblem)
  }
}

async function lookUp(url: string, signal: AbortSignal): Promise<FormResponse | null> {
  try {
    return await readResponse(await fetch(url, { headers: { accept: 'application/json' }, signal }))
  } catch {
    return null
  }
}
