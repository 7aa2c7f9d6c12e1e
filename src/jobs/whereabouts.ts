import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { eq, inArray } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { moveIntoPlace } from '#db/durable-files.ts'
import { shopFacts } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'
import type { Random } from '../tokens.ts'

/** Where a database is used: at which address, and beside which instance file, which no backup contains. */
export type Whereabouts = { address: string; instance: string }

type InstanceFile = { id: string; starts: number }
type Place = Pick<Config, 'databasePath' | 'appUrl'>

const FACTS = ['shop_address', 'shop_instance'] as const
const STARTS = 'booted'

/** Null for a database that was never served. */
export function knownWhereabouts(db: Db): Whereabouts | null {
  const rows = db
    .select()
    .from(shopFacts)
    .where(inArray(shopFacts.name, [...FACTS]))
    .all()
  const fact = (name: (typeof FACTS)[number]) => rows.find((row) => row.name === name)?.value
  const [address, instance] = [fact('shop_address'), fact('shop_instance')]
  return address && instance ? { address, instance } : null
}

export function writeWhereabouts(tx: Tx, { address, instance }: Whereabouts) {
  setFact(tx, 'shop_address', address)
  setFact(tx, 'shop_instance', instance)
}

export function setFact(tx: Tx, name: string, value: string) {
  tx.insert(shopFacts)
    .values({ name, value })
    .onConflictDoUpdate({ target: shopFacts.name, set: { value } })
    .run()
}

/**
 * Where this process runs. A database with fewer starts than its instance file has seen is an older one, put in place
 * of the newer: it gets a new instance. In one transaction, because several servers may start at one moment.
 */
export function countStart(tx: DurableTx, config: Place, random: Random): Whereabouts {
  const starts = startsOf(tx)
  const file = readInstance(config)
  const isKnown = file !== null && file.starts <= starts
  const id = isKnown ? file.id : random.token()
  // With the count that the database has if this transaction is lost.
  if (!isKnown) writeInstance(config, { id, starts })
  setFact(tx, STARTS, String(starts + 1))
  return { address: addressOf(config), instance: id }
}

/** Once a start's count is committed: a file ahead of its database would look like a newer one. */
export function rememberStarts(tx: DurableTx, config: Place) {
  const file = readInstance(config)
  if (file) writeInstance(config, { ...file, starts: startsOf(tx) })
}

/** The current whereabouts of a shop that has started here before. */
export function hereNow(config: Place): Whereabouts | null {
  const file = readInstance(config)
  return file && { address: addressOf(config), instance: file.id }
}

/** After a restore, so that the next start knows. */
export const deleteInstance = ({ databasePath }: Pick<Config, 'databasePath'>) =>
  rmSync(fileOf(databasePath), { force: true })

const startsOf = (tx: Tx) =>
  Number(tx.select().from(shopFacts).where(eq(shopFacts.name, STARTS)).get()?.value ?? 0)

/** On one machine the port doesn't matter. */
function addressOf({ appUrl }: Place): string {
  const { hostname, origin } = new URL(appUrl)
  return isLoopback(hostname) ? 'localhost' : origin
}

const fileOf = (databasePath: string) => `${databasePath}.instance`

function readInstance({ databasePath }: Place): InstanceFile | null {
  try {
    return JSON.parse(readFileSync(fileOf(databasePath), 'utf8')) as InstanceFile
  } catch {
    return null
  }
}

function writeInstance({ databasePath }: Place, file: InstanceFile) {
  const draft = `${fileOf(databasePath)}.part`
  writeFileSync(draft, JSON.stringify(file))
  moveIntoPlace(draft, fileOf(databasePath))
}
