import { Controller } from '@hotwired/stimulus'
import { cache } from '@hotwired/turbo'
import { joinedErrors } from '#src/accounts/rules.ts'
import { sendForm } from './support/send-form.ts'

type Texts = { title: string; button: string; action: string; autocomplete: string; hint: string }
type Mode = 'sign-in' | 'create'

const WELCOME_MS = 500

/** One form to sign in or create an account (ACC-1); the toggle switches its texts and its action. */
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
  declare readonly wordsValue: Record<Mode, Texts>
  declare readonly fallbackValue: string

  #sending: AbortController | null = null
  #redirectTimer: number | undefined

  override disconnect() {
    this.#sending?.abort()
    clearTimeout(this.#redirectTimer)
    this.#end()
  }

  toggle(event: PointerEvent & { params: { mode: Mode } }) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (this.#sending) return // the response belongs to the current mode
    this.modeValue = event.params.mode
    const link = event.currentTarget as HTMLAnchorElement
    history.replaceState(history.state, '', link.href)
    this.#showError('')
  }

  modeValueChanged(_: Mode, previous: Mode | undefined) {
    if (!previous || previous === this.modeValue) return
    const { title, button, action, autocomplete, hint } = this.wordsValue[this.modeValue]
    this.titleTarget.textContent = title
    this.buttonTarget.textContent = button
    this.formTarget.action = action
    this.passwordTarget.setAttribute('autocomplete', autocomplete)
    const hintElement = document.getElementById(`${this.passwordTarget.id}_hint`)
    if (hintElement) hintElement.textContent = hint
    for (const link of this.wayTargets) {
      if (link.dataset.signInModeParam === this.modeValue) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
    document.title = document.title.replace(/^.*?(?= · |$)/, title)
  }

  async send(event: Event) {
    event.preventDefault()
    if (this.#sending) return
    const sending = this.#begin()
    const response = await sendForm(this.formTarget, sending.signal)
    if (sending.signal.aborted) return
    if (response?.status === 429) return location.reload()
    if (response?.ok) return this.#redirect(response.redirect_to ?? '/', response.message ?? '')
    this.#end()
    this.dispatch('refused')
    const message = response?.errors ? joinedErrors(response.errors) : response?.error
    this.#showErrorAt(
      response?.field === 'email' ? this.emailTarget : this.passwordTarget,
      message || this.fallbackValue,
    )
  }

  /** On `invalid`: the browser shows its own message, so the last response's goes. */
  clearError() {
    this.#showError('')
  }

  copyEmail({ target }: Event) {
    const email =
      target instanceof HTMLDetailsElement && target.querySelector<HTMLInputElement>('input[type=email]')
    if (email && target.open && email.value === '') email.value = this.emailTarget.value
  }

  #redirect(path: string, message: string) {
    cache.clear() // Turbo's cached pages belong to the previous session
    const leave = () => location.assign(path)
    if (this.modeValue === 'sign-in') return leave()
    this.buttonTarget.textContent = message
    this.#redirectTimer = window.setTimeout(leave, WELCOME_MS)
  }

  #begin(): AbortController {
    this.#showError('')
    this.formTarget.setAttribute('aria-busy', 'true')
    this.buttonTarget.disabled = true
    this.#sending = new AbortController()
    return this.#sending
  }

  #end() {
    this.#sending = null
    this.formTarget.removeAttribute('aria-busy')
    this.buttonTarget.disabled = false
  }

  #showError(message: string) {
    this.errorTarget.textContent = message
    for (const field of [this.emailTarget, this.passwordTarget]) {
      field.removeAttribute('aria-invalid')
      field.removeAttribute('aria-errormessage')
    }
  }

  #showErrorAt(field: HTMLInputElement, message: string) {
    field.closest('.field')?.after(this.errorTarget)
    this.#showError(message)
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-errormessage', this.errorTarget.id)
    field.focus()
  }
}
