import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { firstFocus } from './support/focus-trap.ts'

/**
 * Opens the choice of a product's weights beside the link that leads to it (BEH-11). What there is to choose from is
 * asked for each time, at `/weights` below that address; where it cannot be had, the link leads on.
 */
export default class extends Controller<HTMLAnchorElement> {
  #sheet: HTMLElement | null = null
  #ends = new AbortController()
  #wasOpen = false

  override disconnect() {
    this.#clear()
  }

  /** Pressing beside an open sheet closes it, and its own link stands beside it. */
  press() {
    this.#wasOpen = this.#sheet !== null
  }

  open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const isToClose = this.#wasOpen || this.#sheet
    this.#wasOpen = false
    this.#clear()
    if (!isToClose) this.#show()
  }

  #show() {
    this.#ends = new AbortController()
    const { signal } = this.#ends
    const sheet = this.#makeSheet()
    this.#sheet = sheet
    sheet.addEventListener('toggle', (event) => event.newState === 'closed' && this.#clear(), { signal })
    sheet.addEventListener('turbo:frame-load', () => firstFocus(sheet).focus(), { signal })
    sheet.addEventListener('turbo:frame-missing', (event) => this.#lead(event), { signal })
    sheet.addEventListener('turbo:fetch-request-error', (event) => this.#lead(event), { signal })
    document.addEventListener('turbo:before-cache', () => this.#clear(), { signal })
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
    frame.setAttribute('target', '_top') // its forms are for the page
    frame.setAttribute('src', `${this.element.href}/weights`)
    sheet.append(frame)
    return sheet
  }

  #lead(event: Event) {
    event.preventDefault()
    visit(this.element.href)
  }

  #clear() {
    this.#ends.abort()
    const sheet = this.#sheet
    this.#sheet = null
    if (!sheet) return
    this.element.removeAttribute('aria-expanded')
    if (sheet.matches(':popover-open')) sheet.hidePopover()
    sheet.remove()
  }
}
