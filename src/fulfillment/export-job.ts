import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { closeDatabase, type DurableTx, durably, openToRead, quickly, type Tx } from '#db/client.ts'
import { orders, packingWaves, type WaveExport, waveExports } from '#db/schema/index.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import type { Services } from '../services.ts'
import { isShippedAnyway } from '../weather/held.ts'
import { writeWaveFiles } from './export-file.ts'
import { makeWave, readLinesAhead } from './waves.ts'

/** Tries that fail, not those that a crash cut short. */
const MAX_FAILURES = 3
const PROGRESS_STEP = 100

/** Makes the wave of an export, then its files. Each step is done once, however often the process dies. */
export const exportWave = job(
  'export_wave',
  z.object({ exportId: z.number() }),
  LANES.files,
  async (services, { exportId }) => {
    try {
      await readLinesAhead(services.db, exportId)
      const waveId = await durably(services.db, (tx) => startExport(tx, exportId, services.clock.now()))
      if (waveId !== null) await finishExport(services, exportId, waveId)
    } catch (error) {
      const isLast = await durably(services.db, (tx) => countFailure(tx, exportId, services.clock.now()))
      if (!isLast) throw error
      services.log.error({ err: error, export: exportId }, 'an export failed')
    }
  },
)

const exportById = (tx: DurableTx, id: number): WaveExport | null =>
  tx.select().from(waveExports).where(eq(waveExports.id, id)).get() ?? null

/** @returns the wave, made now or by an earlier try; null if there is nothing left to do */
function startExport(tx: DurableTx, exportId: number, now: number): number | null {
  const row = exportById(tx, exportId)
  if (!row || row.finishedAt !== null) return null
  if (row.waveId !== null) return row.waveId
  const chosen = sql`select order_id from wave_export_orders where export_id = ${exportId}`
  const waveId = makeWave(tx, row.fcId, chosen, now, exportId)
  if (waveId === null) {
    updateExport(tx, exportId, { state: 'failed', errorMessage: NONE_LEFT, finishedAt: now })
    return null
  }
  const warnings = warningsOf(tx, exportId, waveId)
  updateExport(tx, exportId, { state: 'running', waveId, warnings })
  return waveId
}

const NONE_LEFT = 'No wave was made: all of these orders changed since you selected them.'

const updateExport = (tx: Tx, id: number, columns: Partial<WaveExport>) =>
  void tx.update(waveExports).set(columns).where(eq(waveExports.id, id)).run()

/** What to look at before packing. None of it keeps a box out. */
function warningsOf(tx: DurableTx, exportId: number, waveId: number): string[] {
  const rows = tx
    .select({
      identifier: orders.identifier,
      addressStatus: orders.addressStatus,
      isShippedAnyway,
      isIn: sql<number>`exists (select 1 from packing_wave_orders
        where wave_id = ${waveId} and order_id = orders.id)`,
    })
    .from(orders)
    .where(sql`orders.id in (select order_id from wave_export_orders where export_id = ${exportId})`)
    .orderBy(orders.id)
    .all()
  return rows.flatMap(({ identifier, addressStatus, isShippedAnyway, isIn }) => {
    if (!isIn) return `${identifier}: changed since you selected it, so it is not in the wave.`
    return [
      ...(addressStatus === 'unverified' || addressStatus === 'unconfirmed'
        ? [`${identifier}: nobody has confirmed the address.`]
        : []),
      ...(isShippedAnyway ? [`${identifier}: weather hold overridden by the customer.`] : []),
    ]
  })
}

async function finishExport(services: Services, exportId: number, waveId: number) {
  const { db, config, clock, random } = services
  const wave = db.select().from(packingWaves).where(eq(packingWaves.id, waveId)).get()
  if (!wave) throw new Error(`wave ${waveId} is gone`)
  const fileToken = random.token()
  await showProgress(services, exportId, 0)
  let written = 0
  const fileBytes = await withReader(services, (reader) =>
    writeWaveFiles(config, reader, wave, fileToken, (count) => {
      const before = written
      written += count
      if (Math.floor(before / PROGRESS_STEP) === Math.floor(written / PROGRESS_STEP)) return
      return showProgress(services, exportId, written)
    }),
  )
  await durably(db, (tx) => {
    const complete = { state: 'complete', fileToken, fileBytes, boxesWritten: written } as const
    updateExport(tx, exportId, { ...complete, finishedAt: clock.now() })
  })
}

const showProgress = ({ db }: Services, exportId: number, boxesWritten: number) =>
  quickly(db, (tx) => updateExport(tx, exportId, { boxesWritten }))

/** A connection of its own, so that reading a large wave waits for no writer. A shop in memory has only one. */
async function withReader<T>(
  { db, config }: Services,
  work: (reader: Services['db']) => Promise<T>,
): Promise<T> {
  if (config.databasePath === ':memory:') return work(db)
  const reader = openToRead(config.databasePath)
  try {
    return await work(reader)
  } finally {
    closeDatabase(reader)
  }
}

/** @returns whether that was the last try */
function countFailure(tx: DurableTx, exportId: number, now: number): boolean {
  const row = exportById(tx, exportId)
  if (!row || row.finishedAt !== null) return true
  const failures = row.failures + 1
  if (failures < MAX_FAILURES) {
    updateExport(tx, exportId, { failures })
    return false
  }
  updateExport(tx, exportId, { failures, state: 'failed', errorMessage: 'Export failed', finishedAt: now })
  return true
}
