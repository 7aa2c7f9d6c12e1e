import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { type Offer, offers, type PriceChange, priceChanges, varieties } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import { userById } from '../accounts/users.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { weighedCents } from '../money.ts'
import { isFarPrice, MAX_PRICE_CENTS, shownPrice } from './price-rules.ts'

const MAX_AHEAD_MS = 366 * DAY_MS

export type WantedPrice = {
  /** Of a pound where the offer is sold by weight. */
  priceCents: number
  /** Null: now. */
  startsAt: Instant | null
  reason: string
  /** A person has said that a price so far from the last one is right. */
  isConfirmed: boolean
  /** The price on the page that this answers; null if there was none. */
  seenCents: number | null
}

export type PriceRefusal = 'changed' | 'far' | 'too_high' | 'not_ahead' | 'too_far_ahead' | 'moment_taken'
export type PriceOutcome =
  | { ok: true; did: 'changed' | 'unchanged' | 'scheduled' }
  | { ok: false; code: PriceRefusal }

/** What the offer's columns become. Null if it's sold the other way since. Sold by weight, a pack costs at most what the heaviest does. */
export function unitPrices(
  { poundCents, maxGrams }: Pick<Offer, 'poundCents' | 'maxGrams'>,
  { priceCents, isPerPound }: Pick<PriceChange, 'priceCents' | 'isPerPound'>,
) {
  if (isPerPound !== (poundCents !== null)) return null
  if (!isPerPound) return { priceCents }
  return maxGrams === null ? null : { poundCents: priceCents, priceCents: weighedCents(priceCents, maxGrams) }
}

/** Sets a price now, or keeps it for its moment. The same again changes nothing. */
export function changePrice(
  tx: DurableTx,
  offerId: number,
  wanted: WantedPrice,
  actor: NonNullable<Actor>,
  now: Instant,
): PriceOutcome {
  const offer = tx.select().from(offers).where(eq(offers.id, offerId)).get()
  if (!offer) throw new Error(`no offer ${offerId}`)
  const { priceCents, startsAt } = wanted
  const before = shownPrice(offer)
  if (startsAt === null && priceCents === before) return { ok: true, did: 'unchanged' }
  const prices = unitPrices(offer, { priceCents, isPerPound: offer.poundCents !== null })
  if (!prices || prices.priceCents > MAX_PRICE_CENTS) return { ok: false, code: 'too_high' }
  if (wanted.seenCents !== null && wanted.seenCents !== before) return { ok: false, code: 'changed' }
  if (isFarPrice(before, priceCents) && !wanted.isConfirmed) return { ok: false, code: 'far' }
  if (startsAt !== null) return schedulePrice(tx, offer, { ...wanted, startsAt }, actor, now)
  tx.update(offers).set(prices).where(eq(offers.id, offer.id)).run()
  recordAction(tx, {
    actor,
    verb: 'offer.price_changed',
    subject: offerSubject(tx, offer),
    detail: { before, after: priceCents },
    reason: wanted.reason,
    now,
  })
  return { ok: true, did: 'changed' }
}

function schedulePrice(
  tx: DurableTx,
  offer: Offer,
  { priceCents, startsAt, reason }: WantedPrice & { startsAt: Instant },
  actor: NonNullable<Actor>,
  now: Instant,
): PriceOutcome {
  if (startsAt <= now) return { ok: false, code: 'not_ahead' }
  if (startsAt > now + MAX_AHEAD_MS) return { ok: false, code: 'too_far_ahead' }
  const known = comingPrices(tx, offer.id).find((change) => change.startsAt === startsAt)
  if (known)
    return known.priceCents === priceCents
      ? { ok: true, did: 'unchanged' }
      : { ok: false, code: 'moment_taken' }
  const isPerPound = offer.poundCents !== null
  const { id: changeId } = tx
    .insert(priceChanges)
    .values({ offerId: offer.id, priceCents, isPerPound, startsAt, reason, madeById: actor.id, madeAt: now })
    .returning({ id: priceChanges.id })
    .get()
  enqueue(tx, startPrice, { changeId }, { key: `price:${changeId}`, now, runAt: startsAt })
  recordAction(tx, {
    actor,
    verb: 'offer.price_scheduled',
    subject: offerSubject(tx, offer),
    detail: { before: shownPrice(offer), after: priceCents, starts_at: new Date(startsAt).toISOString() },
    reason,
    now,
  })
  return { ok: true, did: 'scheduled' }
}

export const comingPrices = (db: Db, offerId: number): PriceChange[] =>
  db
    .select()
    .from(priceChanges)
    .where(and(eq(priceChanges.offerId, offerId), eq(priceChanges.state, 'waiting')))
    .orderBy(asc(priceChanges.startsAt))
    .all()

/** @returns false if it has started, or was withdrawn before */
export function withdrawPrice(tx: DurableTx, changeId: number, actor: Actor, now: Instant): boolean {
  const change = decide(tx, changeId, 'withdrawn', now)
  if (!change) return false
  recordAction(tx, {
    actor,
    verb: 'offer.price_withdrawn',
    subject: subjectOfId(tx, change.offerId),
    detail: { price_cents: change.priceCents, starts_at: new Date(change.startsAt).toISOString() },
    now,
  })
  return true
}

export const startPrice = job(
  'start_price',
  z.object({ changeId: z.number() }),
  LANES.local,
  async ({ db, clock }, { changeId }) => {
    await durably(db, (tx) => applyPrice(tx, changeId, clock.now()))
  },
)

/** Only one that still waits, so a second run does nothing. */
function applyPrice(tx: DurableTx, changeId: number, now: Instant) {
  const waiting = tx
    .select({ change: priceChanges, offer: offers })
    .from(priceChanges)
    .innerJoin(offers, eq(offers.id, priceChanges.offerId))
    .where(and(eq(priceChanges.id, changeId), eq(priceChanges.state, 'waiting')))
    .get()
  if (!waiting) return
  const { change, offer } = waiting
  const prices = unitPrices(offer, change)
  decide(tx, changeId, prices ? 'applied' : 'impossible', now)
  if (prices) tx.update(offers).set(prices).where(eq(offers.id, offer.id)).run()
  recordAction(tx, {
    actor: makerOf(tx, change),
    verb: prices ? 'offer.price_started' : 'offer.price_impossible',
    subject: offerSubject(tx, offer),
    detail: { before: shownPrice(offer), after: change.priceCents },
    reason: change.reason,
    now,
  })
}

const decide = (tx: DurableTx, changeId: number, state: PriceChange['state'], decidedAt: Instant) =>
  tx
    .update(priceChanges)
    .set({ state, decidedAt })
    .where(and(eq(priceChanges.id, changeId), eq(priceChanges.state, 'waiting')))
    .returning()
    .get()

/** The person who scheduled it. */
function makerOf(tx: DurableTx, { madeById }: PriceChange): Actor {
  const maker = madeById === null ? null : userById(tx, madeById)
  return maker && actorOf(maker)
}

/** An offer in the audit trail. */
export const offerSubject = (db: Db, { id }: Pick<Offer, 'id'>) => subjectOfId(db, id)

function subjectOfId(db: Db, offerId: number) {
  const found = db
    .select({ token: offers.token, label: offers.label, name: varieties.name })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(offers.id, offerId))
    .get()
  if (!found) throw new Error(`no offer ${offerId}`)
  return { kind: 'offer', token: found.token, label: `${found.name}, ${found.label}` }
}
