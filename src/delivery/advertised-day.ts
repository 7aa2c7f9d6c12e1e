import { type Day, formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'

/** `untilAt` is its lock. With a surcharge for expedited delivery, `standardOn` is the first day without it. */
export type AdvertisedDay = { date: Day; untilAt: Instant; surchargeCents: number; standardOn: Day }

/** What follows the day: ' (expedited +$12.00)', then ', from Dec 2 at no extra'. */
export type SurchargeTerms = { surcharge: string; standardDay: string }

export const NO_SURCHARGE: SurchargeTerms = { surcharge: '', standardDay: '' }

export const surchargeTerms = ({ surchargeCents, standardOn }: AdvertisedDay): SurchargeTerms =>
  surchargeCents === 0
    ? NO_SURCHARGE
    : {
        surcharge: ` (expedited +${formatCents(surchargeCents)})`,
        standardDay: `, from ${formatDay(standardOn, 'date')} at no extra`,
      }

export const termsInFull = ({ surcharge, standardDay }: SurchargeTerms): string => surcharge + standardDay
