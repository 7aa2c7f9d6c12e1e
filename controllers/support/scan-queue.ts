/** A scan that the shop hasn't answered. Its id stays the same however often it is sent. */
export type UnsentScan = { id: string; orderToken: string; barcode: string; lot?: string }

/** Null where the shop can't be reached; `isFinal` if sending the scan again would change nothing. */
export type ScanAnswer = { isFinal: boolean; problem: string | null } | null

/** The unsent scans of a wave in their order, kept on the device, so that a closed page loses none. */
export class ScanQueue {
  readonly #key: string
  #isSending = false

  constructor(wave: string) {
    this.#key = `unsent-scans ${wave}`
  }

  get scans(): UnsentScan[] {
    return JSON.parse(localStorage.getItem(this.#key) ?? '[]')
  }

  add(scan: UnsentScan) {
    this.#keep([...this.scans, scan])
  }

  /** Sends one after the other and stops where there is no answer. @returns why some were refused; null if still busy */
  async send(sendOne: (scan: UnsentScan) => Promise<ScanAnswer>): Promise<string[] | null> {
    if (this.#isSending) return null
    this.#isSending = true
    const problems: string[] = []
    for (let [scan] = this.scans; scan; [scan] = this.scans) {
      const answer = await sendOne(scan)
      if (answer?.problem) problems.push(answer.problem)
      if (!answer?.isFinal) break
      const { id } = scan
      this.#keep(this.scans.filter((each) => each.id !== id))
    }
    this.#isSending = false
    return problems
  }

  #keep(scans: UnsentScan[]) {
    if (scans.length === 0) localStorage.removeItem(this.#key)
    else localStorage.setItem(this.#key, JSON.stringify(scans))
  }
}
