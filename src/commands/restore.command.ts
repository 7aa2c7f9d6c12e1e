import { resolve } from 'node:path'
import { whileLocked } from '#db/migrate.ts'
import { keptName, type RestoreResult, restore } from '#db/restore.ts'
import { counted } from '../counted.ts'
import { deleteInstance } from '../jobs/whereabouts.ts'
import { fail, readArguments, runCommand, say } from './command.ts'
import { isServed } from './running.ts'
import { prepareStorage } from './storage.ts'

const IN_USE = 'A server or a command is using this database; stop it first.'

const USAGE = 'Which backup? For example: npm run restore -- backups/monday.sqlite3'

/** `npm run restore -- FILE`: replaces the database with a backup and keeps the old one. Stop the server first. */
await runCommand(
  async (config) => {
    const [file, ...rest] = readArguments({}, USAGE).positionals
    if (file === undefined || rest.length > 0) return fail(USAGE)
    if (await isServed(config)) fail(IN_USE)

    prepareStorage(config)
    const databasePath = resolve(config.databasePath)
    const places = {
      file: resolve(file),
      databasePath,
      storagePath: resolve(config.storagePath),
      keepAs: keptName(databasePath, new Date()),
    }
    const outcome = await whileLocked(databasePath, () => restore(places)).catch(refuseRestore)
    if (!outcome.ok) return fail(sentence(outcome))
    deleteInstance(config)
    const { madeAt, orders, previousPath, missingFiles } = outcome
    const backup = `the backup${madeAt ? ` of ${madeAt}` : ''}: ${counted(orders, 'order', 'orders')}`
    const previous = previousPath ? ` The previous database is ${previousPath}.` : ''
    say(`${databasePath} now holds ${backup}.${previous}`)
    if (missingFiles.length > 0)
      say(`${missingFiles.length} picture files are not in the backup, for example ${missingFiles[0]}.`)
  },
  { createsShop: true },
)

/** Of the file system's and SQLite's errors. @throws anything else, because it's a bug */
function refuseRestore(error: Error & { code?: string }): never {
  if (error.code === undefined) throw error
  return fail(`Nothing was restored: ${error.message}.`)
}

function sentence({ reason, problems }: Extract<RestoreResult, { ok: false }>): string {
  return reason === 'in_use' ? IN_USE : `Nothing was restored: ${problems.join('; ')}.`
}
