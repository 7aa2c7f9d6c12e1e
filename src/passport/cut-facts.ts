import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, varieties } from '#db/schema/index.ts'
import { currentReads } from '../read-cache.ts'
import { type Cut, cutColumns } from './cuts.ts'

/** What a passport says about a cut: the same for everyone who has had it. */
export type CutFacts = Cut & {
  /** What part of the animal it is. */
  part: string
  animal: string
  /** Of the farm. */
  state: string
  /** What the farm claims. */
  badges: string[]
}

/** By variety; each is read once until the catalog changes. Not in a transaction. */
export function cutFacts(db: Db, varietyIds: number[]): Map<number, CutFacts> {
  const reads = currentReads<CutFacts>(db)
  const facts = new Map<number, CutFacts>()
  const missing = varietyIds.filter((id) => {
    const known = reads.get(keyOf(id), '')
    if (known) facts.set(id, known)
    return !known
  })
  for (const cut of missing.length > 0 ? readFacts(db, missing) : []) {
    facts.set(cut.varietyId, cut)
    reads.set(keyOf(cut.varietyId), '', cut)
  }
  return facts
}

const keyOf = (varietyId: number) => `cut ${varietyId}`

const readFacts = (db: Db, varietyIds: number[]) =>
  statement(db).all({ varietyIds: JSON.stringify(varietyIds) })

const statement = oncePerDatabase((db) =>
  db
    .select({
      ...cutColumns,
      part: varieties.cut,
      animal: varieties.animal,
      state: farms.state,
      badges: farms.badges,
    })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(sql`${varieties.id} in (select value from json_each(${sql.placeholder('varietyIds')}))`)
    .prepare(),
)
