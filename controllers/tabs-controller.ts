import { Controller } from '@hotwired/stimulus'

/** Attributes set by this controller, which a morph must keep. */
const OWN_ATTRIBUTES = [
  'role',
  'tabindex',
  'hidden',
  'aria-selected',
  'aria-controls',
  'aria-labelledby',
  'data-ready',
]

/** Shows one panel at a time (BEH-23, TAB-1). Without scripts, tabs are links to panels that all show. */
export default class extends Controller<HTMLElement> {
  static override targets = ['list', 'tab', 'panel']
  declare readonly listTarget: HTMLElement
  declare readonly tabTargets: HTMLAnchorElement[]
  declare readonly panelTargets: HTMLElement[]

  override connect() {
    this.listTarget.setAttribute('role', 'tablist')
    for (const tab of this.tabTargets) this.#addRoles(tab)
    const selected = this.tabTargets.find((tab) => tab.getAttribute('aria-selected') === 'true')
    if (selected) this.#select(selected)
    else if (!this.selectFromHash()) this.#select(this.tabTargets[0])
    this.element.dataset.ready = ''
  }

  /** @returns whether the URL's hash names one of these tabs */
  selectFromHash(): boolean {
    const { hash } = window.location
    const named = this.tabTargets.find((tab) => hash === `#${tab.id}` || hash === tab.hash)
    if (!named) return false
    this.#select(named)
    named.scrollIntoView()
    return true
  }

  choose(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.#select(event.currentTarget as HTMLAnchorElement)
  }

  step(event: KeyboardEvent) {
    const next = this.#tabForKey(event)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    this.#select(next)
    next.focus()
  }

  keep(event: CustomEvent<{ attributeName: string }>) {
    const isOwn = [this.element, this.listTarget, ...this.tabTargets, ...this.panelTargets].some(
      (element) => element === event.target,
    )
    if (isOwn && OWN_ATTRIBUTES.includes(event.detail.attributeName)) event.preventDefault()
  }

  #tabForKey({ key, target }: KeyboardEvent): HTMLAnchorElement | undefined {
    const tabs = this.tabTargets
    const index = tabs.indexOf(target as HTMLAnchorElement)
    const indexes: Record<string, number> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: index - 1, // -1 is the last, by `at`
      Home: 0,
      End: -1,
      ' ': index,
    }
    const next = indexes[key]
    return index < 0 || next === undefined ? undefined : tabs.at(next)
  }

  #addRoles(tab: HTMLAnchorElement) {
    const panel = this.#panelOf(tab)
    tab.setAttribute('role', 'tab')
    if (!panel) return
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    panel.tabIndex = 0
  }

  #select(selected: HTMLAnchorElement | undefined) {
    for (const tab of this.tabTargets) {
      tab.setAttribute('aria-selected', String(tab === selected))
      tab.tabIndex = tab === selected ? 0 : -1
      const panel = this.#panelOf(tab)
      if (panel) panel.hidden = tab !== selected
    }
  }

  #panelOf = (tab: HTMLAnchorElement) => this.panelTargets.find((panel) => `#${panel.id}` === tab.hash)
}
