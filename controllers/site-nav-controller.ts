import { Controller } from '@hotwired/stimulus'
import hoverintent from 'hoverintent'
import { onSwipe } from './support/swipe.ts'
import { trapFocus } from './support/trap-focus.ts'

const HOVER = { interval: 100, sensitivity: 7, timeout: 400 }
const WIDE = '(width >= 64em)'
const SWIPE_PX = 75

type HoverListener = ReturnType<typeof hoverintent>

/** Flyouts open by hover intent or button (SHL-1). On a narrow screen the nav is a sheet that a swipe closes. */
export default class extends Controller<HTMLElement> {
  static override targets = ['shelf']
  declare readonly shelfTargets: HTMLElement[]

  #lifetime = new AbortController()
  #hoverListeners = new Map<HTMLElement, HoverListener>()
  #releaseFocus: (() => void) | undefined

  override connect() {
    this.#lifetime = new AbortController()
    const { signal } = this.#lifetime
    window.matchMedia(WIDE).addEventListener('change', this.#closeSheet, { signal })
    onSwipe(this.element, { to: 'left', px: SWIPE_PX }, this.#closeSheet, signal)
  }

  override disconnect() {
    this.#lifetime.abort()
    this.#releaseTrap()
  }

  /** `beforetoggle`, while the popover can still give the focus back to its opener. */
  beforeSheetToggle({ newState }: ToggleEvent) {
    if (newState === 'closed') this.#releaseTrap()
  }

  sheetToggled({ newState }: ToggleEvent) {
    if (newState === 'open' && !this.#isWide) this.#releaseFocus ??= trapFocus(this.element, 'Menu')
    if (newState === 'closed' && document.activeElement === document.body) this.#opener?.focus()
  }

  shelfTargetConnected(category: HTMLElement) {
    const listener = hoverintent(
      category,
      () => this.#isWide && this.#open(category),
      () => this.#isWide && this.#close(category),
    )
    this.#hoverListeners.set(category, listener.options(HOVER))
  }

  shelfTargetDisconnected(category: HTMLElement) {
    // `remove()` leaves a pending timer behind; a mouseout clears it.
    category.dispatchEvent(new MouseEvent('mouseout'))
    this.#hoverListeners.get(category)?.remove()
    this.#hoverListeners.delete(category)
    this.#close(category)
  }

  toggle({ currentTarget }: Event) {
    const category = this.#categoryOf(currentTarget)
    if (!category) return
    if ('open' in category.dataset) this.#close(category)
    else this.#open(category)
  }

  leave({ currentTarget, relatedTarget }: FocusEvent) {
    const category = this.#categoryOf(currentTarget)
    if (this.#isWide && category && !category.contains(relatedTarget as Node | null)) this.#close(category)
  }

  dismiss(event: Event) {
    const open = this.shelfTargets.find((category) => 'open' in category.dataset)
    if (!open || !this.#isWide) return
    event.stopPropagation()
    if (open.contains(document.activeElement)) open.querySelector<HTMLElement>('button')?.focus()
    this.#close(open)
  }

  closeAll() {
    for (const category of this.shelfTargets) this.#close(category)
  }

  tidy() {
    this.closeAll()
    this.#closeSheet()
    this.#releaseTrap()
  }

  #closeSheet = () => {
    if (this.element.matches(':popover-open')) this.element.hidePopover()
  }

  #releaseTrap() {
    this.#releaseFocus?.()
    this.#releaseFocus = undefined
  }

  get #opener() {
    return document.querySelector<HTMLElement>(`[popovertarget="${this.element.id}"]`)
  }

  #open(category: HTMLElement) {
    this.closeAll()
    category.dataset.open = ''
    category.querySelector('button')?.setAttribute('aria-expanded', 'true')
  }

  #close(category: HTMLElement) {
    delete category.dataset.open
    category.querySelector('button')?.setAttribute('aria-expanded', 'false')
  }

  #categoryOf = (target: EventTarget | null) =>
    this.shelfTargets.find((category) => target instanceof Node && category.contains(target))

  get #isWide() {
    return window.matchMedia(WIDE).matches
  }
}
