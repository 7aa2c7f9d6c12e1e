import { readArguments, runCommand, say } from './command.ts'
import { withShop } from './open-shop.ts'

/** `npm run migrate`: brings the database up to date, as every start does. `-- --new` creates a live shop's database. */
await runCommand(
  async (config) => {
    const { values } = readArguments({ new: { type: 'boolean', default: false } })
    await withShop(config, () => {}, { isNew: values.new })
    say('The database is up to date.')
  },
  { createsShop: true },
)
