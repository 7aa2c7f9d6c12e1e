import type { Db } from '#db/client.ts'
import type { Config } from '../config/config.ts'
import { readArguments, runCommand } from './command.ts'
import { withShop } from './open-shop.ts'

export type ShopWork = (config: Config, db: Db) => Promise<void> | void

/** Runs a command that works on the shop. `workOf` checks the arguments before the database is opened. */
export const runShopCommand = (
  usage: string,
  workOf: (verb: string | undefined, rest: string[]) => ShopWork,
) =>
  runCommand(async (config) => {
    const [verb, ...rest] = readArguments({}, usage).positionals
    const work = workOf(verb, rest)
    await withShop(config, (db) => work(config, db))
  })
