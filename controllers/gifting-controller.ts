import { Controller } from '@hotwired/stimulus'

/**
 * Ticked, a box is a gift: what is asked for about it is needed, and the offer of a recurring box is put away and not
 * sent; unticked, it is back as it was (BEH-6). What shows of it is the sheet's to say where there are no scripts.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['box', 'fields', 'recurring']
  declare readonly boxTarget: HTMLInputElement
  declare readonly hasBoxTarget: boolean
  declare readonly fieldsTargets: HTMLFieldSetElement[]
  declare readonly recurringTargets: HTMLFieldSetElement[]

  /** Also when the form is drawn anew. */
  boxTargetConnected() {
    this.turn()
  }

  fieldsTargetConnected() {
    this.turn()
  }

  recurringTargetConnected() {
    this.turn()
  }

  turn() {
    if (!this.hasBoxTarget) return
    const { checked } = this.boxTarget
    for (const fields of this.fieldsTargets) {
      fields.hidden = !checked
      fields.disabled = !checked
    }
    for (const offer of this.recurringTargets) {
      offer.hidden = checked
      offer.disabled = checked
    }
  }
}
