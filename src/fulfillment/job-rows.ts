import { eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, quickly, type Tx } from '#db/client.ts'
import { type WaveJob, waveJobs } from '#db/schema/index.ts'
import type { QueuedJob } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import type { Clerk } from './clerk.ts'

/** The rows of the jobs that clerks wait for: exports, and the labels of waves. */

/** Tries that fail, not those that a crash cut short. */
const MAX_FAILURES = 3

type Contents = Pick<typeof waveJobs.$inferInsert, 'boxCount' | 'waveId' | 'kind' | 'warnings'> & {
  token?: string
}

/** Adds the row and enqueues its job, which performs it by its id. */
export function addJobRow(
  tx: DurableTx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  { user, center }: Clerk,
  contents: Contents,
  performedBy: QueuedJob<{ exportId: number }>,
): { id: number; token: string } {
  const now = clock.now()
  const added = tx
    .insert(waveJobs)
    .values({ token: random.token(), ...contents, fcId: center.id, userId: user.id, createdAt: now })
    .returning({ id: waveJobs.id, token: waveJobs.token })
    .get()
  enqueue(tx, performedBy, { exportId: added.id }, { key: `${performedBy.kind}:${added.id}`, now })
  return added
}

/** Its job crashed or failed too often, or staff forgot it. Once they retry it, it's under way again. */
export const isGivenUp = sql<boolean>`wave_jobs.finished_at is null and not exists (
  select 1 from jobs where state in ('queued', 'running')
    and key in ('export_wave:' || wave_jobs.id, 'buy_labels:' || wave_jobs.id))`.mapWith(Boolean)

export const jobRow = (db: Db, id: number): WaveJob | null =>
  db.select().from(waveJobs).where(eq(waveJobs.id, id)).get() ?? null

export const updateJobRow = (tx: Tx, id: number, columns: Partial<WaveJob>) =>
  void tx.update(waveJobs).set(columns).where(eq(waveJobs.id, id)).run()

export const showProgress = ({ db }: Pick<Services, 'db'>, id: number, boxesWritten: number) =>
  quickly(db, (tx) => updateJobRow(tx, id, { boxesWritten }))

/** Runs a job's work; after its last failure the row says so, and the job isn't tried again. */
export async function withFailuresCounted(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  exportId: number,
  errorMessage: string,
  work: () => Promise<void>,
) {
  try {
    await work()
  } catch (error) {
    const now = services.clock.now()
    const isLast = await durably(services.db, (tx) => countFailure(tx, exportId, errorMessage, now))
    if (!isLast) throw error
    services.log.error({ err: error, job: exportId }, "a clerk's job failed")
  }
}

/** @returns whether that was the last try */
function countFailure(tx: DurableTx, exportId: number, errorMessage: string, now: number): boolean {
  const row = jobRow(tx, exportId)
  if (!row || row.finishedAt !== null) return true
  const failures = row.failures + 1
  if (failures < MAX_FAILURES) {
    updateJobRow(tx, exportId, { failures })
    return false
  }
  updateJobRow(tx, exportId, { failures, state: 'failed', errorMessage, finishedAt: now })
  return true
}
