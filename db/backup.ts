import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { Database } from './driver.mjs'

/** What a backup holds, written beside it: a restored shop must count the same. */
const Manifest = z.object({
  madeAt: z.iso.datetime(),
  sha256: z.string(),
  bytes: z.number(),
  rows: z.record(z.string(), z.number()),
  moneyCents: z.number(),
})
export type Manifest = z.infer<typeof Manifest>

export type Restored =
  | { ok: true; keptAt: string | null; rows: number }
  | { ok: false; reason: 'missing' | 'altered' | 'damaged' | 'in_use'; problems: string[] }

const OWNER_ONLY = 0o600
/** The whole file in one step: a copy in several begins anew whenever the shop writes in between. */
const EVERY_PAGE = 0x7fffffff

export const manifestOf = (file: string) => `${file}.json`

/**
 * A consistent copy of the shop's database while the shop goes on, checked before it gets its name. Never copy the
 * file itself: what the write-ahead log holds would be missing.
 * @throws when the copy is not whole, or the database is not there
 */
export async function backUp(databasePath: string, file: string, madeAt: Date): Promise<Manifest> {
  const draft = `${file}.part`
  const source = new Database(databasePath, { fileMustExist: true })
  await source.backup(draft, { progress: () => EVERY_PAGE }).finally(() => source.close())
  const { problems, ...census } = inspect(draft)
  if (problems.length > 0) throw new Error(`the copy is not whole: ${problems.join('; ')}`)

  const manifest = { madeAt: madeAt.toISOString(), ...(await fingerprint(draft)), ...census }
  writeFileSync(manifestOf(draft), `${JSON.stringify(manifest, null, 1)}\n`, { mode: OWNER_ONLY })
  moveIntoPlace(manifestOf(draft), manifestOf(file))
  moveIntoPlace(draft, file)
  return manifest
}

/**
 * Puts a backup in the place of a database that nobody has open; the old one is kept beside it.
 * @param keepAs what the old database is called from now on
 */
export async function restore(file: string, databasePath: string, keepAs: string): Promise<Restored> {
  if (!existsSync(file)) return { ok: false, reason: 'missing', problems: [`${file} is not there`] }
  const draft = `${databasePath}.restoring`
  copyFileSync(file, draft)
  try {
    const manifest = readManifest(file)
    if (manifest && (await fingerprint(draft)).sha256 !== manifest.sha256)
      return { ok: false, reason: 'altered', problems: ['it is not the file that was backed up'] }
    const { problems, rows, moneyCents } = inspect(draft)
    if (problems.length > 0) return { ok: false, reason: 'damaged', problems }
    if (manifest && !isSame({ rows, moneyCents }, manifest))
      return { ok: false, reason: 'altered', problems: ['it does not hold what was backed up'] }

    const isThere = existsSync(databasePath)
    if (isThere && isInUse(databasePath)) return { ok: false, reason: 'in_use', problems: [] }
    if (isThere) renameSync(databasePath, keepAs)
    for (const end of ['-wal', '-shm']) rmSync(databasePath + end, { force: true })
    moveIntoPlace(draft, databasePath)
    return { ok: true, keptAt: isThere ? keepAs : null, rows: total(rows) }
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Whether another process has the database open: then SQLite refuses to give up its write-ahead log. When nobody has,
 * the log has gone into the file, which is whole by itself.
 */
export function isInUse(databasePath: string): boolean {
  const driver = new Database(databasePath, { timeout: 0 })
  try {
    driver.pragma('journal_mode = DELETE')
    return false
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true
    if (error instanceof Database.SqliteError) return false // no database any more: nobody works with it
    throw error
  } finally {
    driver.close()
  }
}

/** SQLite's own checks, and what there is to count. Leaves one file, without a log beside it. */
function inspect(file: string) {
  const driver = new Database(file)
  try {
    driver.pragma('journal_mode = DELETE')
    const integrity = driver.pragma('integrity_check', { simple: true }) as string
    const foreign = driver.pragma('foreign_key_check') as { table: string }[]
    return {
      problems: [
        ...(integrity === 'ok' ? [] : [integrity]),
        ...foreign.map(({ table }) => `a row of ${table} points to nothing`),
      ],
      rows: Object.fromEntries(tablesOf(driver).map((name) => [name, count(driver, `count(*)`, name)])),
      moneyCents: count(driver, 'coalesce(sum(amount_cents), 0)', 'money_movements'),
    }
  } catch (error) {
    return { problems: [(error as Error).message], rows: {}, moneyCents: 0 }
  } finally {
    driver.close()
  }
}

const tablesOf = (driver: Database.Database) =>
  driver
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .pluck()
    .all() as string[]

const count = (driver: Database.Database, what: string, table: string) =>
  driver.prepare(`select ${what} from "${table}"`).pluck().get() as number

async function fingerprint(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { sha256: hash.digest('hex'), bytes: readLength(file) }
}

const readLength = (file: string) => statSync(file).size

function readManifest(file: string): Manifest | null {
  const beside = manifestOf(file)
  return existsSync(beside) ? Manifest.parse(JSON.parse(readFileSync(beside, 'utf8'))) : null
}

const isSame = (census: Pick<Manifest, 'rows' | 'moneyCents'>, manifest: Manifest) =>
  census.moneyCents === manifest.moneyCents && JSON.stringify(census.rows) === JSON.stringify(manifest.rows)

const total = (rows: Manifest['rows']) => Object.values(rows).reduce((sum, one) => sum + one, 0)

/** Only its owner reads it, and it is on the disk before it has its name. */
function moveIntoPlace(draft: string, file: string) {
  chmodSync(draft, OWNER_ONLY)
  sync(draft)
  renameSync(draft, file)
  sync(dirname(file))
}

function sync(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
