import { InPlaceController } from './support/in-place-controller.ts'

/** How often a membership's box comes (BEH-15). A refused choice goes back to the saved one. */
export default class extends InPlaceController<HTMLFormElement> {
  static override targets = ['period', 'question', 'movedTo', 'keep', 'problem']
  declare readonly periodTargets: HTMLInputElement[]
  declare readonly questionTargets: HTMLElement[]
  declare readonly movedToTargets: HTMLElement[]
  declare readonly keepTargets: HTMLInputElement[]
  declare readonly problemTarget: HTMLElement

  override connect() {
    this.ask()
  }

  override disconnect() {
    super.disconnect()
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
    if (this.isSending) return
    this.#showProblem('')
    const problem = await this.sendInPlace(this.element)
    if (problem === null) return
    for (const period of this.periodTargets) period.checked = period.defaultChecked
    this.ask()
    this.#showProblem(problem)
  }

  #showProblem(message: string) {
    this.problemTarget.textContent = message
    this.problemTarget.hidden = message === ''
  }
}
