import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { closeDatabase, openToRead } from '#db/client.ts'
import { type Clock, shopClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { bookChecks, type Ledgers, NO_LEDGERS, readLedgers } from './books.ts'
import { type Check, check, wrong } from './check.ts'
import { machineChecks } from './machine.ts'
import { outsideChecks } from './outside.ts'

export type Diagnosis = { ok: boolean; checks: Check[]; ledgers: Ledgers }

/** Everything an operator should know, beside a running shop or without one. Changes nothing. */
export async function examine(config: Config, wallClock: Clock): Promise<Diagnosis> {
  const [machine, books, outside] = await Promise.all([
    machineChecks(config, wallClock.now()),
    examineDatabase(config.databasePath, wallClock),
    outsideChecks(config),
  ])
  const checks = [...machine, ...books.checks, ...outside]
  return { ok: checks.every(({ ok }) => ok), checks, ledgers: books.ledgers }
}

async function examineDatabase(
  databasePath: string,
  wallClock: Clock,
): Promise<Pick<Diagnosis, 'checks' | 'ledgers'>> {
  const opened = await check('database', () => {
    if (!existsSync(databasePath)) return wrong(`there is no shop at ${databasePath}`)
    closeDatabase(openToRead(databasePath))
    for (const path of [databasePath, dirname(databasePath)]) accessSync(path, constants.W_OK)
    return databasePath
  })
  if (!opened.ok) return { checks: [opened], ledgers: NO_LEDGERS }
  const db = openToRead(databasePath)
  let ledgers = NO_LEDGERS
  const books = await bookChecks(db, shopClock(db, wallClock))
  const sums = await check('ledgers', () => {
    ledgers = readLedgers(db)
    const { length } = ledgers.differences
    return length === 0 ? 'they agree with orders, stock and cards' : wrong(`${length} differences`)
  })
  closeDatabase(db)
  return { checks: [opened, ...books, sums], ledgers }
}
