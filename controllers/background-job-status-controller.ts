import { Controller } from '@hotwired/stimulus'
import { isUnderWay, type JobNews, jobWords } from '#src/fulfillment/job-words.ts'

const POLL_INTERVAL_MS = 2_000

/** Reports each change of a job. The page's socket replaces the element; this also asks, in case there is no socket. */
export default class extends Controller<HTMLElement> {
  static override targets = ['bar', 'words']
  static override values = { url: String, detail: Object }
  declare readonly barTarget: HTMLProgressElement
  declare readonly wordsTarget: HTMLElement
  declare readonly urlValue: string
  declare detailValue: JobNews

  #timer: ReturnType<typeof setTimeout> | undefined

  override connect() {
    this.#pollLater()
  }

  override disconnect() {
    clearTimeout(this.#timer)
  }

  detailValueChanged() {
    this.dispatch('change', { detail: this.detailValue })
  }

  #pollLater() {
    if (isUnderWay(this.detailValue)) this.#timer = setTimeout(() => void this.#poll(), POLL_INTERVAL_MS)
  }

  async #poll() {
    const detail = await this.#ask()
    if (!this.element.isConnected) return
    if (detail) this.#show(detail)
    this.#pollLater()
  }

  async #ask(): Promise<JobNews | null> {
    try {
      const response = await fetch(this.urlValue, { headers: { Accept: 'application/json' } })
      return response.ok ? ((await response.json()) as JobNews) : null
    } catch {
      return null
    }
  }

  #show(detail: JobNews) {
    this.detailValue = detail
    this.barTarget.value = detail.progress
    this.wordsTarget.textContent = jobWords(detail)
  }
}
