import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { readSlipCode } from '#src/fulfillment/slip-code.ts'
import { leaveScans, takeScans } from './support/early-scans.ts'
import { pageToken } from './support/page-token.ts'
import { type ScanAnswer, ScanQueue, type UnsentScan } from './support/scan-queue.ts'
import { readResponse } from './support/send-form.ts'

const RETRY_MS = 5_000

/**
 * Scans wait on the device while the cold room has no network, and go out in their order (FUL-11). What is scanned
 * before the last answer has come waits for the page that it brings: sent at once, it would cancel that answer.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['status', 'problem']
  static override values = { url: String, page: String }
  declare readonly statusTarget: HTMLElement
  declare readonly hasProblemTarget: boolean
  declare readonly urlValue: string
  declare readonly pageValue: string

  #queue = new ScanQueue('')
  #timer = 0
  /** The form whose answer is awaited, with its scan if it is one. */
  #sent: { form: HTMLFormElement; scan: UnsentScan | null } | null = null
  /** Codes that wait for that answer. */
  #early: string[] = []
  /** Stays in the field when the form has been read. */
  #typed = ''
  #isSendingEarly = false
  /** What the form took from its field. */
  #taken = ''
  /** Null unless this page makes way for one without the scans that waited. */
  #refused: string[] | null = null

  override connect() {
    this.#queue = new ScanQueue(this.urlValue)
    this.#timer = window.setInterval(this.sendAll, RETRY_MS)
    const { codes, typed, refused } = takeScans()
    const field = codeField(this.element)
    if (field && typed !== '') field.value = typed
    const held: string[] = JSON.parse(this.element.dataset.heldScans ?? '[]')
    delete this.element.dataset.heldScans
    this.#early = [...codes, ...held]
    if (refused.length > 0) this.#refuse(refused)
    if (this.hasProblemTarget) this.#refuseEarly()
    else setTimeout(this.#sendEarly) // when Turbo is done with this page
    void this.sendAll()
  }

  override disconnect() {
    clearInterval(this.#timer)
    if (!this.#isBusy && this.#refused === null) return
    const typed = codeField(this.element)?.value ?? ''
    leaveScans({ codes: this.#early, typed, refused: this.#refused ?? [] })
  }

  /** A form goes out as any other, under an id of its own, unless it would overtake scans or find no network. */
  scan(event: SubmitEvent) {
    const form = event.target as HTMLFormElement
    const id = form.querySelector<HTMLInputElement>('[name="scan_id"]')
    if (this.#isBusy && !this.#isSendingEarly) {
      const code = id && codeOf(form)
      if (code) this.#keepEarly(event, code)
      else this.#sent = { form, scan: null }
      return
    }
    if (id) id.value = crypto.randomUUID()
    const scan = id && scanOf(form)
    if (scan && (!navigator.onLine || this.#queue.scans.length > 0)) {
      event.preventDefault()
      this.#emptyField(form)
      this.#wait(scan)
    } else this.#sent = { form, scan }
  }

  /** Enter doesn't submit while the form's button is on its way. */
  enter(event: KeyboardEvent) {
    const field = codeField(this.element)
    if (!field || event.target !== field || !this.#isBusy) return
    this.#keepEarly(event, field.value.trim())
    field.value = ''
  }

  /** The form has been read, so the next scan finds its field empty. */
  sending({ target }: Event) {
    if (target instanceof HTMLFormElement) this.#emptyField(target)
  }

  /** The network was there when the form was sent, and gone before its answer came. */
  lost(event: Event) {
    if (!this.#sent || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    const { scan } = this.#sent
    this.#sent = null
    if (!scan) return this.#keepUnsent()
    this.#wait(scan)
    this.#sendEarly()
  }

  /** No answer comes: a link was pressed, or loading was stopped. What waited for it isn't for any page to come. */
  ended({ target, detail }: CustomEvent<{ fetchResponse?: unknown }>) {
    if (target !== this.#sent?.form || detail.fetchResponse) return
    this.#sent = null
    if (this.#early.length === 0) return
    this.#refused = this.#early.map(again)
    this.#refuse([])
  }

  sendAll = async () => {
    if (this.#queue.scans.length === 0 || !navigator.onLine) return this.#show()
    const problems = await this.#queue.send((scan) => this.#send(scan))
    if (problems === null) return
    if (problems.length > 0) this.#say(problems.join('\n'), true)
    if (this.#queue.scans.length > 0) return this.#show()
    this.#refused = problems
    visit(this.pageValue || location.href, { action: 'replace' })
  }

  get #isBusy() {
    return this.#sent !== null || this.#early.length > 0
  }

  #keepEarly(event: Event, code: string) {
    event.preventDefault()
    if (code !== '') this.#early.push(code)
  }

  /** The next of them, as if it were scanned now. What has been typed since stays in the field. */
  #sendEarly = () => {
    const field = codeField(this.element)
    if (this.#sent || this.#early.length === 0 || !this.element.isConnected) return
    if (field?.name !== 'barcode' && field?.name !== 'slip') return this.#refuseEarly()
    const [code = '', ...later] = this.#early
    this.#early = later
    this.#typed = field.value
    field.value = code
    this.#isSendingEarly = true
    field.form?.requestSubmit()
    this.#isSendingEarly = false
    this.#sendEarly()
  }

  /** They may be for another box, or the person has not seen yet why the one before was refused. */
  #refuseEarly() {
    if (this.#early.length > 0) this.#refuse([])
  }

  #refuse(reasons: string[]) {
    const words = [...reasons, ...this.#early.map(again)]
    this.#early = []
    this.#say(words.join('\n'), true)
    this.dispatch('refused')
  }

  #emptyField(form: HTMLFormElement) {
    const field = codeField(form)
    this.#taken = field?.value ?? ''
    if (!field) return
    field.value = this.#typed
    this.#typed = ''
  }

  /** A slip, a weight or what is missing. What was sent is in its field again. */
  #keepUnsent() {
    const field = codeField(this.element)
    if (field?.value === '') field.value = this.#taken
    this.#refuse(['No network. Please try again once you’re connected.'])
  }

  #wait(scan: UnsentScan) {
    if (readSlipCode(scan.barcode))
      return this.#refuse(['A new box needs the network. Finish this one, or wait.'])
    this.#queue.add(scan)
    void this.sendAll()
  }

  async #send({ id, orderToken, barcode, lot = '' }: UnsentScan): Promise<ScanAnswer> {
    try {
      const response = await fetch(this.urlValue, {
        method: 'POST',
        headers: { accept: 'application/json', 'x-csrf-token': pageToken() },
        body: new URLSearchParams({ scan_id: id, order_token: orderToken, barcode, lot }),
      })
      const { ok, status, error } = await readResponse(response)
      return { isFinal: ok || isRefusal(status), problem: ok ? null : (error ?? null) }
    } catch {
      return null
    }
  }

  #show() {
    const { length } = this.#queue.scans
    if (length === 0) return
    const scans = length === 1 ? '1 scan waits' : `${length} scans wait`
    this.#say(`No network. ${scans} on this device and will be sent in order.`, false)
  }

  #say(words: string, isProblem: boolean) {
    this.statusTarget.textContent = words
    this.statusTarget.toggleAttribute('data-problem', isProblem)
  }
}

const again = (code: string) => `Please scan ${code} again: the scan before it wasn’t done.`

/** Of the scan itself; signed out or too busy, the shop takes it later. */
const isRefusal = (status: number) => status === 404 || status === 409 || status === 422

const codeField = (within: ParentNode) =>
  within.querySelector<HTMLInputElement>('input[data-pack-scan-target="field"]')

const entryOf = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name) ?? '')

const codeOf = (form: HTMLFormElement) => entryOf(form, 'barcode')

const scanOf = (form: HTMLFormElement): UnsentScan => ({
  id: entryOf(form, 'scan_id'),
  orderToken: entryOf(form, 'order_token'),
  barcode: codeOf(form),
  lot: entryOf(form, 'lot'),
})
