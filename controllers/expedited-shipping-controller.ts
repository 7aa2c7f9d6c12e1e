import { Controller } from '@hotwired/stimulus'
import { isZip } from '#src/delivery/rules.ts'

/**
 * The faster way opens days that the usual one does not reach: turned on or off, the days are drawn anew by the form's
 * own button for it (BEH-5). So they are for another ZIP, and the price beside them for another day.
 */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['show', 'toggle', 'zip']
  declare readonly showTarget: HTMLButtonElement
  declare readonly toggleTargets: HTMLInputElement[]
  declare readonly zipTargets: HTMLInputElement[]

  #zip = ''

  /** What was chosen or typed before this came. */
  override connect() {
    const isToggled = this.toggleTargets.some(({ checked, defaultChecked }) => checked !== defaultChecked)
    const isElsewhere = this.zipTargets.some(
      ({ value, defaultValue }) => value !== defaultValue && isZip(value),
    )
    if (isToggled || isElsewhere) this.show()
  }

  show() {
    this.element.requestSubmit(this.showTarget)
  }

  /** A ZIP is whole: typed by hand, or filled in by whatever knows it. */
  place({ target }: Event) {
    if (!(target instanceof HTMLInputElement) || target.value === this.#zip) return
    this.#zip = target.value
    if (isZip(target.value)) this.show()
  }

  /**
   * Something else about the order changed: what it comes to is said anew with what is chosen here, unless the form is on
   * its way for more than the days. That would be called off, and its answer says it all.
   */
  renew(event: Event) {
    event.preventDefault()
    const pressed = this.element.querySelector('button[aria-disabled]')
    if (!pressed || pressed === this.showTarget) this.show()
  }
}
