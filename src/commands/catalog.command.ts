import { existsSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import type { Db } from '#db/client.ts'
import { exportCatalog } from '../catalog/import/export.ts'
import { importCatalog, type Previewed, previewImport } from '../catalog/import/import.ts'
import { writeAtomically } from '../catalog/import/picture-files.ts'
import { describeProblems, type Problem } from '../catalog/import/problems.ts'
import { describeDifferences, describePlan } from '../catalog/import/report.ts'
import { shopClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { random } from '../tokens.ts'
import { fail, readArguments, runCommand, say } from './command.ts'
import { withShop } from './open-shop.ts'

const USAGE = 'Which file? For example: npm run catalog -- import catalog.csv, or export catalog.json'

const OPTIONS = {
  replace: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const

/**
 * `npm run catalog -- import FILE`: changes the catalog to what a CSV or JSON file says, all of it or nothing, beside a
 * running server. `--replace` hides what the file leaves out, `--dry-run` only lists the differences. `export FILE`
 * writes a JSON file that import reads. The format: src/catalog/import/FORMAT.md.
 */
await runCommand(async (config) => {
  const { positionals, values } = readArguments(OPTIONS, USAGE)
  const [verb, file, ...rest] = positionals
  if ((verb !== 'import' && verb !== 'export') || file === undefined || rest.length > 0) return fail(USAGE)
  for (const option of ['replace', 'dry-run'] as const)
    if (verb === 'export' && values[option]) fail(`Unknown option '--${option}' of export.`)
  if (verb === 'export' && extname(file) !== '.json') fail('The file name must end in .json.')
  assertUsable(verb, resolve(file))

  await withShop(config, (db) =>
    verb === 'export'
      ? writeCatalog(db, resolve(file))
      : readCatalog(config, db, resolve(file), { replace: values.replace, isDry: values['dry-run'] }),
  )
})

function assertUsable(verb: 'import' | 'export', file: string) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory()) fail(`${file} is a folder; name a file in it.`)
  if (verb === 'import' && !stats) fail(`There is no file ${file}.`)
  if (verb === 'export' && !existsSync(dirname(file))) fail(`There is no folder ${dirname(file)}.`)
}

type Wanted = { replace: boolean; isDry: boolean }

async function readCatalog({ storagePath }: Config, db: Db, file: string, { replace, isDry }: Wanted) {
  const now = shopClock(db).now()
  const settings = { db, storagePath, random, now, wallNow: Date.now(), replace }
  if (isDry) return listDifferences(await previewImport(file, settings))
  const outcome = await importCatalog(file, settings)
  if (!outcome.ok) return refuse(outcome.problems)
  say(describePlan(outcome.plan).join('\n'))
}

function listDifferences(read: Previewed) {
  if (!read.ok) return refuse(read.problems)
  const lines = [...describePlan(read.plan), ...describeDifferences(read.differences)]
  say([...lines, 'Nothing was imported: this was a dry run.'].join('\n'))
}

function refuse(problems: Problem[]): never {
  return fail([...describeProblems(problems), 'Nothing was imported.'].join('\n'))
}

function writeCatalog(db: Db, file: string) {
  const catalog = exportCatalog(db)
  writeAtomically(file, Buffer.from(`${JSON.stringify(catalog, null, 2)}\n`))
  const { farms, varieties, offers } = catalog
  say(`${file} holds ${farms.length} farms, ${varieties.length} varieties and ${offers.length} offers.`)
}
