import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { backUp, backupProblems } from '#db/backup.ts'
import { backupName, rotateBackups, storedBackups } from '#db/backup-folder.ts'
import type { Config } from '../config/config.ts'
import { makeFolder } from '../config/folder.ts'
import { fail, readArguments, runCommand, say } from './command.ts'

const USAGE = 'Where to? For example: npm run backup -- backups/monday.sqlite3'

/**
 * `npm run backup -- FILE`: a complete, checked copy of the database, with its pictures, beside a running server.
 * `-- --nightly` is what the shop runs by itself: into BACKUP_PATH, where it keeps BACKUP_KEEP of them.
 */
await runCommand(async (config) => {
  const { positionals, values } = readArguments({ nightly: { type: 'boolean' } }, USAGE)
  const [file, ...rest] = positionals
  if (values.nightly && file === undefined) return backUpNightly(config)
  if (file === undefined || rest.length > 0 || values.nightly) return fail(USAGE)
  await backUpTo(resolve(file), config, new Date())
})

async function backUpNightly(config: Config) {
  setPriority(10) // shoppers first
  const { path, keep } = config.backups
  const now = new Date()
  makeFolder(path)
  await backUpTo(resolve(backupName(path, 'nightly', now)), config, now)
  rotateBackups(path, keep, now)
  const [newest] = storedBackups(path)
  const problems = newest ? await backupProblems(newest.file) : ['it is gone']
  if (newest && problems.length > 0) fail(`${newest.file} is damaged: ${problems.join('; ')}.`)
}

async function backUpTo(file: string, { databasePath, storagePath }: Config, madeAt: Date) {
  if (file === resolve(databasePath)) fail('That is the database itself.')
  const { bytes, rows, files } = await backUp({ databasePath, storagePath, file, madeAt }).catch(
    (error: Error) => fail(`Nothing was backed up: ${error.message}.`),
  )
  const size = Math.ceil(bytes / 1_000_000)
  const pictures = files.length > 0 ? `, and ${files.length} picture files in backup-files beside it` : ''
  say(`${file} holds ${rows.orders ?? 0} orders in ${size} MB${pictures}.`)
}
