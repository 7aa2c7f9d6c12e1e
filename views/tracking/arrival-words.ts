import { DAY_MS, type Day, daysBetween, formatDay, type Instant } from '#src/day.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { isCanceled } from '#src/orders/states.ts'
import type { Tracking } from '#src/tracking/tracking.ts'
import { formatTime, zoneName } from '../shared/local-time.ts'

export const todayOf = ({ zone, now }: Pick<Tracking, 'zone' | 'now'>): Day => dayIn(zone, now)

/** 'today', 'tomorrow' or 'Thu, Dec 3'. */
export function dayWords(tracking: Pick<Tracking, 'zone' | 'now'>, day: Day): string {
  const days = daysBetween(todayOf(tracking), day)
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : formatDay(day, 'short')
}

/** The day that counts now: the carrier's, if it names one. */
export const arrivalDay = (tracking: Tracking): Day => tracking.expectedOn ?? tracking.arrivesOn

export const arrivalWords = (tracking: Tracking): string =>
  byTime(tracking) ?? dayWords(tracking, arrivalDay(tracking))

/** The carrier expects it after the promised day. */
export const isLater = ({ expectedOn, arrivesOn }: Tracking) => expectedOn !== null && expectedOn > arrivesOn

/** It is held without a safe day, or delayed while the carrier still names the promised day or none. */
export const lacksNewDay = (tracking: Tracking) =>
  tracking.hold ? tracking.hold.movedTo === null : tracking.word === 'delayed' && !isLater(tracking)

/** 'today by 4:00 pm EST', if the carrier names a time. One that has passed says nothing. */
export function byTime(tracking: Tracking): string | null {
  const { expectedAt, zone, now } = tracking
  if (expectedAt === null || !hasTime(expectedAt) || expectedAt <= now) return null
  return `${dayWords(tracking, arrivalDay(tracking))} by ${formatTime(expectedAt, zone)} ${zoneName(expectedAt, zone)}`
}

const hasTime = (at: Instant) => at % DAY_MS !== 0

const STILL_COMING: Tracking['word'][] = [
  null,
  'label_made',
  'shipped',
  'in_transit',
  'delayed',
  'out_for_delivery',
]

/** Whether a day can be named on which it comes. */
export const isExpected = (tracking: Tracking) =>
  !isCanceled(tracking.state) &&
  tracking.state !== 'review' &&
  STILL_COMING.includes(tracking.word) &&
  !isOverdue(tracking)

/** It left, its day is over, and the carrier names no other. */
export const isOverdue = (tracking: Tracking) =>
  tracking.word !== null &&
  tracking.word !== 'label_made' &&
  STILL_COMING.includes(tracking.word) &&
  arrivalDay(tracking) < todayOf(tracking)

/** What a page may name: null while nobody knows on which day it comes. */
export function knownArrival(tracking: Tracking): Day | null {
  if (tracking.word === 'delivered') return deliveredOn(tracking)
  return isExpected(tracking) && !lacksNewDay(tracking) ? arrivalDay(tracking) : null
}

export function deliveredOn({ sightings, arrivesOn, zone }: Tracking): Day {
  const scan = sightings.find(({ status }) => status === 'delivered')
  return scan ? dayIn(zone, scan.at) : arrivesOn
}
