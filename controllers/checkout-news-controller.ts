import { Controller } from '@hotwired/stimulus'
import { refreshSummary } from '#islands/shared/refresh-summary.ts'

/** Announces a changed order. A listener that redraws more prevents the default, a refresh of the summary. */
export default class extends Controller<HTMLElement> {
  static override values = { version: String, summary: String }
  declare readonly summaryValue: string

  versionValueChanged() {
    const changed = new CustomEvent('checkout-changed', { cancelable: true, detail: { by: 'codes' } })
    if (document.dispatchEvent(changed)) void refreshSummary(this.summaryValue)
  }
}
