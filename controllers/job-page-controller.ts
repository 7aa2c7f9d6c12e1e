import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'

/** Reloads the page when its job ends, because then it has links to the files and the wave. */
export default class extends Controller<HTMLElement> {
  static override values = { ended: Boolean }
  declare endedValue: boolean

  change({ detail }: CustomEvent<{ job_status: string }>) {
    const hasEnded = detail.job_status === 'complete' || detail.job_status === 'failed'
    if (!hasEnded || this.endedValue) return
    this.endedValue = true
    visit(location.href, { action: 'replace' })
  }
}
