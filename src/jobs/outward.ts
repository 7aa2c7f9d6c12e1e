import { eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, oncePerDatabase } from '#db/client.ts'
import { shopFacts } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { closeFlag, flagForStaff } from '../flags/flags.ts'
import type { Services } from '../services.ts'
import {
  countStart,
  hereNow,
  knownWhereabouts,
  rememberStarts,
  setFact,
  writeWhereabouts,
} from './whereabouts.ts'

/**
 * Outward work reaches people or other companies: emails, refunds, charges. In a restored or copied shop it would
 * happen twice, so it waits there until a person resumes it.
 */

const HELD_SINCE = 'outward_held_since'

export const isOutwardHeld = (db: Db): boolean => heldSince(db) !== null

const heldSince = (db: Db): string | null => heldQuery(db).get({ name: HELD_SINCE })?.value ?? null

const heldQuery = oncePerDatabase((db) =>
  db
    .select({ value: shopFacts.value })
    .from(shopFacts)
    .where(eq(shopFacts.name, sql.placeholder('name')))
    .prepare(),
)

/** At every start: holds outward work if this database was last used elsewhere, or is an older copy. */
export async function recognizeShop(services: Services) {
  const { db, config } = services
  if (config.databasePath === ':memory:') return
  await durably(db, (tx) => holdIfMoved(tx, services))
  await durably(db, (tx) => rememberStarts(tx, config))
}

function holdIfMoved(tx: DurableTx, { config, clock, random, log }: Services) {
  const known = knownWhereabouts(tx)
  const here = countStart(tx, config, random)
  if (known === null) return writeWhereabouts(tx, here)
  const isSame = known.address === here.address && known.instance === here.instance
  if (isSame || heldSince(tx) !== null || !reachesOutside(config)) return
  log.warn({ known: known.address, here: here.address }, 'outward work is held: a restored or copied shop')
  const now = clock.now()
  setFact(tx, HELD_SINCE, String(now))
  flagForStaff(tx, {
    kind: 'outward_held',
    key: flagKey(String(now)),
    detail: `This database was last used at ${known.address}; this is ${here.address}. Emails, refunds and charges are on hold.`,
    now,
  })
}

/** With embedded mail, texts, payments and carrier nothing leaves this machine. */
const reachesOutside = ({ mail, texts, payments, shipping }: Config) =>
  mail.smtpUrl !== null || !texts.embedded || !payments.embedded || !shipping.embedded

/** From now on, this is where the shop is. @returns false if nothing was held */
export const resumeOutward = ({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<boolean> =>
  durably(db, (tx) => resumeOutwardIn(tx, config, clock.now()))

export function resumeOutwardIn(tx: DurableTx, config: Config, now: number): boolean {
  const since = heldSince(tx)
  const here = hereNow(config)
  if (since === null || here === null) return false
  writeWhereabouts(tx, here)
  tx.delete(shopFacts).where(eq(shopFacts.name, HELD_SINCE)).run()
  closeFlag(tx, flagKey(since), 'Outward work was resumed.', now)
  return true
}

const flagKey = (since: string) => `outward_held:${since}`
