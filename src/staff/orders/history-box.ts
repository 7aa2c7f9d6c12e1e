import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  boxShorts,
  claims,
  offers,
  packingWaveOrders,
  packingWaves,
  shipments,
  shippingLabels,
  stockMovements,
  trackerEvents,
  users,
  varieties,
  weatherAlerts,
  weatherHolds,
} from '#db/schema/index.ts'
import { personName } from '../../accounts/person-name.ts'
import { counted } from '../../counted.ts'
import { formatDay } from '../../day.ts'
import { formatCents } from '../../money.ts'
import { changesOf, type OrderChange } from '../../orders/changes.ts'
import { paths } from '../../paths.ts'
import type { HistoryEvent } from './history.ts'

export const boxEvents = (db: Db, orderId: number): HistoryEvent[] => [
  ...changesOf(db, orderId).map(changeEvent),
  ...stockEvents(db, orderId),
  ...waveEvents(db, orderId),
  ...parcelEvents(db, orderId),
  ...shortEvents(db, orderId),
  ...weatherEvents(db, orderId),
  ...claimEvents(db, orderId),
]

const WHO: Record<OrderChange['by'], string> = { shopper: 'The customer', staff: 'Staff', shop: 'The shop' }

function changeEvent(change: OrderChange): HistoryEvent {
  const cents = change.differenceCents
  const money = cents === 0 ? null : `${formatCents(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}.`
  const [did, what] = changeWords(change)
  return {
    at: change.at,
    area: 'change',
    title: `${WHO[change.by]} ${did}`,
    words: [what, money].filter(Boolean).join(' ') || null,
  }
}

function changeWords(change: OrderChange): [did: string, what: string | null] {
  switch (change.kind) {
    case 'moved':
      return [
        `moved it to ${formatDay(change.detail.to, 'short')}`,
        `It was ${formatDay(change.detail.from, 'short')}.`,
      ]
    case 'delivery':
      return [`changed the ${change.detail.isNewPlace ? 'address' : 'delivery'}`, null]
    case 'edited': {
      const lines = change.detail.lines.map(
        ({ name, label, from, to }) => `${name}, ${label}: ${to} instead of ${from}`,
      )
      return ["changed what's inside", lines.length > 0 ? `${lines.join('; ')}.` : 'Only the gift details.']
    }
    case 'canceled':
      return ['canceled it', null]
  }
}

const STOCK_WORDS = {
  received: 'received',
  sold: 'taken from stock',
  returned: 'back in stock',
  adjusted: 'adjusted',
  expired: 'expired',
  recalled: 'recalled',
} as const

/** The units of one moment together: an order has a movement for each of its lines. */
const stockEvents = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select({
      at: stockMovements.at,
      reason: stockMovements.reason,
      units: sql<number>`abs(sum(${stockMovements.delta}))`,
    })
    .from(stockMovements)
    .where(eq(stockMovements.orderId, orderId))
    .groupBy(stockMovements.at, stockMovements.reason)
    .orderBy(sql`min(${stockMovements.id})`)
    .all()
    .map(({ at, reason, units }) => ({
      at,
      area: 'stock',
      title: `${counted(units, 'pack', 'packs')} ${STOCK_WORDS[reason]}`,
    }))

const waveEvents = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select({ box: packingWaveOrders, wave: packingWaves, packer: users })
    .from(packingWaveOrders)
    .innerJoin(packingWaves, eq(packingWaves.id, packingWaveOrders.waveId))
    .leftJoin(users, eq(users.id, packingWaveOrders.packedBy))
    .where(eq(packingWaveOrders.orderId, orderId))
    .all()
    .flatMap(({ box, wave, packer }): HistoryEvent[] => [
      { at: wave.createdAt, area: 'box', title: `Went into wave ${wave.id}` },
      ...(box.packedAt === null
        ? []
        : [
            {
              at: box.packedAt,
              area: 'box' as const,
              title: 'The box was packed',
              by: packer && personName(packer),
            },
          ]),
      ...(box.endedAt === null
        ? []
        : [{ at: box.endedAt, area: 'box' as const, title: `Left wave ${wave.id}` }]),
    ])

