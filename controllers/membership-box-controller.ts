import { InPlaceController } from './support/in-place-controller.ts'

/** Changes a membership's next box in place (MEM-2). The focus stays on what was pressed, or moves to the box's day. */
export default class extends InPlaceController {
  async send(event: SubmitEvent) {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    if (this.isSending) return
    const pressed = form.contains(document.activeElement) ? document.activeElement : event.submitter
    form.querySelector('[data-answer]')?.remove()
    const problem = await this.sendInPlace(form, pressed?.id)
    if (problem !== null) showAnswer(form, problem, true)
    else tellAgain(pressed?.id, document.getElementById(this.toldValue)?.textContent)
  }
}

/** Screen readers hear the answer from the top of the membership; a button far below it shows it once more. */
function tellAgain(id: string | undefined, answer: string | null | undefined) {
  const again = document.activeElement
  const form = again?.closest('form')
  if (form && answer && again?.id === id) showAnswer(form, answer, false)
}

function showAnswer(form: HTMLFormElement, answer: string, isProblem: boolean) {
  const words = document.createElement('p')
  words.dataset.answer = ''
  if (isProblem) words.setAttribute('role', 'alert')
  words.className = isProblem ? 'field__error' : 'next-box__small'
  words.textContent = answer
  form.append(words)
}
