import { formatDate } from '#src/day.ts'
import { isUnderWay } from '#src/fulfillment/job-words.ts'
import { paths } from '#src/paths.ts'
import type { StaffExportDetail } from '#src/staff/export-detail.ts'
import { JobStatus } from '../fulfillment/background-job-status.tsx'

/** Follows a long export until its file is there. Works by reloading, too. */
export const StaffExportPage = ({ title, detail }: { title: string; detail: StaffExportDetail }) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">{title}</h1>
      <p class="desk__intro">
        {formatDate(detail.from)} to {formatDate(detail.to)}
        {detail.center && `, center ${detail.center}`}
        {detail.farm && `, farm ${detail.farm}`}. Only you can download it, for 24 hours.
      </p>
    </header>
    <section
      class="job-page"
      data-controller="job-page"
      data-job-page-ended-value={String(!isUnderWay(detail))}
      data-action="background-job-status:change->job-page#change"
    >
      <div class="job-status">
        <JobStatus detail={detail} url={paths.staffExportJob(detail.job_id)} />
      </div>
      <p class="job-page__ways">
        {detail.download_url && (
          <a class="button" href={detail.download_url} data-turbo="false">
            Download CSV
          </a>
        )}
        {isUnderWay(detail) && (
          <a class="button button--quiet" href={paths.staffExportJob(detail.job_id)}>
            Check again
          </a>
        )}
        <a class="button button--quiet" href={paths.staffExports()}>
          Back to the exports
        </a>
      </p>
    </section>
  </>
)
