import { closeDatabase } from '#db/client.ts'
import { readArguments, runCommand, say } from './command.ts'
import { openShop } from './open-shop.ts'

/** `npm run migrate`: brings the database up to date, as every start does. */
await runCommand(async (config) => {
  readArguments({})
  closeDatabase(await openShop(config))
  say('The database is up to date.')
})
