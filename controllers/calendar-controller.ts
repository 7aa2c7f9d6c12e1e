import { Controller } from '@hotwired/stimulus'
import { type Day, dayByKey } from '#src/delivery/grid-rules.ts'

/** What is written into the page here, and stays when the server's HTML is worked into it. */
const OURS = ['role', 'tabindex', 'aria-disabled']

/**
 * The keys of a grid for a table of days (BEH-2): arrows by day and week, Home and End within the week, Page keys by
 * four weeks. Closed days are walked through like open ones, so that the keyboard too hears why; walking chooses
 * nothing, Space or Enter do. Without scripts the days are radio buttons.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['day']
  declare readonly dayTargets: HTMLElement[]

  override connect() {
    this.element.setAttribute('role', 'grid')
    for (const day of this.dayTargets) if (!isOpen(day)) day.setAttribute('aria-disabled', 'true')
    const days = this.dayTargets
    this.#leadTo(days.find((day) => isOpen(day) && day.checked) ?? days.find(isOpen) ?? days[0])
  }

  walk(event: KeyboardEvent) {
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

  reach(event: Event) {
    this.#leadTo(this.#dayOf(event))
  }

  choose(event: Event) {
    const day = this.#dayOf(event)
    if (day) this.dispatch('chosen', { detail: { date: dateOf(day) } })
  }

  keep(event: CustomEvent<{ attributeName: string }>) {
    if (OURS.includes(event.detail.attributeName)) event.preventDefault()
  }

  /** The one day of the grid that Tab leads to. */
  #leadTo(reached: HTMLElement | undefined) {
    if (!reached) return
    for (const day of this.dayTargets) day.tabIndex = day === reached ? 0 : -1
  }

  #dayOf = ({ target }: Event) => this.dayTargets.find((day) => day === target)
}

const isOpen = (day: HTMLElement): day is HTMLInputElement => day instanceof HTMLInputElement

const dateOf = (day: HTMLElement | undefined) => (day?.dataset.day ?? '') as Day
