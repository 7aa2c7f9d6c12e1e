import { resolve } from 'node:path'
import { backUp, manifestOf } from '#db/backup.ts'
import { fail, readArguments, runCommand, say } from './command.ts'

const USAGE = 'Where to? For example: npm run backup -- backups/monday.sqlite3'

/** `npm run backup -- FILE`: a complete, checked copy of the database, beside a running server. */
await runCommand(async ({ databasePath }) => {
  const [file, ...rest] = readArguments({}, USAGE).positionals
  if (file === undefined || rest.length > 0) return fail(USAGE)
  const target = resolve(file)
  if (target === resolve(databasePath)) fail('That is the database itself.')

  const manifest = await backUp(databasePath, target, new Date()).catch((error: Error) =>
    fail(`Nothing was backed up: ${error.message}.`),
  )
  const size = Math.ceil(manifest.bytes / 1_000_000)
  say(
    `${target} holds ${manifest.rows.orders ?? 0} orders in ${size} MB; ${manifestOf(file)} lists its row counts.`,
  )
})
