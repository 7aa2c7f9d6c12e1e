import { Readable } from 'node:stream'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, type DurableTx, durably, quickly } from '#db/client.ts'
import { farms, fulfillmentCenters, type StaffExport, staffExports, type User } from '#db/schema/index.ts'
import { addDays, type Day, type Instant, MINUTE_MS } from '../day.ts'
import { instantOf, SHOP_ZONE } from '../delivery/zones.ts'
import { exportFile, FILE_LIFE_MS, storeExport } from '../fulfillment/export-file.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { withReader } from '../jobs/reader.ts'
import type { Services } from '../services.ts'
import { exportCsv, extentOf } from './export-csv.ts'
import type { Scope, Span } from './export-kinds.ts'
import { EXPORT_KINDS } from './exports.ts'

/** An export of more rows becomes a job with a file; a shorter one is sent at once. */
export const LONG_EXPORT_ROWS = 2_000
/** Jobs one person may have under way. */
export const MAX_UNDER_WAY = 3
const MAX_FAILURES = 3
const PROGRESS_STEP = 0.02

export const writeStaffExport = job(
  'write_staff_export',
  z.object({ exportId: z.number() }),
  LANES.files,
  async (services, { exportId }) => {
    const row = services.db.select().from(staffExports).where(eq(staffExports.id, exportId)).get()
    if (!row || row.finishedAt !== null) return
    try {
      await write(services, row)
    } catch (error) {
      if (!(await durably(services.db, (tx) => countFailure(tx, exportId, services.clock.now())))) throw error
      services.log.error({ err: error, export: exportId }, 'an export for accounting failed')
    }
  },
)

async function write(services: Services, row: StaffExport) {
  const { db, config, clock } = services
  const kind = EXPORT_KINDS.find(({ id }) => id === row.kind)
  const file = exportFile(config, row.token, 'csv')
  if (!kind || !file) throw new Error(`there is no export ${row.kind}`)
  let shown = 0
  const onRows = async (share: number) => {
    if (share - shown < PROGRESS_STEP) return
    shown = share
    await quickly(db, (tx) => {
      const rowsWritten = Math.floor(share * row.rowCount)
      tx.update(staffExports).set({ state: 'running', rowsWritten }).where(eq(staffExports.id, row.id)).run()
    })
  }
  const fileBytes = await withReader(services, (reader) => {
    const span = spanOf(row.fromDay, row.toDay)
    const part = { span, scope: scopeOf(reader, row), extent: extentOf(reader, kind, span) }
    return storeExport(file, Readable.from(exportCsv(reader, kind, part, onRows)))
  })
  const done = { state: 'complete', fileBytes, rowsWritten: row.rowCount, finishedAt: clock.now() } as const
  await durably(db, (tx) => void tx.update(staffExports).set(done).where(eq(staffExports.id, row.id)).run())
}

/** @returns whether that was the last try */
function countFailure(tx: DurableTx, id: number, now: Instant): boolean {
  const failed = tx
    .update(staffExports)
    .set({ failures: sql`failures + 1` })
    .where(eq(staffExports.id, id))
    .returning({ failures: staffExports.failures })
    .get()
  if (!failed || failed.failures < MAX_FAILURES) return !failed
  tx.update(staffExports).set({ state: 'failed', finishedAt: now }).where(eq(staffExports.id, id)).run()
  return true
}

export const spanOf = (from: Day, to: Day): Span => ({
  from,
  to,
  since: instantOf(from, 0, SHOP_ZONE),
  until: instantOf(addDays(to, 1), 0, SHOP_ZONE),
})

/** By the slugs that the form names. Null when the shop has no such center or farm. */
export function namedScope(db: Db, { center, farm }: Pick<StaffExport, 'center' | 'farm'>): Scope | null {
  const centerId = center === null ? null : idAt(db, fulfillmentCenters, center)
  const farmId = farm === null ? null : idAt(db, farms, farm)
  return centerId === undefined || farmId === undefined ? null : { centerId, farmId }
}

const idAt = (db: Db, table: typeof fulfillmentCenters | typeof farms, slug: string): number | undefined =>
  db.select({ id: table.id }).from(table).where(eq(table.slug, slug)).get()?.id

function scopeOf(db: Db, row: StaffExport): Scope {
  const scope = namedScope(db, row)
  if (!scope) throw new Error('its center or farm is gone')
  return scope
}

type Asked = Pick<StaffExport, 'kind' | 'fromDay' | 'toDay' | 'center' | 'farm' | 'rowCount'>

/** For so long, a press of a button that has been pressed before leads to the same job, even once it is done. */
const SAME_PRESS_MS = MINUTE_MS

/**
 * @param press names the page's button, and its job; null from scripts
 * @returns its token; null if this person has too many under way
 */
export function requestStaffExport(
  tx: DurableTx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  { id: userId }: User,
  asked: Asked,
  press: string | null,
): { token: string; isNew: boolean } | null {
  const now = clock.now()
  const pressed =
    press === null ? null : tx.select().from(staffExports).where(eq(staffExports.token, press)).get()
  if (pressed?.userId === userId && isSameAgain(pressed, asked, now))
    return { token: pressed.token, isNew: false }
  const underWay = tx
    .select({ n: sql<number>`count(*)` })
    .from(staffExports)
    .where(sql`user_id = ${userId} and state in ('queued', 'running')`)
    .get()
  if ((underWay?.n ?? 0) >= MAX_UNDER_WAY) return null
  const named = press === null || pressed ? random.token() : press
  const { id, token } = tx
    .insert(staffExports)
    .values({ ...asked, userId, token: named, createdAt: now })
    .returning({ id: staffExports.id, token: staffExports.token })
    .get()
  enqueue(tx, writeStaffExport, { exportId: id }, { key: `write_staff_export:${id}`, now })
  return { token, isNew: true }
}

function isSameAgain(row: StaffExport, asked: Asked, now: Instant): boolean {
  const isSame = (['kind', 'fromDay', 'toDay', 'center', 'farm'] as const).every(
    (key) => row[key] === asked[key],
  )
  const isUnderWay = row.state === 'queued' || row.state === 'running'
  return isSame && (isUnderWay || (row.state === 'complete' && now - row.createdAt < SAME_PRESS_MS))
}

/** Null for everyone but who asked, and a day later. */
export const ownExport = (db: Db, { id }: User, token: string, now: Instant): StaffExport | null =>
  db
    .select()
    .from(staffExports)
    .where(
      and(
        eq(staffExports.token, token),
        eq(staffExports.userId, id),
        gt(staffExports.createdAt, now - FILE_LIFE_MS),
      ),
    )
    .get() ?? null

/** The newest first. */
export const ownExports = (db: Db, { id }: User, now: Instant): StaffExport[] =>
  db
    .select()
    .from(staffExports)
    .where(and(eq(staffExports.userId, id), gt(staffExports.createdAt, now - FILE_LIFE_MS)))
    .orderBy(desc(staffExports.createdAt), desc(staffExports.id))
    .limit(20)
    .all()
