import { InPlaceController } from './support/in-place-controller.ts'

/** Offers to add to a membership's next box (BEH-14): one press each, and the box shows its new total in place. */
export default class extends InPlaceController {
  static override targets = ['problem']
  declare readonly problemTarget: HTMLElement

  async add(event: SubmitEvent) {
    event.preventDefault()
    const form = event.target
    if (this.isSending || !(form instanceof HTMLFormElement)) return
    this.#showProblem('')
    const problem = await this.sendInPlace(form)
    if (problem !== null) this.#showProblem(problem)
  }

  #showProblem(message: string) {
    this.problemTarget.textContent = message
    this.problemTarget.hidden = message === ''
  }
}
