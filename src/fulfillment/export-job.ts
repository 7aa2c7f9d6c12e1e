import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import { orders, packingWaves } from '#db/schema/index.ts'
import { HOUR_MS, type Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { withReader } from '../jobs/reader.ts'
import type { Services } from '../services.ts'
import { isShippedAnyway } from '../weather/held.ts'
import { writeWaveFiles } from './export-file.ts'
import { jobRow, showProgress, updateJobRow, withFailuresCounted } from './job-rows.ts'
import { type LotGap, lotGaps, lotGapWords } from './lot-gaps.ts'
import { makeWave, readLinesAhead } from './waves.ts'

const PROGRESS_STEP = 100

/** Makes the wave of an export, then its files. Each step is done once, however often the process dies. */
export const exportWave = job(
  'export_wave',
  z.object({ exportId: z.number() }),
  LANES.files,
  (services, { exportId }) =>
    withFailuresCounted(services, exportId, 'Export failed', async () => {
      await readLinesAhead(services.db, exportId)
      const waveId = await durably(services.db, (tx) => startExport(tx, exportId, services.clock.now()))
      if (waveId !== null) await finishExport(services, exportId, waveId)
    }),
)

/** @returns the wave, made now or by an earlier try; null if there is nothing left to do */
function startExport(tx: DurableTx, exportId: number, now: number): number | null {
  const row = jobRow(tx, exportId)
  if (!row || row.finishedAt !== null) return null
  if (row.waveId !== null) return row.waveId
  const chosen = sql`select order_id from wave_job_orders where job_id = ${exportId}`
  const waveId = makeWave(tx, row.fcId, chosen, now, exportId)
  if (waveId === null) {
    updateJobRow(tx, exportId, { state: 'failed', errorMessage: NONE_LEFT, finishedAt: now })
    return null
  }
  const warnings = [...row.warnings, ...warningsOf(tx, exportId, waveId, now)]
  updateJobRow(tx, exportId, { state: 'running', waveId, warnings })
  return waveId
}

const NONE_LEFT = 'No wave was made: all of these orders changed since you selected them.'

/** What to look at before packing. None of it keeps a box out. */
function warningsOf(tx: DurableTx, exportId: number, waveId: number, now: Instant): string[] {
  const rows = tx
    .select({
      identifier: orders.identifier,
      addressStatus: orders.addressStatus,
      isShippedAnyway,
      isEdited: isChangedSince(now - HOUR_MS),
      isIn: sql<number>`exists (select 1 from packing_wave_orders
        where wave_id = ${waveId} and order_id = orders.id)`,
    })
    .from(orders)
    .where(sql`orders.id in (select order_id from wave_job_orders where job_id = ${exportId})`)
    .orderBy(orders.id)
    .all()
  return rows.flatMap(({ identifier, addressStatus, isShippedAnyway, isEdited, isIn }) => {
    if (!isIn) return `${identifier}: changed since you selected it, so it is not in the wave.`
    return [
      ...(addressStatus === 'unverified' || addressStatus === 'unconfirmed'
        ? [`${identifier}: nobody has confirmed the address.`]
        : []),
      ...(isShippedAnyway ? [`${identifier}: weather hold overridden by the customer.`] : []),
      ...(isEdited ? [`${identifier}: edited within the last hour.`] : []),
    ]
  })
}

/** Its buyer or the staff changed what is in it, where it goes or when. */
const isChangedSince = (at: Instant) =>
  sql<boolean>`exists (select 1 from order_changes
    where order_id = orders.id and at > ${at} and "by" <> 'shop')`.mapWith(Boolean)

async function finishExport(services: Services, exportId: number, waveId: number) {
  const { db, config, clock, random } = services
  const wave = db.select().from(packingWaves).where(eq(packingWaves.id, waveId)).get()
  if (!wave) throw new Error(`wave ${waveId} is gone`)
  const fileToken = random.token()
  await showProgress(services, exportId, 0)
  let written = 0
  const { gaps, fileBytes } = await withReader(services, async (reader) => ({
    gaps: await lotGaps(reader, wave),
    fileBytes: await writeWaveFiles(config, reader, wave, fileToken, (count) => {
      const before = written
      written += count
      if (Math.floor(before / PROGRESS_STEP) === Math.floor(written / PROGRESS_STEP)) return
      return showProgress(services, exportId, written)
    }),
  }))
  await durably(db, (tx) => {
    const complete = { state: 'complete', fileToken, fileBytes, boxesWritten: written } as const
    const warnings = withGaps(jobRow(tx, exportId)?.warnings ?? [], gaps)
    updateJobRow(tx, exportId, { ...complete, warnings, finishedAt: clock.now() })
  })
}

/** What is short now is warned of once, however often the files are made. */
const withGaps = (warnings: string[], gaps: LotGap[]): string[] => [
  ...new Set([...warnings, ...gaps.map((gap) => `${gap.identifier}: ${lotGapWords(gap)}.`)]),
]
