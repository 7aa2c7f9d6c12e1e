import { Controller } from '@hotwired/stimulus'
import { isZip } from '#src/delivery/rules.ts'

/** Redraws the days and prices through the form's own button when the speed, the ZIP or the day changes (BEH-5). */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['show', 'toggle', 'zip']
  declare readonly showTarget: HTMLButtonElement
  declare readonly toggleTargets: HTMLInputElement[]
  declare readonly zipTargets: HTMLInputElement[]

  #zip = ''

  /** Catches up with input from before this controller loaded. */
  override connect() {
    const isToggled = this.toggleTargets.some(({ checked, defaultChecked }) => checked !== defaultChecked)
    const hasNewZip = this.zipTargets.some(
      ({ value, defaultValue }) => value !== defaultValue && isZip(value),
    )
    if (isToggled || hasNewZip) this.show()
  }

  show() {
    this.element.requestSubmit(this.showTarget)
  }

  zipChanged({ target }: Event) {
    if (!(target instanceof HTMLInputElement) || target.value === this.#zip) return
    this.#zip = target.value
    if (isZip(target.value)) this.show()
  }

  /** A changed order redraws prices, except during a submit: a second one would cancel it, and it redraws anyway. */
  refresh(event: Event) {
    event.preventDefault()
    const pressed = this.element.querySelector('button[aria-disabled]')
    if (!pressed || pressed === this.showTarget) this.show()
  }
}
