/** The carrier's statuses, in the order in which a parcel goes through them. */
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

export type Sighting = { at: number; status: string; detail: string }

/** A parcel that arrived can only be sent back: late scans of its way change nothing. */
export function newestSighting<T extends Sighting>(sightings: T[]): T | null {
  const inOrder = sightings.toSorted((a, b) => a.at - b.at || rankOf(a.status) - rankOf(b.status))
  return inOrder.reduce<T | null>((current, next) => (isFinal(current, next) ? current : next), null)
}

const isFinal = (current: Sighting | null, next: Sighting) =>
  current?.status === 'delivered' && rankOf(next.status) < rankOf('delivered')

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

/** What people read of a parcel's state. */
export function trackingWords(status: string | null, detail: string | null): string {
  if (rankOf(status ?? '') < rankOf('error') && DELAYED.has(detail ?? '')) return 'Delayed'
  return WORDS[status ?? ''] ?? 'No news yet'
}
