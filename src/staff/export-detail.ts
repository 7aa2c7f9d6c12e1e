import type { StaffExport } from '#db/schema/index.ts'
import { paths } from '../paths.ts'

export type StaffExportDetail = ReturnType<typeof staffExportDetail>

/** As other jobs that a person follows on a page report themselves. */
export const staffExportDetail = (row: StaffExport) => ({
  job_id: row.token,
  job_status: row.state,
  progress: progressOf(row),
  error_message: row.state === 'failed' ? 'This export failed. Please ask for it again.' : null,
  message: row.state === 'complete' ? `Ready: ${sizeWords(row.fileBytes ?? 0)}.` : null,
  download_url: row.state === 'complete' ? paths.staffExportFile(row.token) : null,
  kind: row.kind,
  from: row.fromDay,
  to: row.toDay,
  center: row.center,
  farm: row.farm,
})

/** In percent. 100 only once the file is whole. */
const progressOf = ({ state, rowsWritten, rowCount }: StaffExport) =>
  state === 'complete' ? 100 : Math.min(99, Math.floor((100 * rowsWritten) / Math.max(1, rowCount)))

const KB = 1_000
const sizeWords = (bytes: number) =>
  bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`
