import type { OrderState } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { newestSighting, type ShipmentWord, shipmentWord } from '../delivery/parcel-status.ts'
import { dayIn } from '../delivery/zones.ts'
import type { ArrivalFacts } from './arrival-facts.ts'

/** Why we can't name a delivery day for a box in transit. 'silent': the carrier sends no news. */
export type Halt = 'returned' | 'failed' | 'pickup' | 'silent' | 'overdue' | 'delayed'

const HALTS: Partial<Record<ShipmentWord, Halt>> = {
  returned: 'returned',
  failed: 'failed',
  ready_for_pickup: 'pickup',
  canceled: 'silent',
  unknown: 'silent',
}

/** What a page that names a day must know of a box. */
export type Coming = {
  state: OrderState
  isHeldWithoutDay: boolean
  /** Null before its label. */
  word: ShipmentWord | null
  /** The day it came, the carrier's while it is on the road, else the promised one. */
  day: Day
  /** The carrier's day is after the promised one. */
  isLate: boolean
  /** Where the box goes. */
  today: Day
}

/** What a page may name. Null while nobody knows on which day the box comes. */
export function dayToName(coming: Coming): Day | null {
  const isWaiting = coming.state === 'review' || coming.isHeldWithoutDay
  return isWaiting || haltOfComing(coming) ? null : coming.day
}

export function haltOfComing({ word, day, isLate, today }: Coming): Halt | null {
  if (!isWithCarrier(word)) return null
  const halt = HALTS[word]
  if (halt) return halt
  if (word !== 'delivered' && day < today) return 'overdue'
  return word === 'delayed' && !isLate ? 'delayed' : null
}

/** Until then, only the promised day counts. */
export const isWithCarrier = (word: ShipmentWord | null): word is Exclude<ShipmentWord, 'label_made'> =>
  word !== null && word !== 'label_made'

/** As the pages of an order know it. */
export const knownDay = (facts: ArrivalFacts, now: Instant): Day | null => dayToName(comingOf(facts, now))

export const haltOf = (facts: ArrivalFacts, now: Instant): Halt | null => haltOfComing(comingOf(facts, now))

const comingOf = (facts: ArrivalFacts, now: Instant): Coming => ({
  state: facts.state,
  isHeldWithoutDay: isHeldWithoutDay(facts),
  word: wordOf(facts),
  day: dayThatCounts(facts),
  isLate: isLate(facts),
  today: dayIn(facts.doorZone, now),
})

/** A box that was sent back, even from the door, won't come. */
function wordOf(facts: ArrivalFacts): ShipmentWord | null {
  if (facts.state !== 'shipped' && facts.state !== 'delivered') return null
  if (facts.sightings.some(({ status }) => status === 'return_to_sender')) return 'returned'
  return facts.state === 'delivered' ? 'delivered' : parcelWord(facts)
}

/** The carrier's news of a box that left, without the day it names. */
function parcelWord({ sightings }: ArrivalFacts): ShipmentWord {
  const { status = null, detail = null } = newestSighting(sightings) ?? {}
  return shipmentWord({
    tracking: status,
    trackingDetail: detail,
    expectedOn: null,
    promisedOn: null,
    hasLeft: true,
  })
}

/** On the road and still to come, but not on the promised day. */
export const isLate = ({ state, arrivalOn, expectedOn }: ArrivalFacts) =>
  state === 'shipped' && expectedOn !== null && expectedOn > arrivalOn

/** The day it came, the carrier's while it is on the road, else the promised one. */
export function dayThatCounts(facts: ArrivalFacts): Day {
  const { state, arrivalOn, expectedOn, doorZone, sightings } = facts
  const came = sightings.findLast(({ status }) => status === 'delivered')?.at
  if (state === 'delivered' || state === 'refunded') return came ? dayIn(doorZone, came) : arrivalOn
  return state === 'shipped' ? (expectedOn ?? arrivalOn) : arrivalOn
}

/** What keeps it in the center. */
const holdsOn = ({ state, holds }: ArrivalFacts) =>
  state === 'paid' ? holds.filter(({ isOpen, isShippedAnyway }) => isOpen && !isShippedAnyway) : []

/** It may have a new day. */
export const isHeldForWeather = (facts: ArrivalFacts) => holdsOn(facts).length > 0

/** While there is no free day to move it to. */
export const isHeldWithoutDay = (facts: ArrivalFacts) =>
  holdsOn(facts).some(({ movedTo }) => movedTo === null)
