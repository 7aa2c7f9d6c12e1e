import { Controller } from '@hotwired/stimulus'

/** What is written into the page here, and stays when the server's HTML is worked into it. */
const OURS = ['role', 'tabindex', 'hidden', 'aria-selected', 'aria-controls', 'aria-labelledby', 'data-ready']

/**
 * Of several panels shows one (BEH-23): the first, the one whose tab was clicked or reached by the arrow keys, or the
 * one whose tab, or which itself, has the id in the address. Without scripts tabs are links to panels that all show.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['list', 'tab', 'panel']
  declare readonly listTarget: HTMLElement
  declare readonly tabTargets: HTMLAnchorElement[]
  declare readonly panelTargets: HTMLElement[]

  override connect() {
    this.listTarget.setAttribute('role', 'tablist')
    for (const tab of this.tabTargets) this.#dress(tab)
    // A page that Turbo kept comes back as it was left.
    const left = this.tabTargets.find((tab) => tab.getAttribute('aria-selected') === 'true')
    if (left) this.#select(left)
    else if (!this.follow()) this.#select(this.tabTargets[0])
    this.element.dataset.ready = ''
  }

  /** @returns whether the address means one of these */
  follow(): boolean {
    const { hash } = window.location
    const meant = this.tabTargets.find((tab) => hash === `#${tab.id}` || hash === tab.hash)
    if (!meant) return false
    this.#select(meant)
    meant.scrollIntoView()
    return true
  }

  choose(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return // in a tab of the browser's
    event.preventDefault()
    this.#select(event.currentTarget as HTMLAnchorElement)
  }

  step(event: KeyboardEvent) {
    const next = this.#reachedBy(event)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    this.#select(next)
    next.focus()
  }

  keep(event: CustomEvent<{ attributeName: string }>) {
    const isOurs = [this.element, this.listTarget, ...this.tabTargets, ...this.panelTargets].some(
      (one) => one === event.target,
    )
    if (isOurs && OURS.includes(event.detail.attributeName)) event.preventDefault()
  }

  #reachedBy({ key, target }: KeyboardEvent): HTMLAnchorElement | undefined {
    const tabs = this.tabTargets
    const place = tabs.indexOf(target as HTMLAnchorElement)
    const places: Record<string, number> = {
      ArrowRight: (place + 1) % tabs.length,
      ArrowLeft: place - 1, // from the first to the last
      Home: 0,
      End: -1,
      ' ': place,
    }
    const next = places[key]
    return place < 0 || next === undefined ? undefined : tabs.at(next)
  }

  #dress(tab: HTMLAnchorElement) {
    const panel = this.#panelOf(tab)
    tab.setAttribute('role', 'tab')
    if (!panel) return
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    panel.tabIndex = 0
  }

  #select(chosen: HTMLAnchorElement | undefined) {
    for (const tab of this.tabTargets) {
      tab.setAttribute('aria-selected', String(tab === chosen))
      tab.tabIndex = tab === chosen ? 0 : -1
      const panel = this.#panelOf(tab)
      if (panel) panel.hidden = tab !== chosen
    }
  }

  #panelOf = (tab: HTMLAnchorElement) => this.panelTargets.find((panel) => `#${panel.id}` === tab.hash)
}
