import { type Day, HOUR_MS, type Instant } from '../day.ts'
import { instantOf } from '../delivery/zones.ts'

type Seen = { at: Instant; status: string; place: string }

type Trip = {
  /** Newest first. */
  sightings: Seen[]
  shippedAt: Instant | null
  expectedAt: Instant | null
  arrivesOn: Day
  zone: string
  from: { city: string }
  to: { city: string }
  word: string | null
  now: Instant
}

/** `share`: of the time from the packing house to the door, between 0 and 1. */
export type RouteStop = { city: string; at: Instant; share: number }

export type Route = {
  leftAt: Instant | null
  stops: RouteStop[]
  /** Where the box is. */
  share: number
}

/** Drivers come in the afternoon, if the carrier names no time. */
const ARRIVAL_HOUR = 16
/** Between two marks, so that each can be seen. */
const MIN_GAP = 0.16
/** On the van, a box is near its door; before that it isn't. */
const VAN_SHARE = 0.86
/** At the depot of its city. */
const NEAR_SHARE = 0.74

/** Where a box was and is, by shares of the time it takes. */
export function routeOf(trip: Trip): Route {
  const { word, now, shippedAt, expectedAt, arrivesOn, zone } = trip
  const scans = trip.sightings.filter(({ status }) => status !== 'pre_transit').toReversed()
  const leftAt = shippedAt ?? scans[0]?.at ?? null
  if (leftAt === null || word === 'label_made') return { leftAt: null, stops: [], share: 0 }
  const estimate = expectedAt ?? instantOf(arrivesOn, ARRIVAL_HOUR, zone)
  const last = scans.at(-1)?.at ?? leftAt
  const duration = Math.max(estimate, last + HOUR_MS) - leftAt
  const shareOf = (at: Instant) => Math.min(0.8, Math.max(0, (at - leftAt) / duration))
  const isThere = word === 'delivered'
  const stops = stopsOf(trip, scans, shareOf)
  const isNear = scans.at(-1)?.place.startsWith(trip.to.city) ?? false
  const travelled = isNear ? NEAR_SHARE : Math.max(shareOf(now), (stops.at(-1)?.share ?? 0) + 0.04, 0.04)
  return { leftAt, stops, share: isThere ? 1 : word === 'out_for_delivery' ? VAN_SHARE : travelled }
}

/** Other cities on the way, each once, as far apart as can be drawn. */
function stopsOf({ from, to }: Trip, scans: Seen[], shareOf: (at: Instant) => number): RouteStop[] {
  const stops: RouteStop[] = []
  for (const { at, place } of scans) {
    const [city = ''] = place.split(', ')
    const share = shareOf(at)
    const isNew = city !== '' && ![from.city, to.city, ...stops.map((stop) => stop.city)].includes(city)
    if (isNew && share - (stops.at(-1)?.share ?? 0) >= MIN_GAP) stops.push({ city, at, share })
  }
  return stops
}
