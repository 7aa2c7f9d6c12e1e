import type { Rate } from '../providers/shipping/carrier.ts'

/** The cheapest service that is there in time. One without a number of days promises nothing. */
export function chooseRate(rates: Rate[], days: number): Rate | null {
  const inTime = rates.filter((rate) => rate.days !== null && rate.days <= days)
  return inTime.toSorted((a, b) => a.cents - b.cents)[0] ?? null
}
