import { resolve } from 'node:path'
import { closeDatabase } from '#db/client.ts'
import { importCatalog } from '../catalog/import/import.ts'
import { describeProblems } from '../catalog/import/problems.ts'
import { describePlan } from '../catalog/import/report.ts'
import { shopClock } from '../clock.ts'
import { random } from '../tokens.ts'
import { fail, readArguments, runCommand, say } from './command.ts'
import { openShop } from './open-shop.ts'

const USAGE = 'Which file? For example: npm run catalog -- import catalog.csv'

/**
 * `npm run catalog -- import FILE`: changes the catalog to what a CSV or JSON file says, all of it or nothing, beside a
 * running server. `--replace` hides what the file leaves out. The format: src/catalog/import/FORMAT.md.
 */
await runCommand(async (config) => {
  const { positionals, values } = readArguments({ replace: { type: 'boolean', default: false } }, USAGE)
  const [verb, file, ...rest] = positionals
  if (verb !== 'import' || file === undefined || rest.length > 0) return fail(USAGE)

  const db = await openShop(config)
  const outcome = await importCatalog(resolve(file), {
    db,
    storagePath: config.storagePath,
    random,
    now: shopClock(db).now(),
    wallNow: Date.now(),
    replace: values.replace,
  })
  closeDatabase(db)
  if (!outcome.ok) return fail([...describeProblems(outcome.problems), 'Nothing was imported.'].join('\n'))
  say(describePlan(outcome.plan).join('\n'))
})
