import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closeDatabase } from '#db/client.ts'
import { importCatalog } from '../catalog/import/import.ts'
import { describeProblems } from '../catalog/import/problems.ts'
import { describePlan } from '../catalog/import/report.ts'
import { shopClock } from '../clock.ts'
import { readConfig } from '../config/config.ts'
import { chance } from '../tokens.ts'
import { openShop } from './open-shop.ts'

/**
 * `npm run catalog -- import FILE`: makes the catalogue as a CSV or JSON file says, all of it or none, beside a
 * running server. `--replace` hides what the file does not tell of. The format: src/catalog/import/FORMAT.md.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { replace: { type: 'boolean', default: false } },
})
const [verb, file, ...rest] = positionals
const unknown = Object.keys(values).filter((name) => name !== 'replace')
if (verb !== 'import' || file === undefined || rest.length + unknown.length > 0) {
  fail(['Which file? For example: npm run catalog -- import catalog.csv'])
}

const config = readConfig(process.env)
const db = await openShop(config)
const outcome = await importCatalog(resolve(file), {
  db,
  storagePath: config.storagePath,
  chance,
  now: shopClock(db).now(),
  wallNow: Date.now(),
  replace: values.replace === true,
})
closeDatabase(db)
if (!outcome.ok) fail([...describeProblems(outcome.problems), 'Nothing was imported.'])
process.stdout.write(`${describePlan(outcome.plan).join('\n')}\n`)

function fail(lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}
