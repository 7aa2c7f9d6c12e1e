import type { Period } from '#db/schema/index.ts'
import { type Instant, monthName, parseDay } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'

export const periodOf = (at: Instant): Period => dayIn(SHOP_ZONE, at).slice(0, 7)

export const parsePeriod = (typed = ''): Period | null => (parseDay(`${typed}-01`) ? typed : null)

/** 'November 2026' */
export function periodTitle(period: Period): string {
  const first = parseDay(`${period}-01`)
  return first ? `${monthName(first)} ${period.slice(0, 4)}` : period
}

const MONTHS = 12

/** '2027-01' after '2026-12' */
export function nextPeriod(period: Period): Period {
  const [year = 0, month = 0] = period.split('-').map(Number)
  return month === MONTHS ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}
