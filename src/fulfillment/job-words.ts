/** What a job tells the page that waits for it. */
export type JobNews = {
  job_status: 'queued' | 'running' | 'complete' | 'failed'
  progress: number
  message: string | null
  error_message: string | null
}

export const isUnderWay = ({ job_status }: Pick<JobNews, 'job_status'>) =>
  job_status === 'queued' || job_status === 'running'

/** Used by the server and by the script that polls, so that both say the same. */
export function jobWords({ job_status, progress, message, error_message }: JobNews): string {
  if (job_status === 'complete') return message ?? 'Done'
  if (job_status === 'failed') return error_message ?? 'Export failed'
  return job_status === 'queued' ? 'Waiting to start' : `${progress}% done`
}
