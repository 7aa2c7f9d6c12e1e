import { eq, sql } from 'drizzle-orm'
import { oncePerDatabase, type Tx } from '#db/client.ts'
import { analyticsEvents, offerEventDays, visits } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
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
  for (const { kind, row } of rows) {
    if (kind === 'visit') void visitFor(tx, row)
    else if (kind === 'event') writeEvent(tx, row)
    else if (kind === 'checkout') writeCheckout(tx, row)
    else statements(tx).offer.run({ ...row, day: dayIn(SHOP_ZONE, row.at) })
  }
}

function writeEvent(tx: Tx, { visit, ...event }: EventRow) {
  const visitId = statements(tx).find.get({ token: visit.token })?.id ?? visitFor(tx, visit)
  const { changes } = statements(tx).event.run({ ...event, visitId })
  if (changes === 0) return
  const day = dayIn(SHOP_ZONE, event.at)
  addToSums(tx, ['event', day, event.name, 1, 0, 0])
  if (!ADDS.includes(event.name)) return
  const added = statements(tx).added.run({ id: visitId, at: event.at })
  if (added.changes > 0) addToSums(tx, ['adds', day, '', 1, 0, 0])
}

function visitFor(tx: Tx, row: VisitRow): number {
  const isNew = statements(tx).find.get({ token: row.token }) === undefined
  if (isNew) addToSums(tx, ['visits', dayIn(SHOP_ZONE, row.startedAt), '', 1, 0, 0])
  return statements(tx).visit.get(row).id
}

/** The first time that an order's checkout was opened. */
function writeCheckout(tx: Tx, { orderToken, at }: CheckoutRow) {
  const key = `checkout:${orderToken}`
  const { changes } = statements(tx).event.run({ key, name: 'checkout', properties: {}, at, visitId: null })
  if (changes > 0) addToSums(tx, ['checkouts', dayIn(SHOP_ZONE, at), '', 1, 0, 0])
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
