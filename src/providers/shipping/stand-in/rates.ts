import { ZONE_CHART } from '#db/data/postal-zones.ts'
import { plainDollars } from '../../../money.ts'
import type { CarrierDeps } from './index.ts'
import type { WireRate, WireShipment } from './wire.ts'

export const CARRIER = 'DemoParcel'

/** A truck's days by the first three digits of the ZIP code, from the chart that the shop promises by. */
const groundDays = new Map(
  ZONE_CHART.trim()
    .split('\n')
    .flatMap((row) => {
      const [first = '', last = '', , , days = ''] = row.split(' ')
      if (!/^\d$/.test(days)) return []
      const count = Number(last) - Number(first) + 1
      return Array.from({ length: count }, (_, step): [string, number] => [
        String(Number(first) + step).padStart(3, '0'),
        Number(days),
      ])
    }),
)

/** Prices of nobody's: what they have in common with real ones is that weight and speed cost more. */
const SERVICES = [
  { service: 'Ground', factor: 1, days: null },
  { service: 'SecondDay', factor: 1.8, days: 2 },
  { service: 'Overnight', factor: 2.9, days: 1 },
] as const
const BASE_CENTS = 620
const CENTS_A_DAY = 110
const CENTS_AN_OUNCE = 2.2
const MAX_OUNCES = 150 * 16

type Quote = Pick<WireShipment, 'rates' | 'messages'>

export function quote(deps: CarrierDeps, shipmentId: string, zip: string, ounces: number): Quote {
  const days = groundDays.get(zip.slice(0, 3))
  if (days === undefined) return noRates(`We do not deliver to ${zip}.`)
  if (ounces > MAX_OUNCES) return noRates('The parcel is heavier than 150 lb.')
  const ground = BASE_CENTS + CENTS_A_DAY * days + CENTS_AN_OUNCE * ounces
  const rates = SERVICES.map(
    ({ service, factor, days: fixed }): WireRate => ({
      id: deps.newId('rate'),
      object: 'Rate',
      carrier: CARRIER,
      service,
      rate: plainDollars(ground * factor),
      currency: 'USD',
      delivery_days: fixed === null ? days : Math.min(fixed, days),
      shipment_id: shipmentId,
    }),
  )
  return { rates, messages: [] }
}

const noRates = (message: string): Quote => ({
  rates: [],
  messages: [{ carrier: CARRIER, type: 'rate_error', message }],
})
