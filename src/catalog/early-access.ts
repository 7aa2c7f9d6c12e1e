import { eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { type Db, durably, type Tx } from '#db/client.ts'
import { earlyAccess, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'

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

/** Until this has run, only members see and buy it, so a late round gives nothing away. */
export async function openEarlyAccess({ db, clock }: Services) {
  if (dueBy(db, clock.now()).length === 0) return
  await durably(db, (tx) => {
    for (const { id } of dueBy(tx, clock.now())) openToAll(tx, id)
  })
}

const dueBy = (db: Db, now: Instant) =>
  db.select({ id: earlyAccess.varietyId }).from(earlyAccess).where(lte(earlyAccess.opensAt, now)).all()
