import { Controller } from '@hotwired/stimulus'
import { keepFocusIn } from './support/keep-focus.ts'
import { fetchStreams, renderStreams, type StreamRender } from './support/render-streams.ts'
import { isCovered } from './support/requested-modal.ts'
import { reportUnreachable } from './support/send-change.ts'
import { onSwipe } from './support/swipe.ts'
import { takeFromUrl } from './support/url-parameters.ts'

const CLOSES_AFTER_MS = 200
const SWIPE_PX = 75

/**
 * The box at hand, slid out over the page (CRT-5). Who asks for it has it as a dialog. Where it opens by itself it takes
 * neither the focus nor the page, and goes when pointer or focus leaves it.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['contents', 'told', 'flag']
  static override values = { url: String }
  declare readonly contentsTarget: HTMLElement
  declare readonly toldTarget: HTMLElement
  declare readonly urlValue: string

  #ends = new AbortController()
  #opener: Element | null = null
  #letGo: (() => void) | undefined
  #closing: number | undefined
  /** It closes because pointer or focus left it, and stays if they come back; who closes it by hand means it. */
  #mayStay = false

  override connect() {
    this.#ends = new AbortController()
    onSwipe(this.element, { to: 'right', px: SWIPE_PX }, () => this.close(), this.#ends.signal)
    this.arrive()
  }

  override disconnect() {
    this.#ends.abort()
    this.tidy()
  }

  /** An address may ask for it. */
  arrive() {
    if (!document.documentElement.hasAttribute('data-turbo-preview') && takeFromUrl('minicart')) this.#open()
  }

  /** The shop's answer to a change may, but not over something that is open already. */
  flagTargetConnected(flag: HTMLElement) {
    flag.remove()
    if (!isCovered()) this.#open()
  }

  /** A link to the box was clicked: here it is, unless it should come in a tab of its own or is the page itself. */
  follow(event: MouseEvent) {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-mini-cart]')
    if (!link || link.pathname === window.location.pathname) return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.#open()
    this.#opener = link // a click gives it the focus in some browsers only
    this.#letGo ??= keepFocusIn(this.element, 'Your box')
  }

  close() {
    this.#mayStay = false
    if (!this.#isOpen || this.#closing) return
    this.element.dataset.leaving = ''
    this.#closing = window.setTimeout(() => this.#hide(), CLOSES_AFTER_MS)
  }

  press({ target }: Event) {
    if (!(target instanceof Node && this.element.contains(target))) this.close()
  }

  dismiss() {
    if (!document.querySelector('dialog[open]')) this.close()
  }

  /** The pointer or the focus went elsewhere. A dialog is closed by hand; so is what a finger has touched. */
  leave(event: PointerEvent | FocusEvent) {
    if (this.#letGo || this.element.contains(event.relatedTarget as Node | null)) return
    const { element } = this
    const stays =
      event instanceof PointerEvent
        ? event.pointerType !== 'mouse' || element.contains(document.activeElement)
        : !event.relatedTarget || element.matches(':hover')
    if (stays || this.#closing) return
    this.close()
    this.#mayStay = true
  }

  /** It came back in time. */
  stay() {
    if (this.#mayStay) this.#standStill()
  }

  /** While it is open it is here that one is told what happens. */
  hear({ detail }: StreamRender) {
    const { render } = detail
    detail.render = (stream) => {
      if (this.#isOpen && stream.getAttribute('target') === 'flash')
        stream.setAttribute('target', this.toldTarget.id)
      return render(stream)
    }
  }

  /** Turbo keeps the page without it. */
  tidy() {
    if (this.#isOpen) this.#hide()
  }

  #open() {
    this.#standStill()
    if (this.#isOpen) return
    this.#opener = document.activeElement
    this.element.showPopover()
    void this.#fill()
  }

  #standStill() {
    window.clearTimeout(this.#closing)
    this.#closing = undefined
    delete this.element.dataset.leaving
  }

  #hide() {
    const hadFocus = this.#letGo !== undefined || this.element.contains(document.activeElement)
    this.#letGo?.()
    this.#letGo = undefined
    this.element.hidePopover()
    this.#standStill()
    this.toldTarget.replaceChildren()
    if (hadFocus && this.#opener instanceof HTMLElement) this.#opener.focus({ preventScroll: true })
  }

  async #fill() {
    const { signal } = this.#ends
    this.contentsTarget.setAttribute('aria-busy', 'true')
    const streams = await fetchStreams(this.urlValue, signal)
    if (signal.aborted) return
    if (streams === null) reportUnreachable()
    else await renderStreams(streams)
    this.contentsTarget.removeAttribute('aria-busy')
  }

  get #isOpen() {
    return this.element.matches(':popover-open')
  }
}
