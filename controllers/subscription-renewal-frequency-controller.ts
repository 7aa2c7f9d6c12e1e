import { Controller } from '@hotwired/stimulus'
import { sendInPlace } from './support/send-in-place.ts'

/** How often a membership's box comes (BEH-15). A refused choice goes back to the saved one. */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['period', 'question', 'movedTo', 'keep', 'problem']
  static override values = { failure: String, part: String, told: String, focus: String }
  declare readonly periodTargets: HTMLInputElement[]
  declare readonly questionTargets: HTMLElement[]
  declare readonly movedToTargets: HTMLElement[]
  declare readonly keepTargets: HTMLInputElement[]
  declare readonly problemTarget: HTMLElement
  declare readonly failureValue: string
  declare readonly partValue: string
  declare readonly toldValue: string
  declare readonly focusValue: string

  #sending: AbortController | null = null

  override connect() {
    this.ask()
  }

  override disconnect() {
    this.#sending?.abort()
    this.#sending = null
    for (const question of this.questionTargets) question.hidden = false
  }

  /** Whether the next box moves, too, matters only for a new frequency; both days are shown. */
  ask() {
    const chosen = this.periodTargets.find(({ checked }) => checked)
    const isNew = chosen !== undefined && !chosen.defaultChecked && chosen.dataset.movedTo !== undefined
    for (const question of this.questionTargets) question.hidden = !isNew
    for (const day of this.movedToTargets) day.textContent = chosen?.dataset.movedTo ?? ''
    if (!isNew) for (const keep of this.keepTargets) keep.checked = true
  }

  async send(event: Event) {
    event.preventDefault()
    if (this.#sending) return
    const sending = new AbortController()
    this.#sending = sending
    this.#showProblem('')
    this.element.setAttribute('aria-busy', 'true')
    const place = { part: this.partValue, told: this.toldValue, focus: this.focusValue }
    const problem = await sendInPlace(this.element, place, sending.signal)
    this.element.removeAttribute('aria-busy')
    if (this.#sending === sending) this.#sending = null
    if (problem === null || sending.signal.aborted) return
    for (const period of this.periodTargets) period.checked = period.defaultChecked
    this.ask()
    this.#showProblem(problem || this.failureValue)
  }

  #showProblem(message: string) {
    this.problemTarget.textContent = message
    this.problemTarget.hidden = message === ''
  }
}
