import type { Day } from '../day.ts'
import { wontCome } from '../delivery/parcel-status.ts'
import { dayIn } from '../delivery/zones.ts'
import { type Coming, dayToName, haltOfComing, isWithCarrier } from '../orders/arrival-day.ts'
import { isCanceled } from '../orders/states.ts'
import type { Tracking } from './tracking.ts'

/** The day that counts now: the carrier's, if it has the box and names one. */
export const arrivalDay = ({ word, expectedOn, arrivesOn }: Tracking): Day =>
  (isWithCarrier(word) ? expectedOn : null) ?? arrivesOn

/** The carrier expects it after the promised day. */
export const isLater = ({ expectedOn, arrivesOn }: Tracking) => expectedOn !== null && expectedOn > arrivesOn

/** What a tracking page may name: null while nobody knows on which day the box comes. */
export const knownArrival = (tracking: Tracking): Day | null =>
  isCanceled(tracking.state) ? null : dayToName(comingOf(tracking))

const comingOf = (tracking: Tracking): Coming => ({
  state: tracking.state,
  isHeldWithoutDay: tracking.hold !== null && tracking.hold.movedTo === null,
  word: tracking.word,
  day: tracking.word === 'delivered' ? deliveredOn(tracking) : arrivalDay(tracking),
  isLate: isLater(tracking),
  today: dayIn(tracking.zone, tracking.now),
})

export function deliveredOn({ sightings, arrivesOn, zone }: Tracking): Day {
  const scan = sightings.find(({ status }) => status === 'delivered')
  return scan ? dayIn(zone, scan.at) : arrivesOn
}

/** It left, its day is over, and the carrier names no other. */
export const isOverdue = (tracking: Tracking) => haltOfComing(comingOf(tracking)) === 'overdue'

/** Whether it is still to come, even if on a day that nobody knows yet. */
export function isExpected(tracking: Tracking): boolean {
  const { state, word } = tracking
  if (isCanceled(state) || state === 'review' || word === 'delivered') return false
  const halt = haltOfComing(comingOf(tracking))
  return halt === null || halt === 'delayed'
}

/** There is a box to thaw, or one is on its way. */
export function isForHome({ state, word, detail }: Tracking): boolean {
  if (word === 'delivered') return true
  const isGone = word === 'returned' || wontCome({ tracking: null, trackingDetail: detail })
  return !isGone && !isCanceled(state)
}