function parcelEvents(db: Db, orderId: number): HistoryEvent[] {
  const sent = db
    .select({ shipment: shipments, clerk: users })
    .from(shipments)
    .leftJoin(users, eq(users.id, shipments.shippedBy))
    .where(eq(shipments.orderId, orderId))
    .all()
    .map(
      ({ shipment, clerk }): HistoryEvent => ({
        at: shipment.shippedAt,
        area: 'box',
        title: 'The box left the center',
        words: [shipment.carrier, shipment.service, shipment.trackingCode].filter(Boolean).join(' '),
        by: clerk && personName(clerk),
      }),
    )
  const seen = db
    .select({ event: trackerEvents })
    .from(trackerEvents)
    .innerJoin(shippingLabels, eq(shippingLabels.id, trackerEvents.labelId))
    .where(and(eq(shippingLabels.orderId, orderId), inArray(shippingLabels.state, ['buying', 'bought'])))
    .orderBy(asc(trackerEvents.at))
    .all()
    .map(
      ({ event }): HistoryEvent => ({
        at: event.at || event.heardAt,
        area: 'box',
        title: `Carrier: ${event.status.replaceAll('_', ' ')}`,
        words: [event.message, event.place].filter(Boolean).join(', ') || null,
      }),
    )
  return [...sent, ...seen]
}

const shortEvents = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select({ short: boxShorts, name: varieties.name, clerk: users })
    .from(boxShorts)
    .innerJoin(offers, eq(offers.id, boxShorts.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .leftJoin(users, eq(users.id, boxShorts.userId))
    .where(eq(boxShorts.orderId, orderId))
    .all()
    .map(({ short, name, clerk }) => ({
      at: short.at,
      area: 'box',
      title: `${short.quantity} × ${name} was short`,
      words: [backWords(short.cardCents + short.giftCents), short.reason].filter(Boolean).join(' '),
      by: clerk && personName(clerk),
    }))

/** Nothing goes back for a free pack. */
const backWords = (cents: number): string | null => (cents > 0 ? `${formatCents(cents)} went back.` : null)

const weatherEvents = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select({ hold: weatherHolds, title: weatherAlerts.title })
    .from(weatherHolds)
    .innerJoin(weatherAlerts, eq(weatherAlerts.id, weatherHolds.alertId))
    .where(eq(weatherHolds.orderId, orderId))
    .all()
    .flatMap(({ hold, title }): HistoryEvent[] => [
      {
        at: hold.heldAt,
        area: 'box',
        title: `Held for weather: ${title}`,
        words: hold.movedTo && `Moved to ${formatDay(hold.movedTo, 'short')}.`,
      },
      ...(hold.shipAnywayAt === null
        ? []
        : [{ at: hold.shipAnywayAt, area: 'box' as const, title: 'The customer wants it shipped anyway' }]),
      ...(hold.endedAt === null
        ? []
        : [{ at: hold.endedAt, area: 'box' as const, title: 'The weather hold ended' }]),
    ])

const ANSWERS = { reship: 'a new box', credit: 'store credit', refund: 'a refund' } as const

const claimEvents = (db: Db, orderId: number): HistoryEvent[] =>
  db
    .select({ claim: claims, answerer: users })
    .from(claims)
    .leftJoin(users, eq(users.id, claims.answeredBy))
    .where(eq(claims.orderId, orderId))
    .all()
    .flatMap(({ claim, answerer }): HistoryEvent[] => [
      {
        at: claim.createdAt,
        area: 'claim',
        title: `The customer made a claim: ${claim.kind}`,
        words: claim.note || null,
        path: paths.staffClaim(claim.id),
      },
      ...(claim.answeredAt === null || claim.answer === null
        ? []
        : [
            {
              at: claim.answeredAt,
              area: 'claim' as const,
              title: `The claim was answered with ${ANSWERS[claim.answer]}`,
              words: claim.words || null,
              by: answerer && personName(answerer),
            },
          ]),
    ])
