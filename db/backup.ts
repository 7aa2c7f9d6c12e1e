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

/** Written beside a backup. A restored shop must have the same counts. */
const Manifest = z.object({
  madeAt: z.iso.datetime(),
  sha256: z.string(),
  bytes: z.number(),
  rows: z.record(z.string(), z.number()),
  moneyCents: z.number(),
})
export type Manifest = z.infer<typeof Manifest>

export type RestoreResult =
  | { ok: true; previousPath: string | null; rows: number }
  | { ok: false; reason: 'missing' | 'altered' | 'damaged' | 'in_use'; problems: string[] }

const OWNER_ONLY = 0o600
/** In one step, because SQLite restarts a stepwise copy after every write. */
const EVERY_PAGE = 0x7fffffff

export const manifestOf = (file: string) => `${file}.json`

/** @throws when the copy is damaged. Copying the file instead would miss the write-ahead log. */
export async function backUp(databasePath: string, file: string, madeAt: Date): Promise<Manifest> {
  const draft = `${file}.part`
  const source = new Database(databasePath, { fileMustExist: true })
  await source.backup(draft, { progress: () => EVERY_PAGE }).finally(() => source.close())
  const { problems, ...census } = inspect(draft)
  if (problems.length > 0) throw new Error(`the copy is damaged: ${problems.join('; ')}`)

  const manifest = { madeAt: madeAt.toISOString(), ...(await fingerprint(draft)), ...census }
  writeFileSync(manifestOf(draft), `${JSON.stringify(manifest, null, 1)}\n`, { mode: OWNER_ONLY })
  moveIntoPlace(manifestOf(draft), manifestOf(file))
  moveIntoPlace(draft, file)
  return manifest
}

export async function restore(file: string, databasePath: string, keepAs: string): Promise<RestoreResult> {
  if (!existsSync(file)) return { ok: false, reason: 'missing', problems: [`${file} does not exist`] }
  const draft = `${databasePath}.restoring`
  copyFileSync(file, draft)
  try {
    const manifest = readManifest(file)
    if (manifest && (await fingerprint(draft)).sha256 !== manifest.sha256)
      return { ok: false, reason: 'altered', problems: ['the file does not match its checksum'] }
    const { problems, rows, moneyCents } = inspect(draft)
    if (problems.length > 0) return { ok: false, reason: 'damaged', problems }
    if (manifest && !isSame({ rows, moneyCents }, manifest))
      return { ok: false, reason: 'altered', problems: ['the counts do not match those of the backup'] }

    const exists = existsSync(databasePath)
    if (exists && isInUse(databasePath)) return { ok: false, reason: 'in_use', problems: [] }
    if (exists) renameSync(databasePath, keepAs)
    for (const suffix of ['-wal', '-shm']) rmSync(databasePath + suffix, { force: true })
    moveIntoPlace(draft, databasePath)
    return { ok: true, previousPath: exists ? keepAs : null, rows: total(rows) }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Leaving WAL mode fails while another process has the database open; otherwise it moves the log into the file. */
export function isInUse(databasePath: string): boolean {
  const driver = new Database(databasePath, { timeout: 0 })
  try {
    driver.pragma('journal_mode = DELETE')
    return false
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true
    if (error instanceof Database.SqliteError) return false // not a database, so no process works with it
    throw error
  } finally {
    driver.close()
  }
}

function inspect(file: string) {
  const driver = new Database(file)
  try {
    driver.pragma('journal_mode = DELETE')
    const integrity = driver.pragma('integrity_check', { simple: true }) as string
    const foreign = driver.pragma('foreign_key_check') as { table: string }[]
    return {
      problems: [
        ...(integrity === 'ok' ? [] : [integrity]),
        ...foreign.map(({ table }) => `a row of ${table} has a broken reference`),
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

const count = (driver: Database.Database, expression: string, table: string) =>
  driver.prepare(`select ${expression} from "${table}"`).pluck().get() as number

async function fingerprint(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { sha256: hash.digest('hex'), bytes: readLength(file) }
}

const readLength = (file: string) => statSync(file).size

function readManifest(file: string): Manifest | null {
  const path = manifestOf(file)
  return existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

const isSame = (census: Pick<Manifest, 'rows' | 'moneyCents'>, manifest: Manifest) =>
  census.moneyCents === manifest.moneyCents && JSON.stringify(census.rows) === JSON.stringify(manifest.rows)

const total = (rows: Manifest['rows']) => Object.values(rows).reduce((sum, count) => sum + count, 0)

/** Synced before it gets its name, so that no crash leaves half a file. */
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
