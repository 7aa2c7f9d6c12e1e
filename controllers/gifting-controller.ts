import { Controller } from '@hotwired/stimulus'

/** The gift checkbox enables the gift fields and disables the recurring option (BEH-6). */
export default class extends Controller<HTMLElement> {
  static override targets = ['box', 'fields', 'recurring']
  declare readonly boxTarget: HTMLInputElement
  declare readonly hasBoxTarget: boolean
  declare readonly fieldsTargets: HTMLFieldSetElement[]
  declare readonly recurringTargets: HTMLFieldSetElement[]

  boxTargetConnected() {
    this.update()
  }

  fieldsTargetConnected() {
    this.update()
  }

  recurringTargetConnected() {
    this.update()
  }

  update() {
    if (!this.hasBoxTarget) return
    const { checked } = this.boxTarget
    for (const fields of this.fieldsTargets) {
      fields.hidden = !checked
      fields.disabled = !checked
    }
    for (const option of this.recurringTargets) {
      option.hidden = checked
      option.disabled = checked
    }
  }
}
