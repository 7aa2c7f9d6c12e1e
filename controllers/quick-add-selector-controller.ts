import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { firstFocus } from './support/first-focus.ts'

/** Opens a product's choice of weights beside its link (BEH-11). On failure the link is followed instead. */
export default class extends Controller<HTMLAnchorElement> {
  #sheet: HTMLElement | null = null
  #lifetime = new AbortController()
  #wasOpen = false

  override disconnect() {
    this.#close()
  }

  /** Pressing the link light-dismisses the popover before `open` runs, so `open` must not show it again. */
  press() {
    this.#wasOpen = this.#sheet !== null
  }

  open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const shouldClose = this.#wasOpen || this.#sheet
    this.#wasOpen = false
    this.#close()
    if (!shouldClose) this.#show()
  }

  #show() {
    this.#lifetime = new AbortController()
    const { signal } = this.#lifetime
    const sheet = this.#makeSheet()
    this.#sheet = sheet
    sheet.addEventListener('toggle', (event) => event.newState === 'closed' && this.#close(), { signal })
    sheet.addEventListener('turbo:frame-load', () => firstFocus(sheet).focus(), { signal })
    sheet.addEventListener('turbo:frame-missing', (event) => this.#followLink(event), { signal })
    sheet.addEventListener('turbo:fetch-request-error', (event) => this.#followLink(event), { signal })
    document.addEventListener('turbo:before-cache', () => this.#close(), { signal })
    this.element.after(sheet)
    this.element.setAttribute('aria-expanded', 'true')
    sheet.showPopover({ source: this.element })
  }

  #makeSheet(): HTMLElement {
    const sheet = document.createElement('div')
    const frame = document.createElement('turbo-frame')
    sheet.className = 'weight-choice'
    sheet.popover = 'auto'
    sheet.setAttribute('role', 'dialog')
    sheet.setAttribute('aria-labelledby', 'weights_title')
    frame.id = 'weights'
    frame.setAttribute('target', '_top') // its forms update the page, not the frame
    frame.setAttribute('src', `${this.element.href}/weights`)
    sheet.append(frame)
    return sheet
  }

  #followLink(event: Event) {
    event.preventDefault()
    visit(this.element.href)
  }

  #close() {
    this.#lifetime.abort()
    const sheet = this.#sheet
    this.#sheet = null
    if (!sheet) return
    this.element.removeAttribute('aria-expanded')
    if (sheet.matches(':popover-open')) sheet.hidePopover()
    sheet.remove()
  }
}
