import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { fulfillmentCenters, offers, varieties, waitListEntries } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { centerFor, deliveryZone } from '../delivery/postal-zones.ts'
import { attempt } from '../jobs/attempt.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import { availableUnits } from '../stock/stock.ts'
import type { WaitListEntry } from './wait-list-key.ts'
import { mailBackInStock, mailNowServed } from './wait-list-mails.tsx'

/** Who waits longer is told nothing anymore. */
export const WAIT_LIST_LIFE_MS = 180 * DAY_MS

/** Fewer units than this are gone before people have read their mail. */
const MIN_AVAILABLE = 3
/** From this weight on, an offer is a whole or half animal, of which one is worth a mail. */
const WHOLE_ANIMAL_GRAMS = 9_000

const isWaiting = (now: Instant) =>
  and(isNull(waitListEntries.toldAt), gt(waitListEntries.joinedAt, now - WAIT_LIST_LIFE_MS))

/** Tells the people who wait: for each offer the oldest first, at most as many as there are units. */
export async function tellWaitList(services: Services) {
  const { db, clock } = services
  const now = clock.now()
  const failure = 'people who wait could not be told'
  for (const { offerId } of waitedFor(db, now)) {
    await attempt(services, { failure, about: { offer: offerId } }, () =>
      durably(db, (tx) => tellOfOffer(tx, offerId, now)),
    )
    await setImmediate()
  }
  for (const { id } of nowServed(db, now))
    await attempt(services, { failure, about: { entry: id } }, () =>
      durably(db, (tx) => tellOfPlace(tx, id, now)),
    )
}

const waitedFor = (db: Db, now: Instant) =>
  db
    .selectDistinct({ offerId: offers.id })
    .from(waitListEntries)
    .innerJoin(offers, eq(offers.id, waitListEntries.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(and(isWaiting(now), eq(varieties.hidden, false)))
    .all()

function tellOfOffer(tx: DurableTx, offerId: number, now: Instant) {
  const unitsLeft = unitsByCenter(tx, offerId, now)
  if ([...unitsLeft.values()].every((units) => units === 0)) return
  for (const entry of waitingFor(tx, offerId, now)) {
    const fcId = centerFor(tx, entry.postalCode) ?? fullest(unitsLeft)
    const units = unitsLeft.get(fcId) ?? 0
    if (units === 0) continue
    unitsLeft.set(fcId, units - 1)
    markTold(tx, entry, now)
    enqueue(tx, mailBackInStock, { entryId: entry.id }, { key: `back_in_stock:${entry.id}`, now })
  }
}

const waitingFor = (tx: DurableTx, offerId: number, now: Instant): WaitListEntry[] =>
  tx
    .select()
    .from(waitListEntries)
    .where(and(eq(waitListEntries.offerId, offerId), isWaiting(now)))
    .orderBy(asc(waitListEntries.joinedAt), asc(waitListEntries.id))
    .all()

/** What a center has to offer; too few count as none. */
function unitsByCenter(tx: DurableTx, offerId: number, now: Instant): Map<number, number> {
  const offer = tx.select().from(offers).where(eq(offers.id, offerId)).get()
  const isScarceByNature = offer && (offer.maxQuantity === 1 || offer.weightGrams >= WHOLE_ANIMAL_GRAMS)
  const least = isScarceByNature ? 1 : MIN_AVAILABLE
  const centers = tx.select({ id: fulfillmentCenters.id }).from(fulfillmentCenters).all()
  return new Map(
    centers.map(({ id }) => {
      const units = availableUnits(tx, offerId, id, now)
      return [id, units >= least ? units : 0]
    }),
  )
}

/** For people whose place we don't know. */
const fullest = (unitsLeft: Map<number, number>): number =>
  [...unitsLeft].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0] as [number, number])[0]

const markTold = (tx: DurableTx, { id }: WaitListEntry, now: Instant) =>
  void tx.update(waitListEntries).set({ toldAt: now }).where(eq(waitListEntries.id, id)).run()

/** People whose ZIP code is served by now. */
const nowServed = (db: Db, now: Instant): WaitListEntry[] =>
  db
    .select()
    .from(waitListEntries)
    .where(
      and(
        eq(waitListEntries.campaignType, 'postal_code'),
        isNull(waitListEntries.offerId),
        isNotNull(waitListEntries.postalCode),
        isWaiting(now),
      ),
    )
    .all()
    .filter(({ postalCode }) => deliveryZone(db, postalCode ?? '').served)

/** Looks again: since the list was read, they may have left it. */
function tellOfPlace(tx: DurableTx, entryId: number, now: Instant) {
  const isThis = and(eq(waitListEntries.id, entryId), isWaiting(now))
  const entry = tx.select().from(waitListEntries).where(isThis).get()
  if (!entry) return
  markTold(tx, entry, now)
  enqueue(tx, mailNowServed, { entryId }, { key: `now_served:${entryId}`, now })
}

/** How many wait for the offer of a row of `offers`. Spelled out, since drizzle leaves out the table's name. */
export const waitingCount = (now: Instant) => sql<number>`(
  select count(*) from wait_list_entries
  where offer_id = offers.id and told_at is null and joined_at > ${now - WAIT_LIST_LIFE_MS})`
