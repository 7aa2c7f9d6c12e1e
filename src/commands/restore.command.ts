import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Restored, restore } from '#db/backup.ts'
import { whileLocked } from '#db/migrate.ts'
import { readConfig } from '../config/config.ts'
import { isServed } from './running.ts'

/** `npm run restore -- FILE`: puts a backup in the place of the database, and keeps the old one. The server is stopped. */
const IN_USE = 'A server or a command is working with this database; stop it first.'

const config = readConfig(process.env)
const [file, ...rest] = process.argv.slice(2)
if (file === undefined || rest.length > 0)
  fail('Which? For example: npm run restore -- backups/monday.sqlite3')
if (await isServed(config)) fail(IN_USE)

const databasePath = resolve(config.databasePath)
mkdirSync(dirname(databasePath), { recursive: true })
const keepAs = `${databasePath}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`
const outcome = await whileLocked(databasePath, () => restore(resolve(file), databasePath, keepAs))
if (!outcome.ok) fail(sentence(outcome))
process.stdout.write(
  `${databasePath} is the backup now.${outcome.keptAt ? ` The old one is ${outcome.keptAt}.` : ''}\n`,
)

function sentence({ reason, problems }: Extract<Restored, { ok: false }>): string {
  if (reason === 'in_use') return IN_USE
  return `Nothing was restored: ${problems.join('; ')}.`
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
