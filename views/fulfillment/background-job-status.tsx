import type { ExportDetail } from '#src/fulfillment/export-detail.ts'
import { paths } from '#src/paths.ts'
import type { StreamSource } from '#src/web/stream-names.ts'
import { TurboCableStreamSource } from '../shared/turbo-cable-stream-source.tsx'

type Props = { detail: ExportDetail; stream: StreamSource }

/** Follows a job: by the page's socket, and by asking while there is none (BEH-28). */
export const BackgroundJobStatus = ({ detail, stream }: Props) => (
  <div class="job-status">
    <TurboCableStreamSource stream={stream} />
    <JobStatus detail={detail} />
  </div>
)

/** What any job says of itself to the page of who waits for it. */
type JobNews = Pick<ExportDetail, 'job_id' | 'job_status' | 'progress' | 'message' | 'error_message'>

/** Replaced by each change of the job. */
export const JobStatus = ({ detail, url = paths.job(detail.job_id) }: { detail: JobNews; url?: string }) => (
  <div
    id={`job_${detail.job_id}`}
    data-controller="background-job-status"
    data-background-job-status-url-value={url}
    data-background-job-status-detail-value={JSON.stringify(detail)}
  >
    <progress
      class="job-status__bar"
      max={100}
      value={detail.progress}
      aria-label="Progress"
      data-background-job-status-target="bar"
    />
    <p class="job-status__words" data-background-job-status-target="words">
      {statusWords(detail)}
    </p>
  </div>
)

function statusWords({ job_status, progress, message, error_message }: JobNews): string {
  if (job_status === 'complete') return message ?? 'Done'
  if (job_status === 'failed') return error_message ?? 'Export failed'
  return job_status === 'queued' ? 'Waiting to start' : `${progress}% done`
}
