import type { ExportDetail } from '#src/fulfillment/export-detail.ts'
import { type JobNews, jobWords } from '#src/fulfillment/job-words.ts'
import { paths } from '#src/paths.ts'
import type { StreamSource } from '#src/web/stream-names.ts'
import { TurboCableStreamSource } from '../shared/turbo-cable-stream-source.tsx'

type JobStatusProps = { detail: JobNews & { job_id: string }; url?: string }

type Props = { detail: ExportDetail; stream: StreamSource }

/** Follows a job: by the page's socket, and by asking while there is none (BEH-28). */
export const BackgroundJobStatus = ({ detail, stream }: Props) => (
  <div class="job-status">
    <TurboCableStreamSource stream={stream} />
    <JobStatus detail={detail} />
  </div>
)

/** Replaced by each change of the job. */
export const JobStatus = ({ detail, url = paths.job(detail.job_id) }: JobStatusProps) => (
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
      {jobWords(detail)}
    </p>
  </div>
)
