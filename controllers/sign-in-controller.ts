import { Controller } from '@hotwired/stimulus'
import { cache } from '@hotwired/turbo'
import { joinedErrors } from '#src/accounts/rules.ts'
import { sendForm } from './support/send-form.ts'

type Words = { title: string; button: string; action: string; autocomplete: string; hint: string }
type Mode = 'sign-in' | 'create'

/** So long the sentence of a new account stands before it leads on. */
const WELCOME_MS = 500

/** One form for signing in and for a new account (ACC-1): a toggle changes what it says and where it is sent. */
export default class extends Controller<HTMLElement> {
  static override targets = ['title', 'form', 'way', 'email', 'password', 'error', 'button']
  static override values = { mode: String, words: Object, fallback: String }
  declare readonly titleTarget: HTMLElement
  declare readonly formTarget: HTMLFormElement
  declare readonly wayTargets: HTMLAnchorElement[]
  declare readonly emailTarget: HTMLInputElement
  declare readonly passwordTarget: HTMLInputElement
  declare readonly errorTarget: HTMLElement
  declare readonly buttonTarget: HTMLButtonElement
  declare modeValue: Mode
  declare readonly wordsValue: Record<Mode, Words>
  declare readonly fallbackValue: string

  #sending: AbortController | null = null
  #goingOn: number | undefined

  override disconnect() {
    this.#sending?.abort()
    clearTimeout(this.#goingOn)
    this.#rest()
  }

  toggle(event: PointerEvent & { params: { mode: Mode } }) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (this.#sending) return // its answer is for what the page says now
    this.modeValue = event.params.mode
    const way = event.currentTarget as HTMLAnchorElement
    history.replaceState(history.state, '', way.href)
    this.#tell('')
  }

  modeValueChanged(_: Mode, before: Mode | undefined) {
    if (!before || before === this.modeValue) return
    const { title, button, action, autocomplete, hint } = this.wordsValue[this.modeValue]
    this.titleTarget.textContent = title
    this.buttonTarget.textContent = button
    this.formTarget.action = action
    this.passwordTarget.setAttribute('autocomplete', autocomplete)
    const hintOf = document.getElementById(`${this.passwordTarget.id}_hint`)
    if (hintOf) hintOf.textContent = hint
    for (const way of this.wayTargets) {
      if (way.dataset.signInModeParam === this.modeValue) way.setAttribute('aria-current', 'page')
      else way.removeAttribute('aria-current')
    }
    document.title = document.title.replace(/^.*?(?= · |$)/, title)
  }

  async send(event: Event) {
    event.preventDefault()
    if (this.#sending) return
    const sending = this.#begin()
    const answer = await sendForm(this.formTarget, sending.signal)
    if (sending.signal.aborted) return
    if (answer?.status === 429) return location.reload()
    if (answer?.ok) return this.#goOn(answer.redirect_to ?? '/', answer.message ?? '')
    this.#rest()
    this.dispatch('refused')
    const sentence = answer?.errors ? joinedErrors(answer.errors) : answer?.error
    this.#tellAt(
      answer?.field === 'email' ? this.emailTarget : this.passwordTarget,
      sentence || this.fallbackValue,
    )
  }

  /** The browser is about to say what is wrong now: what was wrong before is not. */
  hush() {
    this.#tell('')
  }

  /** What was typed above need not be typed again in a panel below. */
  carry({ target }: Event) {
    const email =
      target instanceof HTMLDetailsElement && target.querySelector<HTMLInputElement>('input[type=email]')
    if (email && target.open && email.value === '') email.value = this.emailTarget.value
  }

  #goOn(path: string, message: string) {
    cache.clear() // pages that Turbo keeps were somebody else's
    const leave = () => location.assign(path)
    if (this.modeValue === 'sign-in') return leave()
    this.buttonTarget.textContent = message
    this.#goingOn = window.setTimeout(leave, WELCOME_MS)
  }

  #begin(): AbortController {
    this.#tell('')
    this.formTarget.setAttribute('aria-busy', 'true')
    this.buttonTarget.disabled = true
    this.#sending = new AbortController()
    return this.#sending
  }

  #rest() {
    this.#sending = null
    this.formTarget.removeAttribute('aria-busy')
    this.buttonTarget.disabled = false
  }

  #tell(sentence: string) {
    this.errorTarget.textContent = sentence
    for (const field of [this.emailTarget, this.passwordTarget]) {
      field.removeAttribute('aria-invalid')
      field.removeAttribute('aria-errormessage')
    }
  }

  /** The sentence stands at its field, which has the focus. */
  #tellAt(field: HTMLInputElement, sentence: string) {
    field.closest('.field')?.after(this.errorTarget)
    this.#tell(sentence)
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-errormessage', this.errorTarget.id)
    field.focus()
  }
}
