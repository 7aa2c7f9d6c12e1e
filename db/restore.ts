import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backupProblems, filesFolder } from './backup.ts'
import { Database } from './driver.mjs'
import { copyMissing, isSameFile, keepAlso, moveIntoPlace } from './durable-files.ts'
import { inspect } from './inspect.ts'
import { readManifest, removeManifest } from './manifest.ts'

export type RestoreResult =
  | { ok: true; madeAt: string | null; orders: number; previousPath: string | null; missingFiles: string[] }
  | { ok: false; reason: 'missing' | 'itself' | 'damaged' | 'in_use'; problems: string[] }

type Places = {
  file: string
  databasePath: string
  storagePath: string
  /** The name under which the old database stays. */
  keepAs: string
}

/** SQLite's files beside a database. They would be applied to whichever database has the name. */
const COMPANIONS = ['-wal', '-shm', '-journal']

const draftOf = (databasePath: string) => `${databasePath}.restoring`
const keptPrefix = (databasePath: string) => `${databasePath}.before-`

export const keptName = (databasePath: string, at: Date) =>
  keptPrefix(databasePath) + at.toISOString().replace(/[:.]/g, '-')

/**
 * Replaces the database in one rename: whenever the process dies, the name leads to the old database or the new one.
 * The caller holds the lock.
 */
export async function restore({ file, databasePath, storagePath, keepAs }: Places): Promise<RestoreResult> {
  if (!existsSync(file)) return { ok: false, reason: 'missing', problems: [`${file} does not exist`] }
  if (statSync(file).isDirectory())
    return { ok: false, reason: 'missing', problems: [`${file} is a folder; name a file in it`] }
  if (existsSync(databasePath) && isSameFile(file, databasePath))
    return { ok: false, reason: 'itself', problems: [`${file} is the database itself`] }
  const draft = draftOf(databasePath)
  removeLeftovers(databasePath)
  removeDatabase(draft)
  try {
    copyFileSync(file, draft)
    const problems = await backupProblems(draft)
    if (problems.length > 0) return { ok: false, reason: 'damaged', problems }
    const manifest = readManifest(draft)
    const { rows } = manifest ?? inspect(draft)
    if (manifest) removeManifest(draft, manifest)

    const exists = existsSync(databasePath)
    if (exists && isInUse(databasePath)) return { ok: false, reason: 'in_use', problems: [] }
    const missingFiles = copyMissing(manifest?.files ?? [], filesFolder(file), storagePath)
    if (exists) keepAlso(databasePath, keepAs)
    // Only a damaged database still has them: a whole one took them in when it left WAL mode.
    for (const end of COMPANIONS)
      if (existsSync(databasePath + end)) renameSync(databasePath + end, keepAs + end)
    moveIntoPlace(draft, databasePath)
    const previousPath = exists ? keepAs : null
    return {
      ok: true,
      madeAt: manifest?.madeAt ?? null,
      orders: rows.orders ?? 0,
      previousPath,
      missingFiles,
    }
  } finally {
    removeDatabase(draft)
  }
}

/** Deletes a database nobody has open. */
export function removeDatabase(databasePath: string) {
  for (const end of ['', ...COMPANIONS]) rmSync(databasePath + end, { force: true })
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

/** What a restore left that was killed. A second name of the live database must go: SQLite can't lock both. */
export function removeLeftovers(databasePath: string) {
  if (!existsSync(databasePath)) return
  removeDatabase(draftOf(databasePath))
  for (const kept of keptDatabases(databasePath)) if (isSameFile(kept, databasePath)) rmSync(kept)
}

/** Drafts and previous databases left next to a missing one. Starting here would hide the real shop. */
export function remainsOf(databasePath: string): string[] {
  const draft = draftOf(databasePath)
  return [...(existsSync(draft) ? [draft] : []), ...keptDatabases(databasePath)]
}

function keptDatabases(databasePath: string): string[] {
  const folder = dirname(databasePath)
  if (!existsSync(folder)) return []
  const prefix = basename(keptPrefix(databasePath))
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && !COMPANIONS.some((end) => name.endsWith(end)))
    .map((name) => join(folder, name))
}
