import { HOUR_MS } from '#src/day.ts'
import type { SeenAt, Tracking } from '#src/tracking/tracking.ts'
import type { IconName } from '../shared/icon.tsx'
import { formatShortMoment } from '../shared/local-time.ts'
import { cityOf } from './card-words.ts'

type Words = { title: string; icon: IconName; isLate?: boolean }

/** A scan in our own words, whatever the carrier calls it. */
export function sightingWords(seen: SeenAt): Words {
  const byStatus = BY_STATUS[seen.status]
  if (byStatus) return byStatus
  const [city] = cityOf(seen).split(', ')
  return (
    BY_DETAIL[seen.detail]?.(city ?? '') ?? { title: city ? `Seen in ${city}` : 'On the way', icon: 'truck' }
  )
}

const BY_STATUS: Record<string, Words> = {
  pre_transit: { title: 'Label made', icon: 'barcode' },
  out_for_delivery: { title: 'Out for delivery', icon: 'truck' },
  delivered: { title: 'Delivered', icon: 'done' },
  available_for_pickup: { title: 'Ready for pickup', icon: 'place', isLate: true },
  return_to_sender: { title: 'On its way back to us', icon: 'undo', isLate: true },
  failure: { title: 'Couldn’t be delivered', icon: 'alert', isLate: true },
  error: { title: 'No news from the carrier', icon: 'alert', isLate: true },
  cancelled: { title: 'The carrier’s label was canceled', icon: 'alert', isLate: true },
}

const at = (title: string, elsewhere: string, icon: IconName) => (city: string) => ({
  title: city ? `${title} ${city}` : elsewhere,
  icon,
})
const late = (title: string) => () => ({ title, icon: 'alert' as const, isLate: true })

/** EasyPost's details of a parcel on its way. */
const BY_DETAIL: Record<string, (city: string) => Words> = {
  received_at_origin_facility: at('Picked up in', 'Picked up', 'truck'),
  departed_origin_facility: at('Left', 'Left our packing house', 'truck'),
  departed_facility: at('Left', 'Left a depot', 'truck'),
  arrived_at_facility: at('Arrived in', 'Arrived at a depot', 'place'),
  received_at_destination_facility: at('Arrived in', 'Arrived near you', 'place'),
  arrived_at_destination: at('Arrived in', 'Arrived near you', 'place'),
  arrived_at_pickup_location: at('Arrived in', 'Arrived for pickup', 'place'),
  in_transit: at('Passed through', 'On the way', 'truck'),
  transferred_to_destination_carrier: at('Handed over in', 'Handed to the local carrier', 'truck'),
  address_correction: () => ({ title: 'The carrier corrected the address', icon: 'pencil' }),
  weather_delay: late('Held up by weather'),
  delayed: late('Running late'),
  held: late('Held at a depot'),
  missorted: late('Took a wrong turn'),
  delivery_exception: late('The driver couldn’t deliver it'),
  transit_exception: late('Held up on the way'),
  damaged: late('The carrier reports damage'),
  lost: late('The carrier can’t find it'),
  refused: late('The delivery was refused'),
  return: late('On its way back to us'),
}

/** Scans may reach us hours later. */
const LATE_NEWS_MS = 3 * HOUR_MS

/** Where, what the carrier says of it (to the buyer only), and when we heard if that was much later. */
export function sightingPlace(seen: SeenAt, { audience, zone }: Tracking): string | null {
  const says = audience === 'all' && seen.status === 'delivered' ? seen.message : ''
  const heard =
    seen.heardAt - seen.at > LATE_NEWS_MS ? `We heard ${formatShortMoment(seen.heardAt, zone)}.` : ''
  return [cityOf(seen), says, heard].filter(Boolean).join('. ') || null
}
