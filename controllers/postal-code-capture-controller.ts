import { Controller } from '@hotwired/stimulus'
import { closeModal, requestModal } from './support/requested-modal.ts'
import type { Answer } from './support/send-form.ts'
import { isRemembered, remember } from './support/session-memory.ts'

const ASKED = 'postal-code-asked'

type Held = { form: HTMLFormElement; submitter: HTMLElement | null }

/**
 * Before the first add to the box, once in a browser, asks where it goes (BEH-26). What was to be sent is held until
 * the answer is a place we deliver to, and given up when the question is closed; if it cannot be asked, it just goes.
 */
export default class extends Controller<HTMLElement> {
  static override values = { url: String }
  declare readonly urlValue: string

  #held: Held | null = null

  override disconnect() {
    this.drop()
  }

  hold(event: SubmitEvent) {
    if (this.#held) return event.preventDefault() // one at a time
    if (isRemembered(ASKED)) return
    event.preventDefault()
    remember(ASKED)
    this.#held = { form: event.target as HTMLFormElement, submitter: event.submitter }
    const wanted = { url: this.urlValue }
    requestModal({ wanted, opener: event.submitter, otherwise: () => this.#send(this.#held) })
  }

  /** Only a served place is answered by where to go on. */
  goOn(event: CustomEvent<Answer>) {
    if (!this.#held || event.detail.redirect_to === undefined) return
    event.preventDefault()
    const held = this.#held
    askForPage(held.form)
    closeModal()
    this.#send(held)
  }

  drop() {
    this.#held = null
  }

  #send(held: Held | null) {
    this.drop()
    if (held?.form.isConnected) held.form.requestSubmit(held.submitter)
  }
}

/** The page was made for anywhere: it comes anew, whole, with what can be had where the box goes. */
function askForPage(form: HTMLFormElement) {
  form.dataset.turboFrame = '_top'
  form.addEventListener('turbo:before-fetch-request', wantHtml, { once: true })
}

function wantHtml(event: Event) {
  const { fetchOptions } = (event as CustomEvent<{ fetchOptions: { headers: Record<string, string> } }>)
    .detail
  fetchOptions.headers.Accept = 'text/html, application/xhtml+xml'
}
