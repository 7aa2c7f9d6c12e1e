import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { readSlipCode } from '#src/fulfillment/slip-code.ts'
import { pageToken } from './support/page-token.ts'
import { type ScanAnswer, ScanQueue, type UnsentScan } from './support/scan-queue.ts'
import { readResponse } from './support/send-form.ts'

const RETRY_MS = 5_000

/** What was refused, until the page that shows the box as it is now has come. */
let untold: string[] = []

/** Scans wait on the device while the cold room has no network, and go out in their order (FUL-11). */
export default class extends Controller<HTMLElement> {
  static override targets = ['status']
  static override values = { url: String, page: String }
  declare readonly statusTarget: HTMLElement
  declare readonly urlValue: string
  declare readonly pageValue: string

  #queue = new ScanQueue('')
  #timer = 0

  override connect() {
    this.#queue = new ScanQueue(this.urlValue)
    this.#timer = window.setInterval(this.sendAll, RETRY_MS)
    if (untold.length > 0) this.#say(untold.join('\n'), true)
    untold = []
    void this.sendAll()
  }

  override disconnect() {
    clearInterval(this.#timer)
  }

  /** A form goes out as any other, under an id of its own, unless it would overtake scans or find no network. */
  scan(event: SubmitEvent) {
    const form = event.target as HTMLFormElement
    const id = form.querySelector<HTMLInputElement>('[name="scan_id"]')
    if (!id) return
    id.value = crypto.randomUUID()
    if (navigator.onLine && this.#queue.scans.length === 0) return
    event.preventDefault()
    this.#wait(form)
  }

  /** The network was there when the form was sent, and gone before its answer came. */
  lost(event: Event) {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.querySelector('[name="scan_id"]')) return
    event.preventDefault()
    this.#wait(form)
  }

  sendAll = async () => {
    if (this.#queue.scans.length === 0 || !navigator.onLine) return this.#show()
    const problems = await this.#queue.send((scan) => this.#send(scan))
    if (problems === null) return
    if (problems.length > 0) this.#say(problems.join('\n'), true)
    if (this.#queue.scans.length > 0) return this.#show()
    untold = problems
    visit(this.pageValue || location.href, { action: 'replace' })
  }

  #wait(form: HTMLFormElement) {
    const fields = new FormData(form)
    const [id, orderToken, barcode] = ['scan_id', 'order_token', 'barcode'].map((name) =>
      String(fields.get(name)),
    ) as [string, string, string]
    if (readSlipCode(barcode))
      return this.#say('A new box needs the network. Finish this one, or wait.', true)
    this.#queue.add({ id, orderToken, barcode })
    const field = form.querySelector<HTMLInputElement>('input[type="text"]')
    if (field) field.value = ''
    void this.sendAll()
  }

  async #send({ id, orderToken, barcode }: UnsentScan): Promise<ScanAnswer> {
    try {
      const response = await fetch(this.urlValue, {
        method: 'POST',
        headers: { accept: 'application/json', 'x-csrf-token': pageToken() },
        body: new URLSearchParams({ scan_id: id, order_token: orderToken, barcode }),
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

/** Of the scan itself; signed out or too busy, the shop takes it later. */
const isRefusal = (status: number) => status === 404 || status === 409 || status === 422
