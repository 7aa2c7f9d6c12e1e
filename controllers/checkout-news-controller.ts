import { Controller } from '@hotwired/stimulus'
import { refreshSummary } from '#islands/shared/refresh-summary.ts'

/**
 * Says that the order beside the steps is another than it was: whoever shows it hears `checkout-changed`, and may
 * prevent that only its summary is renewed.
 */
export default class extends Controller<HTMLElement> {
  static override values = { version: String, summary: String }
  declare readonly summaryValue: string

  versionValueChanged() {
    const changed = new CustomEvent('checkout-changed', { cancelable: true, detail: { by: 'codes' } })
    if (document.dispatchEvent(changed)) void refreshSummary(this.summaryValue)
  }
}
