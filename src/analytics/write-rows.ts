import { eq, sql } from 'drizzle-orm'
import { oncePerDatabase, type Tx } from '#db/client.ts'
import { analyticsEvents, offerEventDays, visits } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { ADDS } from './names.ts'
import type { EventRow, VisitRow } from './rows.ts'
import { addToSums } from './sums.ts'

export type OfferEvent = { offerToken: string; event: string; at: Instant }

export type CheckoutRow = { orderToken: string; at: Instant }

export type AnalyticsRow =
  | { kind: 'visit'; row: VisitRow }
  | { kind: 'event'; row: EventRow }
  | { kind: 'offer'; row: OfferEvent }
  | { kind: 'checkout'; row: CheckoutRow }

/** Each row once: a repeated visit adds what it didn't know, a repeated event changes nothing. */
export function writeRows(tx: Tx, rows: readonly AnalyticsRow[]) {
  const batch: Batch = { tx, visitIds: new Map(), counts: new Map() }
  for (const { kind, row } of rows) {
    if (kind === 'visit') writeVisit(batch, row)
    else if (kind === 'event') writeEvent(batch, row)
    else if (kind === 'checkout') writeCheckout(batch, row)
    else statements(tx).offer.run({ ...row, day: dayIn(SHOP_ZONE, row.at) })
  }
  for (const { kind, day, name, count } of batch.counts.values())
    addToSums(tx, [kind, day, name, count, 0, 0])
}

/** What its rows have in common is looked up and added once. */
type Batch = { tx: Tx; visitIds: Map<string, number>; counts: Map<string, Count> }

type Count = { kind: string; day: Day; name: string; count: number }

function countOne({ counts }: Batch, kind: string, at: Instant, name = '') {
  const day = dayIn(SHOP_ZONE, at)
  const key = `${kind} ${day} ${name}`
  const known = counts.get(key)
  if (known) known.count++
  else counts.set(key, { kind, day, name, count: 1 })
}

function writeEvent(batch: Batch, { visit, ...event }: EventRow) {
  const { tx } = batch
  const visitId = findVisit(batch, visit.token) ?? writeVisit(batch, visit)
  const { changes } = statements(tx).event.run({ ...event, visitId })
  if (changes === 0) return
  countOne(batch, 'event', event.at, event.name)
  if (!ADDS.includes(event.name)) return
  const added = statements(tx).added.run({ id: visitId, at: event.at })
  if (added.changes > 0) countOne(batch, 'adds', event.at)
}

function writeVisit(batch: Batch, row: VisitRow): number {
  if (findVisit(batch, row.token) === undefined) countOne(batch, 'visits', row.startedAt)
  const { id } = statements(batch.tx).visit.get(row)
  batch.visitIds.set(row.token, id)
  return id
}

function findVisit({ tx, visitIds }: Batch, token: string): number | undefined {
  const id = visitIds.get(token) ?? statements(tx).find.get({ token })?.id
  if (id !== undefined) visitIds.set(token, id)
  return id
}

/** The first time that an order's checkout was opened. */
function writeCheckout(batch: Batch, { orderToken, at }: CheckoutRow) {
  const key = `checkout:${orderToken}`
  const row = { key, name: 'checkout', properties: {}, at, visitId: null }
  if (statements(batch.tx).event.run(row).changes > 0) countOne(batch, 'checkouts', at)
}

const statements = oncePerDatabase((db) => ({
  find: db
    .select({ id: visits.id })
    .from(visits)
    .where(eq(visits.token, sql.placeholder('token')))
    .prepare(),
  visit: db
    .insert(visits)
    .values({
      token: sql.placeholder('token'),
      visitor: sql.placeholder('visitor'),
      userId: sql.placeholder('userId'),
      platform: sql.placeholder('platform'),
      browser: sql.placeholder('browser'),
      landingPage: sql.placeholder('landingPage'),
      referrer: sql.placeholder('referrer'),
      campaign: sql.placeholder('campaign'),
      screenWidth: sql.placeholder('screenWidth'),
      screenHeight: sql.placeholder('screenHeight'),
      startedAt: sql.placeholder('startedAt'),
    })
    .onConflictDoUpdate({
      target: visits.token,
      set: {
        userId: sql`coalesce(user_id, excluded.user_id)`,
        platform: sql`case when landing_page is null then excluded.platform else platform end`,
        referrer: sql`case when landing_page is null then excluded.referrer else referrer end`,
        campaign: sql`case when landing_page is null then excluded.campaign else campaign end`,
        screenWidth: sql`coalesce(screen_width, excluded.screen_width)`,
        screenHeight: sql`coalesce(screen_height, excluded.screen_height)`,
        landingPage: sql`coalesce(landing_page, excluded.landing_page)`,
      },
    })
    .returning({ id: visits.id })
    .prepare(),
  event: db
    .insert(analyticsEvents)
    .values({
      key: sql.placeholder('key'),
      name: sql.placeholder('name'),
      properties: sql.placeholder('properties'),
      at: sql.placeholder('at'),
      visitId: sql.placeholder('visitId'),
    })
    .onConflictDoNothing()
    .prepare(),
  added: db
    .update(visits)
    .set({ addedAt: sql`${sql.placeholder('at')}` })
    .where(sql`id = ${sql.placeholder('id')} and added_at is null`)
    .prepare(),
  offer: db
    .insert(offerEventDays)
    .values({
      day: sql.placeholder('day'),
      offerToken: sql.placeholder('offerToken'),
      event: sql.placeholder('event'),
      count: 1,
    })
    .onConflictDoUpdate({
      target: [offerEventDays.day, offerEventDays.event, offerEventDays.offerToken],
      set: { count: sql`count + 1` },
    })
    .prepare(),
}))
