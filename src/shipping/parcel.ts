import type { FulfillmentCenter, WaveBox } from '#db/schema/index.ts'
import { daysBetween, type Instant } from '../day.ts'
import { dayIn, instantOf } from '../delivery/zones.ts'
import type { Parcel } from '../providers/shipping/carrier.ts'
import { BOX_SIZES, GRAMS_A_POUND, type Packaging, parcelGrams } from './packaging.ts'

/** A box that needs a label, as it was packed for its wave. */
export type BoxToSend = {
  orderId: number
  waveId: number
  position: number
  box: WaveBox
  packaging: Packaging
}

export type Sender = { center: FulfillmentCenter; company: string; phone: string }

const GRAMS_AN_OUNCE = 28.349523125
/** Carriers round up; a label for less than the scale says is charged again. */
const ounces = (grams: number) => Math.ceil((grams / GRAMS_AN_OUNCE) * 10) / 10

type Contents = { box: Pick<WaveBox, 'lines'>; packaging: Packaging }

const gramsOf = ({ box, packaging }: Contents) =>
  parcelGrams(
    box.lines.reduce((sum, { quantity, unit_grams }) => sum + quantity * unit_grams, 0),
    packaging,
  )

/** What one person may lift: NIOSH's load constant, and where carriers ask for a "heavy" mark. */
const MAX_POUNDS = 50

export const isHeavy = (parcel: Contents) => gramsOf(parcel) > MAX_POUNDS * GRAMS_A_POUND

export const heavyWords = (parcel: Contents) =>
  `weighs ${(gramsOf(parcel) / GRAMS_A_POUND).toFixed(1)} lb with its ice. Mark it as heavy and have two people lift it.`

/** Drivers come in the afternoon. */
const PICKUP_HOUR = 12

export function parcelOf(
  { box, packaging, position }: BoxToSend,
  { center, company, phone }: Sender,
  reference: string,
  now: Instant,
): Parcel {
  const pickup = instantOf(box.ship_on, PICKUP_HOUR, center.zone)
  return {
    reference,
    from: {
      name: company,
      street1: center.street,
      street2: '',
      city: center.city,
      state: center.state,
      zip: center.postalCode,
      phone,
    },
    to: {
      name: box.delivery_name,
      street1: box.delivery_street_address_1,
      street2: box.delivery_street_address_2,
      city: box.delivery_city,
      state: box.delivery_state,
      zip: box.delivery_postal_code,
      phone: box.delivery_phone_number,
    },
    ounces: ounces(gramsOf({ box, packaging })),
    inches: { ...BOX_SIZES[packaging.boxSize].inches },
    dryIceOunces: ounces(packaging.dryIceGrams),
    shipAt: new Date(Math.max(pickup, now)).toISOString(),
    note: `${box.identifier} · Box ${position}`,
  }
}

/** Days that the parcel may take; one that leaves late has fewer. */
export function daysLeft({ box }: BoxToSend, { center }: Sender, now: Instant): number {
  const today = dayIn(center.zone, now)
  const leaves = today > box.ship_on ? today : box.ship_on
  return Math.max(1, daysBetween(leaves, box.arrival_date))
}
