import { Controller } from '@hotwired/stimulus'
import { type Day, dayByKey } from '#src/delivery/grid-rules.ts'

/** Attributes set by this controller, which a morph must keep. */
const OWN_ATTRIBUTES = ['role', 'tabindex', 'aria-disabled', 'data-touched']

/** Grid keys for a table of days (BEH-2). Closed days take the focus too, so that a screen reader hears why. */
export default class extends Controller<HTMLElement> {
  static override targets = ['day']
  declare readonly dayTargets: HTMLElement[]

  override connect() {
    this.element.setAttribute('role', 'grid')
    for (const day of this.dayTargets) if (!isOpen(day)) day.setAttribute('aria-disabled', 'true')
    const days = this.dayTargets
    this.#makeTabStop(days.find((day) => isOpen(day) && day.checked) ?? days.find(isOpen) ?? days[0])
  }

  moveFocus(event: KeyboardEvent) {
    const from = this.#dayOf(event)
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (isOpen(from)) from.click()
      return
    }
    const [first, last] = [dateOf(this.dayTargets[0]), dateOf(this.dayTargets.at(-1))]
    const to = dayByKey(event.key, dateOf(from), first, last)
    if (!to) return
    event.preventDefault()
    this.dayTargets.find((day) => dateOf(day) === to)?.focus()
  }

  focusDay(event: Event) {
    this.#makeTabStop(this.#dayOf(event))
  }

  choose(event: Event) {
    const day = this.#dayOf(event)
    if (!day) return
    this.element.dataset.touched = '' // makes the bar with the button sticky, which may cover the day
    day.closest('td')?.scrollIntoView({ block: 'nearest' })
    this.dispatch('chosen', { detail: { date: dateOf(day) } })
  }

  keep(event: CustomEvent<{ attributeName: string }>) {
    if (OWN_ATTRIBUTES.includes(event.detail.attributeName)) event.preventDefault()
  }

  #makeTabStop(stop: HTMLElement | undefined) {
    if (!stop) return
    for (const day of this.dayTargets) day.tabIndex = day === stop ? 0 : -1
  }

  #dayOf = ({ target }: Event) => this.dayTargets.find((day) => day === target)
}

const isOpen = (day: HTMLElement): day is HTMLInputElement => day instanceof HTMLInputElement

const dateOf = (day: HTMLElement | undefined) => (day?.dataset.day ?? '') as Day
