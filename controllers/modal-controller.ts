import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { ModalDialog } from './support/modal-dialog.ts'
import type { ModalRequest } from './support/requested-modal.ts'

/** The page's one modal (MOD-1, MOD-2). It opens once its Turbo Frame is filled, and is empty in Turbo's cache. */
export default class extends Controller<HTMLDialogElement> {
  static override targets = ['frame']
  declare readonly frameTarget: HTMLElement

  #dialog = new ModalDialog(this.element)
  #request: ModalRequest | null = null
  #pressedBackdrop = false
  /** The browser's `close` event is asynchronous, so it may arrive when the next request is already open. */
  #pendingCloseEvents = 0

  override connect() {
    this.#pendingCloseEvents = 0
  }

  override disconnect() {
    this.close()
  }

  expectLink({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.dataset.turboFrame !== this.frameTarget.id) return
    // From a link inside the modal, the focus goes back to what opened the first one.
    const opener = this.#dialog.isOpen ? (this.#request?.opener ?? null) : link
    this.#setRequest({ content: { url: link.href }, opener, fallBack: () => visit(link.href) })
  }

  /** A script asks for the modal. While it is in use, the event stays unhandled, so the script falls back. */
  accept(event: CustomEvent<ModalRequest>) {
    if (this.#request) return
    event.preventDefault()
    const { content } = event.detail
    this.#setRequest(event.detail)
    if ('url' in content) return this.frameTarget.setAttribute('src', content.url)
    this.frameTarget.replaceChildren(content.fragment)
    this.#show(event.detail)
  }

  frameLoaded(event: Event) {
    if (event.target !== this.frameTarget) return
    if (!this.#request) return this.#empty()
    if (this.#dialog.contents) this.#show(this.#request)
    else this.frameFailed(event) // a whole page came back, with its own empty modal frame
  }

  frameFailed(event: Event) {
    if (event.target !== this.frameTarget) return
    event.preventDefault()
    const request = this.#request
    this.close()
    request?.fallBack()
  }

  close() {
    const opener = this.#request?.opener
    this.#setRequest(null)
    if (this.element.open) this.#pendingCloseEvents += 1
    this.#dialog.close()
    this.#empty()
    if (opener?.isConnected) opener.focus({ preventScroll: true })
  }

  /** Also fires when the browser, or a form in the dialog, closed it. */
  closed({ target }: Event) {
    if (target !== this.element) return
    if (this.#pendingCloseEvents > 0) this.#pendingCloseEvents -= 1
    else this.close()
  }

  dismiss(event: Event) {
    if (event.target !== this.element) return
    event.preventDefault()
    this.close()
  }

  press({ target }: Event) {
    this.#pressedBackdrop = target === this.element
  }

  /** A backdrop click closes the modal, unless the press began inside, as when text is selected. */
  closeOnBackdrop({ target }: Event) {
    if (this.#pressedBackdrop && target === this.element) this.close()
  }

  submitted() {
    this.#dialog.dispatch('modal_submit')
  }

  keep(event: Event) {
    if (this.#dialog.isOpen && event.target === this.element) event.preventDefault()
  }

  #show(request: ModalRequest) {
    this.#dialog.open()
    request.opener?.removeAttribute('aria-busy')
  }

  #setRequest(request: ModalRequest | null) {
    this.#request?.opener?.removeAttribute('aria-busy')
    this.#request = request
    request?.opener?.setAttribute('aria-busy', 'true')
  }

  #empty() {
    for (const name of ['src', 'complete']) this.frameTarget.removeAttribute(name)
    this.frameTarget.replaceChildren()
  }
}
