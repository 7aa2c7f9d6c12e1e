import { eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import { earlyAccess, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { attemptRows } from '../jobs/attempt.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../slices.ts'

/** Hides it from everyone but members until then. */
export function giveEarlyAccess(tx: Tx, varietyId: number, opensAt: Instant) {
  tx.update(varieties).set({ hidden: true }).where(eq(varieties.id, varietyId)).run()
  tx.insert(earlyAccess)
    .values({ varietyId, opensAt })
    .onConflictDoUpdate({ target: earlyAccess.varietyId, set: { opensAt } })
    .run()
}

/** It's everyone's from now on. */
export function openToAll(tx: Tx, varietyId: number) {
  const ended = tx.delete(earlyAccess).where(eq(earlyAccess.varietyId, varietyId)).run()
  if (ended.changes === 1)
    tx.update(varieties).set({ hidden: false }).where(eq(varieties.id, varietyId)).run()
}

/** Off sale for members too, and not opened to all later. */
export const endEarlyAccess = (tx: Tx, slugs: string[]) =>
  endWhere(tx, sql`${varieties.slug} in (select value from json_each(${JSON.stringify(slugs)}))`)

/** Of what was published meanwhile. Hidden again, it stays hidden until staff publish it. */
export const endPublished = (tx: Tx) => endWhere(tx, sql`not ${varieties.hidden}`)

const endWhere = (tx: Tx, isEnded: SQL) =>
  void tx
    .delete(earlyAccess)
    .where(inArray(earlyAccess.varietyId, tx.select({ id: varieties.id }).from(varieties).where(isEnded)))
    .run()

/** So few that requests run in between. */
const AT_ONCE = 25

/** Until this has run, only members see and buy it, so a late round gives nothing away. */
export async function openEarlyAccess({ db, clock, log }: Services) {
  const now = clock.now()
  if (dueBy(db, now, 1).length === 0) return
  const failed = new Set<number>()
  const some = (tx: DurableTx) =>
    attemptRows(
      tx,
      { log },
      {
        failure: 'a product could not be opened to everyone',
        about: (varietyId) => ({ varietyId }),
        limit: AT_ONCE,
        waiting: (limit) => dueBy(tx, now, limit),
        work: ({ id }) => openToAll(tx, id),
      },
      failed,
    )
  await inTransactions(async () => (await durably(db, some)) >= AT_ONCE)
}

const dueBy = (db: Db, now: Instant, limit: number) =>
  db
    .select({ id: earlyAccess.varietyId })
    .from(earlyAccess)
    .where(lte(earlyAccess.opensAt, now))
    .limit(limit)
    .all()
