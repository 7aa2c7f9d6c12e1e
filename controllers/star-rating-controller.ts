import { Controller } from '@hotwired/stimulus'
import { cache } from '@hotwired/turbo'
import { starLabel } from '#src/passport/star-words.ts'
import { type FormResponse, readResponse } from './support/send-form.ts'

/** Rates in place. A press on the last selected star takes the rating back (BEH-20). */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['star', 'status']
  static override values = { score: Number, unreached: String }
  declare readonly starTargets: HTMLButtonElement[]
  declare readonly statusTarget: HTMLElement
  declare scoreValue: number
  declare readonly unreachedValue: string

  #saved = 0
  #isSending = false

  override connect() {
    this.#saved = this.scoreValue
  }

  rate(event: SubmitEvent) {
    const star = this.starTargets.indexOf(event.submitter as HTMLButtonElement) + 1
    if (star === 0) return
    event.preventDefault()
    this.#show(star === this.scoreValue ? 0 : star)
    void this.#save()
  }

  /** One call at a time, so that the last press counts. */
  async #save() {
    if (this.#isSending) return
    this.#isSending = true
    let response: FormResponse | null = null
    while (this.#saved !== this.scoreValue) {
      const score = this.scoreValue
      response = await this.#send(score)
      if (!response?.ok) break
      this.#saved = score
    }
    this.#isSending = false
    cache.clear() // Turbo's cached pages show the stars as they were
    this.#show(this.#saved)
    this.statusTarget.textContent = response?.error ?? response?.message ?? this.unreachedValue
  }

  /** `keepalive` lets it finish after the page is left. */
  async #send(score: number): Promise<FormResponse | null> {
    try {
      const response = await fetch(`${this.element.getAttribute('action')}/${score}`, {
        method: 'POST',
        body: new FormData(this.element),
        keepalive: true,
        headers: { accept: 'application/json' },
      })
      return await readResponse(response)
    } catch {
      return null
    }
  }

  #show(score: number) {
    this.scoreValue = score
    const url = this.element.getAttribute('action')
    for (const [index, target] of this.starTargets.entries()) {
      const star = index + 1
      target.classList.toggle('star-rating__star--on', star <= score)
      target.setAttribute('formaction', `${url}/${star === score ? 0 : star}`)
      target.setAttribute('aria-label', starLabel(star, score))
      target.setAttribute('aria-pressed', String(star === score))
    }
  }
}
