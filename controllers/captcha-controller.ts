import { Controller } from '@hotwired/stimulus'
import { deferToTurbo } from './support/defer-to-turbo.ts'
import { type Recaptcha, recaptcha } from './support/recaptcha.ts'

const NOT_LOADED =
  "The “I'm not a robot” check didn't load. You can try without it, or sign in with an emailed link."

/** Google's "I'm not a robot" checkbox (ACC-10), where it is configured. It adds its own field to the form. */
export default class extends Controller<HTMLElement> {
  static override targets = ['place', 'words']
  static override values = { siteKey: String }
  declare readonly placeTarget: HTMLElement
  declare readonly wordsTarget: HTMLElement
  declare readonly siteKeyValue: string

  #lifetime = new AbortController()
  #recaptcha: Recaptcha | null = null
  #widget: number | null = null

  override connect() {
    this.#lifetime = new AbortController()
    const hooks = { restore: () => this.#clear(), resume: () => void this.#load() }
    deferToTurbo(this.element, hooks, this.#lifetime.signal)
    void this.#load()
  }

  override disconnect() {
    this.#lifetime.abort()
    this.#clear()
  }

  async #load() {
    this.#clear() // a widget in a page from Turbo's cache is dead
    try {
      this.#recaptcha = await recaptcha()
      if (this.element.isConnected) this.#show()
    } catch {
      this.wordsTarget.textContent = NOT_LOADED
    }
  }

  /** A captcha response is valid for one attempt. */
  renew() {
    if (this.#widget !== null) this.#recaptcha?.reset(this.#widget)
  }

  #clear() {
    this.#widget = null
    this.placeTarget.replaceChildren()
    this.wordsTarget.textContent = ''
  }

  /** In a fresh element: reCAPTCHA does not render into the same one twice. */
  #show() {
    const box = document.createElement('div')
    this.placeTarget.replaceChildren(box)
    this.#widget = this.#recaptcha?.render(box, { sitekey: this.siteKeyValue }) ?? null
  }
}
