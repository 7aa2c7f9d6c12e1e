import { Controller } from '@hotwired/stimulus'
import { isRemembered, remember } from './support/browser-flags.ts'
import { closeModal, requestModal } from './support/requested-modal.ts'
import { reportUnreachable } from './support/send-change.ts'
import type { FormResponse } from './support/send-form.ts'

const ASKED = 'postal-code-asked'
const NOT_ADDED = "That isn't in your box yet. Add it again, and we won't ask for your ZIP code."

type Held = { form: HTMLFormElement; submitter: HTMLElement | null }

/** Asks for the ZIP before the first add to the box, once per browser (BEH-26). The form waits for a served ZIP. */
export default class extends Controller<HTMLElement> {
  static override values = { url: String }
  declare readonly urlValue: string

  #held: Held | null = null
  /** The question's own controller. If it came after the answer, the page would reload without the add. */
  #askLoaded: Promise<unknown> = Promise.resolve()

  override connect() {
    this.#askLoaded = import('./ask-controller.ts')
    this.#askLoaded.catch(() => {}) // `hold` sends the form unasked
  }

  override disconnect() {
    this.#held = null
  }

  hold(event: SubmitEvent) {
    if (this.#held) return event.preventDefault()
    if (isRemembered(ASKED)) return
    event.preventDefault()
    remember(ASKED)
    const held = { form: event.target as HTMLFormElement, submitter: event.submitter }
    this.#held = held
    this.#askLoaded.then(
      () => this.#ask(held),
      () => this.#send(held),
    )
  }

  /** Only the response for a served ZIP has `redirect_to`. */
  resume(event: CustomEvent<FormResponse>) {
    if (!this.#held || event.detail.redirect_to === undefined) return
    event.preventDefault()
    const held = this.#held
    this.#held = null
    requestWholePage(held.form)
    closeModal()
    this.#send(held)
  }

  /** The question was closed unanswered. */
  discard() {
    if (this.#held) reportUnreachable(NOT_ADDED)
    this.#held = null
  }

  #ask(held: Held) {
    if (this.#held !== held) return // the page was left
    const content = { url: this.urlValue }
    requestModal({ content, opener: held.submitter, fallBack: () => this.#send(this.#held) })
  }

  #send(held: Held | null) {
    this.#held = null
    if (held?.form.isConnected) held.form.requestSubmit(held.submitter)
  }
}

/** The page shows no area's stock, so the response must be a whole page. */
function requestWholePage(form: HTMLFormElement) {
  form.dataset.turboFrame = '_top'
  form.addEventListener('turbo:before-fetch-request', acceptHtml, { once: true })
}

function acceptHtml(event: Event) {
  const { fetchOptions } = (event as CustomEvent<{ fetchOptions: { headers: Record<string, string> } }>)
    .detail
  fetchOptions.headers.Accept = 'text/html, application/xhtml+xml'
}
