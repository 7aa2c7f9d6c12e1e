import { type Day, formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'

/** `untilAt` is its lock. With a surcharge for expedited delivery, `standardOn` is the first day without it. */
export type AdvertisedDay = { date: Day; untilAt: Instant; surchargeCents: number; standardOn: Day }

/** What follows the day, such as ' (expedited +$12.00), from Dec 2 at no extra'; '' for a standard day. */
export const surchargeTerms = ({ surchargeCents, standardOn }: AdvertisedDay): string =>
  surchargeCents === 0
    ? ''
    : ` (expedited +${formatCents(surchargeCents)}), from ${formatDay(standardOn, 'date')} at no extra`
