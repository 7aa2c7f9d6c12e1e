import { and, eq, sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase } from '#db/client.ts'
import { fulfillmentCenters, type User, type WaveJob, waveJobs } from '#db/schema/index.ts'
import { hasRoleFor } from '../accounts/roles.ts'
import { counted } from '../counted.ts'
import type { Instant } from '../day.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { FILE_LIFE_MS } from './export-file.ts'
import { isGivenUp } from './job-rows.ts'

/** An export with its center's address. */
export type CenterExport = WaveJob & { center: string; isGivenUp: boolean }

const statements = oncePerDatabase((db) => {
  const select = () =>
    db
      .select({ row: waveJobs, center: fulfillmentCenters.slug, isGivenUp })
      .from(waveJobs)
      .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, waveJobs.fcId))
  return {
    byToken: select()
      .where(eq(waveJobs.token, sql.placeholder('token')))
      .prepare(),
    byFile: select()
      .where(eq(waveJobs.fileToken, sql.placeholder('fileToken')))
      .prepare(),
  }
})

type Selected = { row: WaveJob; center: string; isGivenUp: boolean } | undefined

const toExport = (selected: Selected): CenterExport | null =>
  selected ? { ...selected.row, center: selected.center, isGivenUp: selected.isGivenUp } : null

/** Null for everyone who doesn't work at its center. */
export function clerksExport(db: Db, user: Pick<User, 'id'>, token: string): CenterExport | null {
  const found = toExport(statements(db).byToken.get({ token }))
  return found && hasRoleFor(db, user.id, 'fulfillment', found.fcId) ? found : null
}

/** The export whose file can still be downloaded by this account. */
export function downloadableExport(db: Db, user: User, fileToken: string, now: Instant): CenterExport | null {
  const found = toExport(statements(db).byFile.get({ fileToken }))
  const isOpen = found && hasFile(found, now) && hasRoleFor(db, user.id, 'fulfillment', found.fcId)
  return isOpen ? found : null
}

export const hasFile = ({ fileToken, finishedAt }: WaveJob, now: Instant) =>
  fileToken !== null && finishedAt !== null && now < finishedAt + FILE_LIFE_MS

export type ExportDetail = ReturnType<typeof exportDetail>

/** What scripts and the page's widget learn of an export; the fields of the customer's specification, and progress. */
export const exportDetail = (found: CenterExport, now: Instant) => ({
  job_id: found.token,
  job_status: found.state === 'canceled' || found.isGivenUp ? ('failed' as const) : found.state,
  progress: progressOf(found),
  error_message: errorWords(found),
  message: found.state === 'complete' ? completeWords(found) : null,
  warnings: found.warnings,
  download_url: downloadUrl(found, now),
  packing_wave_id: found.waveId,
})

export const CANCELED_WORDS = {
  export: 'Canceled. No wave was made.',
  labels: 'Canceled. Labels that were already bought stay.',
}

function errorWords({ state, kind, waveId, isGivenUp, errorMessage }: CenterExport): string | null {
  if (state === 'canceled') return CANCELED_WORDS[kind]
  if (!isGivenUp) return errorMessage
  if (kind === 'labels') return 'This job stopped early. Labels that were already bought stay.'
  return waveId === null
    ? 'This export stopped before its wave was made. Please export again.'
    : `Wave ${waveId} was made, but its files weren’t. Make them on the wave’s page.`
}

const completeWords = ({ kind, waveId, boxesWritten }: WaveJob) =>
  kind === 'labels'
    ? `${boxesWritten === 1 ? '1 label is' : `${boxesWritten} labels are`} ready to print.`
    : `Wave ${waveId} is ready: ${boxes(boxesWritten)}.`

/** Labels are printed from the wave, as long as it has them: those of the job's boxes. */
function downloadUrl(found: CenterExport, now: Instant): string | null {
  const { kind, state, center, waveId, token } = found
  if (kind === 'labels')
    return state === 'complete' && waveId ? paths.labelsPdf(center, waveId, { job: token }) : null
  return found.fileToken !== null && hasFile(found, now) ? paths.download(found.fileToken) : null
}

const boxes = (count: number) => counted(count, 'box', 'boxes')

/** In percent. 100 only once the file is whole. */
const progressOf = ({ state, boxesWritten, boxCount }: WaveJob) =>
  state === 'complete' ? 100 : Math.min(99, Math.floor((100 * boxesWritten) / boxCount))

/** An export only before its wave is made, labels at any box. @returns whether it was in time */
export function cancelExport({ db, clock }: Services, { id, kind }: WaveJob): Promise<boolean> {
  const inTime =
    kind === 'labels' ? sql`state in ('queued', 'running')` : sql`state = 'queued' and wave_id is null`
  return durably(db, (tx) => {
    const { changes } = tx
      .update(waveJobs)
      .set({ state: 'canceled', finishedAt: clock.now() })
      .where(and(eq(waveJobs.id, id), inTime))
      .run()
    return changes === 1
  })
}
