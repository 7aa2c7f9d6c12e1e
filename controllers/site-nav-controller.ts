import { Controller } from '@hotwired/stimulus'
import hoverintent from 'hoverintent'
import { keepFocusIn } from './support/keep-focus.ts'
import { onSwipe } from './support/swipe.ts'

const HOVER = { interval: 100, sensitivity: 7, timeout: 400 }
const WIDE = '(min-width: 1024px)'
const SWIPE_PX = 75

type Listening = ReturnType<typeof hoverintent>

/**
 * Opens a shelf's flyout when somebody means to, not when the pointer only passes: by hover intent on a wide screen,
 * by its button anywhere. One is open at a time; Escape closes it (SHL-1). Where the shelves are a sheet over the page,
 * nothing below it is reached while it is open, and a swipe to where it came from closes it.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['shelf']
  declare readonly shelfTargets: HTMLElement[]

  #ends = new AbortController()
  #listening = new Map<HTMLElement, Listening>()
  #letGo: (() => void) | undefined

  override connect() {
    this.#ends = new AbortController()
    const { signal } = this.#ends
    window.matchMedia(WIDE).addEventListener('change', this.#closeSheet, { signal })
    onSwipe(this.element, { to: 'left', px: SWIPE_PX }, this.#closeSheet, signal)
  }

  override disconnect() {
    this.#ends.abort()
    this.#release()
  }

  /** Before the sheet closes, so that the browser can hand the focus back to what opened it. */
  sheetTurns({ newState }: ToggleEvent) {
    if (newState === 'closed') this.#release()
  }

  sheetTurned({ newState }: ToggleEvent) {
    if (newState === 'open' && !this.#isWide) this.#letGo ??= keepFocusIn(this.element, 'Menu')
    if (newState === 'closed' && document.activeElement === document.body) this.#opener?.focus()
  }

  shelfTargetConnected(shelf: HTMLElement) {
    const listening = hoverintent(
      shelf,
      () => this.#isWide && this.#open(shelf),
      () => this.#isWide && this.#close(shelf),
    )
    this.#listening.set(shelf, listening.options(HOVER))
  }

  shelfTargetDisconnected(shelf: HTMLElement) {
    // The library leaves a pending look at the pointer behind; leaving the element ends it.
    shelf.dispatchEvent(new MouseEvent('mouseout'))
    this.#listening.get(shelf)?.remove()
    this.#listening.delete(shelf)
    this.#close(shelf)
  }

  toggle({ currentTarget }: Event) {
    const shelf = this.#shelfOf(currentTarget)
    if (!shelf) return
    if ('open' in shelf.dataset) this.#close(shelf)
    else this.#open(shelf)
  }

  /** Focus has gone elsewhere: what it opened closes behind it. */
  leave({ currentTarget, relatedTarget }: FocusEvent) {
    const shelf = this.#shelfOf(currentTarget)
    if (this.#isWide && shelf && !shelf.contains(relatedTarget as Node | null)) this.#close(shelf)
  }

  dismiss(event: Event) {
    const open = this.shelfTargets.find((shelf) => 'open' in shelf.dataset)
    if (!open || !this.#isWide) return
    event.stopPropagation()
    if (open.contains(document.activeElement)) open.querySelector<HTMLElement>('button')?.focus()
    this.#close(open)
  }

  closeAll() {
    for (const shelf of this.shelfTargets) this.#close(shelf)
  }

  /** Turbo keeps the page as it stands: without a sheet, and with nothing out of reach. */
  tidy() {
    this.closeAll()
    this.#closeSheet()
    this.#release()
  }

  #closeSheet = () => {
    if (this.element.matches(':popover-open')) this.element.hidePopover()
  }

  #release() {
    this.#letGo?.()
    this.#letGo = undefined
  }

  get #opener() {
    return document.querySelector<HTMLElement>(`[popovertarget="${this.element.id}"]`)
  }

  #open(shelf: HTMLElement) {
    this.closeAll()
    shelf.dataset.open = ''
    shelf.querySelector('button')?.setAttribute('aria-expanded', 'true')
  }

  #close(shelf: HTMLElement) {
    delete shelf.dataset.open
    shelf.querySelector('button')?.setAttribute('aria-expanded', 'false')
  }

  #shelfOf = (target: EventTarget | null) =>
    this.shelfTargets.find((shelf) => target instanceof Node && shelf.contains(target))

  get #isWide() {
    return window.matchMedia(WIDE).matches
  }
}
