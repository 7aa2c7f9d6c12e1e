import { DAY_MS, type Day, type Instant } from '../day.ts'
import { dayIn } from './zones.ts'

/** EasyPost's ten statuses, by how far along a parcel is. Others count as unknown. */
const RANKS: Record<string, number> = {
  unknown: 0,
  pre_transit: 1,
  in_transit: 2,
  available_for_pickup: 3,
  out_for_delivery: 4,
  error: 5,
  failure: 5,
  cancelled: 5,
  delivered: 6,
  return_to_sender: 7,
}

/** What the carrier sends may be any text, even the name of a property that every object has. */
export const knownStatus = (status: string): string =>
  status === '' || Object.hasOwn(RANKS, status) ? status : 'unknown'

export const rankOf = (status: string): number => RANKS[status] ?? 0

/** Details of a parcel that is still on its way, but later than promised. */
const DELAYED = new Set([
  'delayed',
  'weather_delay',
  'delivery_exception',
  'transit_exception',
  'missorted',
  'held',
])

/** Details of a parcel that won't arrive, whatever status they come with. */
const LOST = new Set(['lost', 'damaged', 'refused', 'expired', 'failure'])

/** `at` is 0 for a status that came without a time of its own. */
export type Sighting = { at: number; status: string; detail: string }

/**
 * The same from the same sightings, in whatever order they were heard. A parcel that arrived can only be sent back, and
 * one that is sent back is delivered to us. What has no time counts only while nothing dated is further along.
 */
export function newestSighting<T extends Sighting>(sightings: T[]): T | null {
  const seen = sightings.filter(({ status }) => isSeen(status))
  const known = (seen.length > 0 ? seen : sightings).toSorted(inOrder)
  const dated = known.filter(({ at }) => at > 0)
  const newest = dated.reduce<T | null>((now, next) => (now && isFinal(now, next) ? now : next), null)
  const furthest = Math.max(...dated.map(({ status }) => rankOf(status)))
  return known.findLast(({ at, status }) => at === 0 && rankOf(status) > furthest) ?? newest
}

const inOrder = (a: Sighting, b: Sighting) =>
  a.at - b.at ||
  rankOf(a.status) - rankOf(b.status) ||
  compare(a.status, b.status) ||
  compare(a.detail, b.detail)

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const isFinal = (now: Sighting, next: Sighting) =>
  now.status === 'return_to_sender' ||
  (now.status === 'delivered' && rankOf(next.status) < rankOf('delivered'))

/** Whether the carrier's people have had the parcel in their hands. */
export const isSeen = (status: string | null) => rankOf(status ?? '') >= rankOf('in_transit')

/** Whether a status tells of people who had the parcel, rather than of a label or of tracking itself. */
export const isScan = (status: string) => isSeen(status) && status !== 'cancelled' && status !== 'error'

/** Nothing more is to come. */
export const isAtEnd = (status: string | null) =>
  status === 'delivered' || status === 'return_to_sender' || status === 'cancelled'

const WORDS: Record<string, string> = {
  pre_transit: 'Label made',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  available_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  return_to_sender: 'Returned to sender',
  failure: 'Delivery failed',
  error: 'Tracking failed',
  cancelled: 'Canceled',
}

/** What clerks read of a parcel's state. */
export function trackingWords(status: string | null, detail: string | null): string {
  if (isLost(status, detail)) return 'Delivery failed'
  if (isHeldUp(status, detail)) return 'Delayed'
  return WORDS[status ?? ''] ?? 'No news yet'
}

const isLost = (status: string | null, detail: string | null) => LOST.has(detail ?? '') && !isAtEnd(status)

/** It's on its way back to us, or the carrier has given it up. */
export const wontCome = ({ tracking, trackingDetail }: Pick<ParcelNews, 'tracking' | 'trackingDetail'>) =>
  tracking === 'return_to_sender' || isLost(tracking, trackingDetail)

const isHeldUp = (status: string | null, detail: string | null) =>
  rankOf(status ?? '') < rankOf('error') && DELAYED.has(detail ?? '')

/** What `latest_shipment_status_word` says, and the page of a parcel is made of. */
export const SHIPMENT_WORDS = [
  'label_made',
  'shipped',
  'in_transit',
  'delayed',
  'out_for_delivery',
  'ready_for_pickup',
  'delivered',
  'failed',
  'returned',
  'canceled',
  'unknown',
] as const

export type ShipmentWord = (typeof SHIPMENT_WORDS)[number]

export type ParcelNews = {
  tracking: string | null
  trackingDetail: string | null
  /** The carrier's estimate. */
  expectedOn: Day | null
  /** What the shopper was promised. */
  promisedOn: Day | null
  hasLeft: boolean
}

/** One word for where a parcel is. */
export function shipmentWord(news: ParcelNews): ShipmentWord {
  const { tracking, trackingDetail, hasLeft } = news
  if (isLost(tracking, trackingDetail)) return 'failed'
  if (isHeldUp(tracking, trackingDetail)) return 'delayed'
  const word = BY_STATUS[tracking ?? '']
  if (word !== undefined) return word
  const before = isSeen(tracking) ? 'in_transit' : hasLeft ? 'shipped' : 'label_made'
  return before !== 'label_made' && isLate(news) ? 'delayed' : before
}

const BY_STATUS: Record<string, ShipmentWord> = {
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'ready_for_pickup',
  delivered: 'delivered',
  return_to_sender: 'returned',
  failure: 'failed',
  error: 'unknown',
  cancelled: 'canceled',
}

export const isLate = ({ expectedOn, promisedOn }: Pick<ParcelNews, 'expectedOn' | 'promisedOn'>) =>
  expectedOn !== null && promisedOn !== null && expectedOn > promisedOn

/** Carriers that know only the day say midnight in UTC. */
export const expectedDay = (at: Instant | null, zone: string): Day | null =>
  at === null ? null : dayIn(at % DAY_MS === 0 ? 'UTC' : zone, at)
