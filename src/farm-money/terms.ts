import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase } from '#db/client.ts'
import { type FarmTerms, farmTerms, type Period, type TermKind } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'

const statements = oncePerDatabase((db) => ({
  /** An offer's own terms override its farm's; of rows with the same start, the later one counts. */
  inForce: db
    .select()
    .from(farmTerms)
    .where(
      and(
        eq(farmTerms.farmId, sql.placeholder('farmId')),
        sql`${farmTerms.startsOn} <= ${sql.placeholder('day')}`,
        sql`(${farmTerms.offerId} is null or ${farmTerms.offerId} = ${sql.placeholder('offerId')})`,
      ),
    )
    .orderBy(desc(sql`${farmTerms.offerId} is not null`), desc(farmTerms.startsOn), desc(farmTerms.id))
    .prepare(),
}))

export const termsInForce = (db: Db, farmId: number, offerId: number, paidAt: Instant): FarmTerms | null =>
  statements(db).inForce.get({ farmId, offerId, day: dayIn(SHOP_ZONE, paidAt) }) ?? null

/** Newest first, so that upcoming terms are on top. */
export const termsOf = (db: Db, farmId: number): FarmTerms[] =>
  db
    .select()
    .from(farmTerms)
    .where(eq(farmTerms.farmId, farmId))
    .orderBy(desc(farmTerms.startsOn), desc(farmTerms.id))
    .all()

export type NewTerms = {
  farmId: number
  offerId: number | null
  kind: TermKind
  basisPoints: number | null
  cents: number | null
  startsOn: Day
}

export type TermsAdded =
  | { ok: true; terms: FarmTerms; isNew: boolean }
  | { ok: false; code: 'past' | 'seen_older'; latestId: number }

/**
 * Terms start tomorrow or later, because boxes were paid under today's, or before the first ones, because nothing was
 * shared until then. A repeated press finds the terms of the first.
 * @param seenId the newest row that the page showed
 */
export function addTerms(tx: DurableTx, terms: NewTerms, seenId: number, now: Instant): TermsAdded {
  const latestId = latestTermsId(tx, terms.farmId)
  if (latestId !== seenId) {
    const added = onlySince(tx, terms.farmId, seenId)
    return added && isSame(added, terms)
      ? { ok: true, terms: added, isNew: false }
      : { ok: false, code: 'seen_older', latestId }
  }
  if (terms.startsOn <= dayIn(SHOP_ZONE, now) && !isBeforeAll(tx, terms))
    return { ok: false, code: 'past', latestId }
  const added = tx
    .insert(farmTerms)
    .values({ ...terms, createdAt: now })
    .returning()
    .get()
  postAgain(tx, terms.farmId, now)
  return { ok: true, terms: added, isNew: true }
}

/** Null also if several were added. */
function onlySince(db: Db, farmId: number, seenId: number): FarmTerms | null {
  const [added, another] = db
    .select()
    .from(farmTerms)
    .where(and(eq(farmTerms.farmId, farmId), gt(farmTerms.id, seenId)))
    .limit(2)
    .all()
  return another ? null : (added ?? null)
}

const isSame = (left: NewTerms, right: NewTerms): boolean =>
  (['offerId', 'kind', 'basisPoints', 'cents', 'startsOn'] as const).every((key) => left[key] === right[key])

export const latestTermsId = (db: Db, farmId: number): number =>
  db
    .select({ id: sql<number>`coalesce(max(${farmTerms.id}), 0)` })
    .from(farmTerms)
    .where(eq(farmTerms.farmId, farmId))
    .get()?.id ?? 0

/** Whether no terms cover these packs yet that day. An offer's own terms must not override its farm's later ones. */
function isBeforeAll(db: Db, { farmId, offerId, startsOn }: NewTerms): boolean {
  const first = db
    .select({ offerId: farmTerms.offerId, startsOn: farmTerms.startsOn })
    .from(farmTerms)
    .where(and(eq(farmTerms.farmId, farmId), sql`(offer_id is null or offer_id = ${offerId})`))
    .orderBy(farmTerms.startsOn, desc(sql`offer_id is not null`))
    .limit(1)
    .get()
  return !first || (startsOn < first.startsOn && first.offerId === offerId)
}

/** What was sold before any terms covered it is shared by the new ones. */
function postAgain(tx: DurableTx, farmId: number, now: Instant) {
  tx.run(sql`
    insert into unposted_orders (order_id, at)
    select distinct order_id, ${now} from farm_entries
    where farm_id = ${farmId} and terms_id is null and kind <> 'claim' on conflict do nothing`)
}

/** Whether packs were sold, until the end of a month, that no terms cover yet. They keep it open. */
export const lacksTerms = (db: Db, farmId: number, until: Period = LAST_PERIOD): boolean =>
  db.all(sql`
    select 1 from farm_entries entry
    where farm_id = ${farmId} and terms_id is null and kind <> 'claim' and period <= ${until} and not exists (
      select 1 from farm_entries other
      where other.order_id = entry.order_id and other.offer_id = entry.offer_id and other.terms_id is not null)
    group by order_id, offer_id having sum(units) <> 0 or sum(goods_cents) <> 0 limit 1`).length > 0

const LAST_PERIOD: Period = '9999-12'
