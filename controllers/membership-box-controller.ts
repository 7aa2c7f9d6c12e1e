import { Controller } from '@hotwired/stimulus'
import { sendInPlace } from './support/send-in-place.ts'

/** Changes a membership's next box in place (MEM-2). The focus stays on what was pressed, or moves to the box's day. */
export default class extends Controller<HTMLElement> {
  static override values = { failure: String, part: String, told: String, focus: String }
  declare readonly failureValue: string
  declare readonly partValue: string
  declare readonly toldValue: string
  declare readonly focusValue: string

  #sending: AbortController | null = null

  override disconnect() {
    this.#sending?.abort()
    this.#sending = null
  }

  async send(event: SubmitEvent) {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    if (this.#sending) return
    const sending = new AbortController()
    this.#sending = sending
    const pressed = form.contains(document.activeElement) ? document.activeElement : event.submitter
    form.querySelector('[data-answer]')?.remove()
    form.setAttribute('aria-busy', 'true')
    const { partValue: part, toldValue: told, focusValue: focus } = this
    const place = { part, told, focus, pressed: pressed?.id }
    const problem = await sendInPlace(form, place, sending.signal)
    form.removeAttribute('aria-busy')
    if (this.#sending === sending) this.#sending = null
    if (problem === null) tellAgain(pressed?.id, document.getElementById(told)?.textContent)
    else if (!sending.signal.aborted) showAnswer(form, problem || this.failureValue, true)
  }
}

/** The answer is announced where it is told; beside a button far below, it's shown again. */
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
