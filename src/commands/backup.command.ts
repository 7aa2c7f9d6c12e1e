import { resolve } from 'node:path'
import { backUp, manifestOf } from '#db/backup.ts'
import { readConfig } from '../config/config.ts'

/** `npm run backup -- FILE`: a whole, checked copy of the database, beside a running server. */
const { databasePath } = readConfig(process.env)
const [file, ...rest] = process.argv.slice(2)
if (file === undefined || rest.length > 0)
  fail('Where to? For example: npm run backup -- backups/monday.sqlite3')

const target = resolve(file)
if (target === resolve(databasePath)) fail('That is the database itself.')
try {
  const { bytes, rows } = await backUp(databasePath, target, new Date())
  const orders = rows.orders ?? 0
  process.stdout.write(
    `${target} holds ${orders} orders in ${Math.ceil(bytes / 1_000_000)} MB; ${manifestOf(file)} says what it counts.\n`,
  )
} catch (error) {
  fail(`Nothing was backed up: ${(error as Error).message}.`)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
