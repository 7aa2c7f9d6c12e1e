import type { Rate } from '../providers/shipping/carrier.ts'
import { GRAMS_A_POUND } from './packaging.ts'

type Need = { days: number; dryIceGrams: number }

/** The cheapest service that is there in time and takes the ice. One without a number of days promises nothing. */
export function chooseRate(rates: Rate[], { days, dryIceGrams }: Need): Rate | null {
  const inTime = rates.filter((rate) => isInTime(rate, days) && takesIce(rate, dryIceGrams))
  return inTime.toSorted((a, b) => a.cents - b.cents)[0] ?? null
}

const isInTime = (rate: Rate, days: number) => rate.days !== null && rate.days <= days

/** USPS Publication 52, section 743: by air at most 5 lb of dry ice. */
const USPS_AIR_POUNDS = 5
const isGround = ({ service }: Rate) => /ground|parcelselect/i.test(service)

const takesIce = (rate: Rate, dryIceGrams: number) =>
  rate.carrier !== 'USPS' || isGround(rate) || dryIceGrams <= Math.ceil(USPS_AIR_POUNDS * GRAMS_A_POUND)

/** Why there is none. `messages` are the carrier's words. */
export function noRateWords(rates: Rate[], messages: string[], { days, dryIceGrams }: Need): string {
  if (rates.some((rate) => isInTime(rate, days)))
    return `USPS takes at most ${USPS_AIR_POUNDS} lb of dry ice by air, and this box has ${(dryIceGrams / GRAMS_A_POUND).toFixed(1)} lb.`
  if (messages.length > 0) return messages.join(' ')
  return `No service of the carrier is there in ${days === 1 ? '1 day' : `${days} days`}.`
}
