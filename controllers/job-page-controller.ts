import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'
import { isUnderWay, type JobNews } from '#src/fulfillment/job-words.ts'

/**
 * Reloads the page when its job ends, because then it has links to the files and the wave. An export that has started
 * can't be canceled anymore.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['cancelExport']
  static override values = { ended: Boolean }
  declare readonly cancelExportTargets: HTMLElement[]
  declare endedValue: boolean

  override connect() {
    // The job may have ended before this script came.
    const status = this.element.querySelector<HTMLElement>('[data-background-job-status-detail-value]')
    const detail = status?.dataset.backgroundJobStatusDetailValue
    if (detail) this.#look(JSON.parse(detail))
  }

  change({ detail }: CustomEvent<JobNews>) {
    this.#look(detail)
  }

  #look(news: JobNews) {
    if (news.job_status !== 'queued') for (const form of this.cancelExportTargets) form.hidden = true
    if (isUnderWay(news) || this.endedValue) return
    this.endedValue = true
    visit(location.href, { action: 'replace' })
  }
}
