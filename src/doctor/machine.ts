import { statSync } from 'node:fs'
import { backupProblems } from '#db/backup.ts'
import { storedBackups } from '#db/backup-folder.ts'
import { diskSpace } from '#db/disk-space.ts'
import type { Config } from '../config/config.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { type Check, check, wrong } from './check.ts'

/** Checkpoints keep it at 64 MB; beyond that a reader has held one up for long. */
const MAX_LOG_BYTES = 256 * 1024 * 1024
const MAX_BACKUP_AGE_DAYS = 2

/** The machine and the files, without opening the database. */
export const machineChecks = (config: Config, wallNow: Instant): Promise<Check[]> =>
  Promise.all([
    check('node', () => process.version),
    check('disk', () => freeSpace(config.databasePath)),
    check('wal', () => logSize(config.databasePath)),
    check('backup', () => lastBackup(config, wallNow)),
  ])

function freeSpace(databasePath: string) {
  const { freeBytes, freeShare, isEnough } = diskSpace(databasePath)
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free (${Math.round(freeShare * 100)}%)`
  return isEnough ? free : wrong(free)
}

function logSize(databasePath: string) {
  const bytes = statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  return bytes <= MAX_LOG_BYTES ? size : wrong(`${size}: something keeps it from being written back`)
}

/** A demo may do without. */
async function lastBackup({ backups, demo }: Config, wallNow: Instant) {
  const [newest] = storedBackups(backups.path)
  if (!newest) return demo ? `none in ${backups.path}` : wrong(`none in ${backups.path}`)
  const problems = await backupProblems(newest.file)
  if (problems.length > 0) return wrong(`${newest.file} is damaged: ${problems.join('; ')}`)
  const days = (wallNow - newest.madeAt.getTime()) / DAY_MS
  const detail = `${newest.file}, ${days.toFixed(1)} days old, whole`
  return days <= MAX_BACKUP_AGE_DAYS || demo ? detail : wrong(detail)
}
