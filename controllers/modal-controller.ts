import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { ModalDialog } from './support/modal-dialog.ts'
import type { ModalRequest } from './support/requested-modal.ts'

/**
 * The one modal of a page (MOD-1, MOD-2): a dialog around a frame. It opens when the frame is filled, by a link or by a
 * behaviour that wants it, and is closed and empty again before Turbo keeps the page.
 */
export default class extends Controller<HTMLDialogElement> {
  static override targets = ['frame']
  declare readonly frameTarget: HTMLElement

  #dialog = new ModalDialog(this.element)
  #wish: ModalRequest | null = null
  #pressedBeside = false
  /** The browser tells of a closing a moment later, when the next wish may be there already. */
  #yetToBeTold = 0

  override connect() {
    this.#yetToBeTold = 0
  }

  override disconnect() {
    this.close()
  }

  /** A link that fills the frame was clicked: Turbo fetches what it leads to. */
  expect({ target }: Event) {
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.dataset.turboFrame !== this.frameTarget.id) return
    const opener = this.#dialog.isOpen ? (this.#wish?.opener ?? null) : link // a link within leads on to another
    this.#await({ wanted: { url: link.href }, opener, otherwise: () => visit(link.href) })
  }

  /** A behaviour wants it; while it is taken the wish is left to whoever has it. */
  take(event: CustomEvent<ModalRequest>) {
    if (this.#wish) return
    event.preventDefault()
    const { wanted } = event.detail
    this.#await(event.detail)
    if ('url' in wanted) return this.frameTarget.setAttribute('src', wanted.url)
    this.frameTarget.replaceChildren(wanted.contents)
    void this.#show(event.detail)
  }

  fill(event: Event) {
    if (event.target !== this.frameTarget) return
    if (!this.#wish) return this.#empty() // it was given up meanwhile
    if (this.#dialog.contents) void this.#show(this.#wish)
    else this.miss(event) // a whole page, whose own modal is empty
  }

  /** What came is no modal, or nothing came. */
  miss(event: Event) {
    if (event.target !== this.frameTarget) return
    event.preventDefault()
    const wish = this.#wish
    this.close()
    wish?.otherwise()
  }

  close() {
    const opener = this.#wish?.opener
    this.#await(null)
    if (this.element.open) this.#yetToBeTold += 1
    this.#dialog.close()
    this.#empty()
    if (opener?.isConnected) opener.focus({ preventScroll: true })
  }

  /** Not by us, but by the browser or a form in it. */
  closed({ target }: Event) {
    if (target !== this.element) return
    if (this.#yetToBeTold > 0) this.#yetToBeTold -= 1
    else this.close()
  }

  /** Escape. */
  dismiss(event: Event) {
    if (event.target !== this.element) return
    event.preventDefault()
    this.close()
  }

  press({ target }: Event) {
    this.#pressedBeside = target === this.element
  }

  /** A click beside it closes it, but not one that began in it, as when words are marked. */
  leave({ target }: Event) {
    if (this.#pressedBeside && target === this.element) this.close()
  }

  submitted() {
    this.#dialog.tell('modal_submit')
  }

  /** A page that is morphed below it leaves it as it is. */
  keep(event: Event) {
    if (this.#dialog.isOpen && event.target === this.element) event.preventDefault()
  }

  async #show(wish: ModalRequest) {
    await this.#dialog.open(() => this.#wish === wish)
    wish.opener?.removeAttribute('aria-busy')
  }

  #await(wish: ModalRequest | null) {
    this.#wish?.opener?.removeAttribute('aria-busy')
    this.#wish = wish
    wish?.opener?.setAttribute('aria-busy', 'true')
  }

  #empty() {
    for (const left of ['src', 'complete']) this.frameTarget.removeAttribute(left)
    this.frameTarget.replaceChildren()
  }
}
