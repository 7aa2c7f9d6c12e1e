import { existsSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import type { Db } from '#db/client.ts'
import { exportCatalog } from '../catalog/import/export.ts'
import { importCatalog } from '../catalog/import/import.ts'
import { writeAtomically } from '../catalog/import/picture-files.ts'
import { describeProblems } from '../catalog/import/problems.ts'
import { describePlan } from '../catalog/import/report.ts'
import { shopClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { random } from '../tokens.ts'
import { fail, readArguments, runCommand, say } from './command.ts'
import { withShop } from './open-shop.ts'

const USAGE = 'Which file? For example: npm run catalog -- import catalog.csv, or export catalog.json'

/**
 * `npm run catalog -- import FILE`: changes the catalog to what a CSV or JSON file says, all of it or nothing, beside a
 * running server. `--replace` hides what the file leaves out. `export FILE` writes a JSON file that import reads. The
 * format: src/catalog/import/FORMAT.md.
 */
await runCommand(async (config) => {
  const { positionals, values } = readArguments({ replace: { type: 'boolean', default: false } }, USAGE)
  const [verb, file, ...rest] = positionals
  if ((verb !== 'import' && verb !== 'export') || file === undefined || rest.length > 0) return fail(USAGE)
  if (verb === 'export' && values.replace) fail("Unknown option '--replace' of export.")
  if (verb === 'export' && extname(file) !== '.json') fail('The file name must end in .json.')
  assertUsable(verb, resolve(file))

  await withShop(config, (db) =>
    verb === 'export'
      ? writeCatalog(db, resolve(file))
      : readCatalog(config, db, resolve(file), values.replace),
  )
})

function assertUsable(verb: 'import' | 'export', file: string) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory()) fail(`${file} is a folder; name a file in it.`)
  if (verb === 'import' && !stats) fail(`There is no file ${file}.`)
  if (verb === 'export' && !existsSync(dirname(file))) fail(`There is no folder ${dirname(file)}.`)
}

async function readCatalog({ storagePath }: Config, db: Db, file: string, replace: boolean) {
  const now = shopClock(db).now()
  const outcome = await importCatalog(file, { db, storagePath, random, now, wallNow: Date.now(), replace })
  if (!outcome.ok) return fail([...describeProblems(outcome.problems), 'Nothing was imported.'].join('\n'))
  say(describePlan(outcome.plan).join('\n'))
}

function writeCatalog(db: Db, file: string) {
  const catalog = exportCatalog(db)
  writeAtomically(file, Buffer.from(`${JSON.stringify(catalog, null, 2)}\n`))
  const { farms, varieties, offers } = catalog
  say(`${file} holds ${farms.length} farms, ${varieties.length} varieties and ${offers.length} offers.`)
}
