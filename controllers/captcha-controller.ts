import { Controller } from '@hotwired/stimulus'
import { deferToTurbo } from './support/defer-to-turbo.ts'
import { type Recaptcha, recaptcha } from './support/recaptcha.ts'

const MISSING =
  'The check that you are no robot could not be loaded. You can try without it, or sign in by email.'

/** Google's box "I'm not a robot" (ACC-10), which gives the form around it its field. Only where it is configured. */
export default class extends Controller<HTMLElement> {
  static override targets = ['place', 'words']
  static override values = { siteKey: String }
  declare readonly placeTarget: HTMLElement
  declare readonly wordsTarget: HTMLElement
  declare readonly siteKeyValue: string

  #ends = new AbortController()
  #google: Recaptcha | null = null
  #widget: number | null = null

  override connect() {
    this.#ends = new AbortController()
    const aside = { leave: () => this.#clear(), comeBack: () => void this.#bring() }
    deferToTurbo(this.element, aside, this.#ends.signal)
    void this.#bring()
  }

  override disconnect() {
    this.#ends.abort()
    this.#clear()
  }

  async #bring() {
    this.#clear() // what a page that Turbo kept still shows is dead
    try {
      this.#google = await recaptcha()
      if (this.element.isConnected) this.#show()
    } catch {
      this.wordsTarget.textContent = MISSING
    }
  }

  /** Each answer of the box is good for one try. */
  renew() {
    if (this.#widget !== null) this.#google?.reset(this.#widget)
  }

  #clear() {
    this.#widget = null
    this.placeTarget.replaceChildren()
    this.wordsTarget.textContent = ''
  }

  /** In an element of its own: Google draws into none twice. */
  #show() {
    const box = document.createElement('div')
    this.placeTarget.replaceChildren(box)
    this.#widget = this.#google?.render(box, { sitekey: this.siteKeyValue }) ?? null
  }
}
