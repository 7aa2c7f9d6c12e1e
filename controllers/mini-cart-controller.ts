import { Controller } from '@hotwired/stimulus'
import { tabStops } from '#islands/shared/wrap-tab.ts'
import { fetchStreams, renderStreams, type StreamRender } from './support/render-streams.ts'
import { isCovered } from './support/requested-modal.ts'
import { reportUnreachable } from './support/send-change.ts'
import { onSwipe } from './support/swipe.ts'
import { trapFocus } from './support/trap-focus.ts'
import { takeFromUrl } from './support/url-parameters.ts'

const CLOSE_DELAY_MS = 200
const SWIPE_PX = 75

/**
 * The cart drawer (CRT-5). Opened by a link it is a modal dialog; opened by itself it leaves the page usable, and takes
 * the focus only where it answers an add.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['contents', 'told', 'flag']
  static override values = { url: String }
  declare readonly contentsTarget: HTMLElement
  declare readonly toldTarget: HTMLElement
  declare readonly urlValue: string

  #lifetime = new AbortController()
  #opener: Element | null = null
  /** Where the opener was, since a quantity selector replaces an add button. */
  #openerForm: HTMLElement | null = null
  #releaseFocus: (() => void) | undefined
  #closeTimer: number | undefined
  /** Closing because the pointer or focus left can be undone by coming back; an explicit close cannot. */
  #mayStay = false

  override connect() {
    this.#lifetime = new AbortController()
    onSwipe(this.element, { to: 'right', px: SWIPE_PX }, () => this.close(), this.#lifetime.signal)
    this.openFromUrl()
  }

  override disconnect() {
    this.#lifetime.abort()
    this.closeForCache()
  }

  openFromUrl() {
    if (!document.documentElement.hasAttribute('data-turbo-preview') && takeFromUrl('minicart')) this.#open()
  }

  /** A response to a cart change may carry a flag that opens the drawer. */
  flagTargetConnected(flag: HTMLElement) {
    flag.remove()
    if (isCovered()) return
    this.#open()
    if (!this.element.contains(document.activeElement)) this.element.focus({ preventScroll: true })
  }

  /** Opens the drawer instead of following a link to the cart. */
  follow(event: MouseEvent) {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-mini-cart]')
    if (!link || link.pathname === window.location.pathname) return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.#open()
    this.#opener = link // some browsers do not focus a clicked link
    this.#releaseFocus ??= trapFocus(this.element, 'Your box')
  }

  close() {
    this.#mayStay = false
    if (!this.#isOpen || this.#closeTimer) return
    this.element.dataset.leaving = ''
    this.#closeTimer = window.setTimeout(() => this.#hide(), CLOSE_DELAY_MS)
  }

  press({ target }: Event) {
    if (!(target instanceof Node && this.element.contains(target))) this.close()
  }

  dismiss() {
    if (!document.querySelector('dialog[open]')) this.close()
  }

  /** A modal dialog, or a drawer used by touch, closes only explicitly. */
  leave(event: PointerEvent | FocusEvent) {
    if (this.#releaseFocus || this.element.contains(event.relatedTarget as Node | null)) return
    const { element } = this
    const stays =
      event instanceof PointerEvent
        ? event.pointerType !== 'mouse' || element.contains(document.activeElement)
        : !event.relatedTarget || element.matches(':hover')
    if (stays || this.#closeTimer) return
    this.close()
    this.#mayStay = true
  }

  stay() {
    if (this.#mayStay) this.#cancelClose()
  }

  /** While the drawer is open it covers the page's flash, so messages render inside it. */
  redirectFlash({ detail }: StreamRender) {
    const { render } = detail
    detail.render = (stream) => {
      if (this.#isOpen && stream.getAttribute('target') === 'flash')
        stream.setAttribute('target', this.toldTarget.id)
      return render(stream)
    }
  }

  closeForCache() {
    if (this.#isOpen) this.#hide()
  }

  #open() {
    this.#cancelClose()
    if (this.#isOpen) return
    this.#opener = document.activeElement
    this.#openerForm = this.#opener?.closest('form') ?? null
    this.element.showPopover()
    void this.#fill()
  }

  #cancelClose() {
    window.clearTimeout(this.#closeTimer)
    this.#closeTimer = undefined
    delete this.element.dataset.leaving
  }

  #hide() {
    const hadFocus = this.#releaseFocus !== undefined || this.element.contains(document.activeElement)
    this.#releaseFocus?.()
    this.#releaseFocus = undefined
    this.element.hidePopover()
    this.#cancelClose()
    this.toldTarget.replaceChildren()
    if (hadFocus) this.#returnFocus()
  }

  #returnFocus() {
    const opener = this.#opener?.checkVisibility() ? this.#opener : tabStops(this.#openerForm).at(-1)
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }

  async #fill() {
    const { signal } = this.#lifetime
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
