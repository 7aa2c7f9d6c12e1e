import type { ExportDetail } from '#src/fulfillment/export-detail.ts'
import { TurboStream } from '../shared/turbo.tsx'
import { JobStatus } from './background-job-status.tsx'

export const JobStatusStream = ({ detail }: { detail: ExportDetail }) => (
  <TurboStream action="replace" target={`job_${detail.job_id}`}>
    <JobStatus detail={detail} />
  </TurboStream>
)
