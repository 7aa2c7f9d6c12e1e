import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS } from '#src/day.ts'
import { filesFolder } from './backup.ts'
import { readManifest } from './manifest.ts'

/** Why the shop backed itself up. Each kind is rotated by itself, so that releases don't push out the nightly ones. */
export type BackupKind = 'nightly' | 'migration'

export type StoredBackup = { file: string; kind: BackupKind; madeAt: Date }

const NAME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-(nightly|migration)\.sqlite3$/
/** A draft that nobody has written to for this long belongs to a dead process. */
const STALE_DRAFT_MS = HOUR_MS

export const backupName = (folder: string, kind: BackupKind, madeAt: Date) =>
  join(folder, `${madeAt.toISOString().replace(/[:.]/g, '-')}-${kind}.sqlite3`)

/** The shop's own backups in its folder, newest first. Files with other names are not ours. */
export function storedBackups(folder: string): StoredBackup[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const [, hour, minute, second, rest, kind] = NAME.exec(name) ?? []
      if (!kind) return []
      const madeAt = new Date(`${hour}:${minute}:${second}.${rest}`)
      return [{ file: join(folder, name), kind: kind as BackupKind, madeAt }]
    })
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/** Deletes all but the newest of each kind, drafts of dead processes, and files that no backup needs any longer. */
export function rotateBackups(folder: string, keep: number, now: Date) {
  const backups = storedBackups(folder)
  for (const kind of ['nightly', 'migration'] as const)
    for (const { file } of backups.filter((backup) => backup.kind === kind).slice(keep)) rmSync(file)
  for (const name of readdirSync(folder).filter(isDraft))
    if (now.getTime() - statSync(join(folder, name)).mtimeMs > STALE_DRAFT_MS) rmSync(join(folder, name))
  deleteUnneededFiles(folder)
}

/**
 * Every SQLite file in the folder counts, because an operator may keep a backup under another name. Which files a draft
 * needs isn't known yet, so while there is one, or one comes, nothing is deleted until the next rotation.
 */
function deleteUnneededFiles(folder: string) {
  const files = filesFolder(join(folder, 'any'))
  if (!existsSync(files)) return
  const backups = readdirSync(folder)
  if (backups.some(isDraft)) return
  const needed = new Set(
    backups.filter((name) => name.endsWith('.sqlite3')).flatMap((name) => filesOf(join(folder, name))),
  )
  for (const name of readdirSync(files, { recursive: true, encoding: 'utf8' })) {
    if (!statSync(join(files, name)).isFile() || needed.has(name)) continue
    if (readdirSync(folder).join() !== backups.join()) return
    rmSync(join(files, name))
  }
}

const isDraft = (name: string) => name.endsWith('.part')

function filesOf(backup: string): string[] {
  try {
    return readManifest(backup)?.files ?? []
  } catch (error) {
    throw new Error(`${backup} is damaged: ${(error as Error).message}`)
  }
}
