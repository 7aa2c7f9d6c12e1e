import type { Day, Instant } from '../day.ts'
import { newestSighting, type ShipmentWord, shipmentWord } from '../delivery/parcel-status.ts'
import { dayIn } from '../delivery/zones.ts'
import type { ArrivalFacts } from './arrival-facts.ts'

/** Why we can't name a delivery day for a box in transit. 'silent': the carrier sends no news. */
export type Halt = 'returned' | 'failed' | 'pickup' | 'silent' | 'overdue' | 'delayed'

const HALTS: Partial<Record<ShipmentWord, Halt>> = {
  failed: 'failed',
  ready_for_pickup: 'pickup',
  canceled: 'silent',
  unknown: 'silent',
}

/** A box that was sent back, even from the door, won't come. The tracking page agrees (card-words.ts). */
export function haltOf(facts: ArrivalFacts, now: Instant): Halt | null {
  const { state, sightings, doorZone } = facts
  if (state !== 'shipped' && state !== 'delivered') return null
  if (sightings.some(({ status }) => status === 'return_to_sender')) return 'returned'
  if (state === 'delivered') return null
  const word = parcelWord(facts)
  const halt = HALTS[word]
  if (halt) return halt
  if (word !== 'delivered' && dayThatCounts(facts) < dayIn(doorZone, now)) return 'overdue'
  return word === 'delayed' && !isLate(facts) ? 'delayed' : null
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
  if (state === 'delivered') return came ? dayIn(doorZone, came) : arrivalOn
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

/** What a page may name. Null while nobody knows on which day the box comes. */
export function knownDay(facts: ArrivalFacts, now: Instant): Day | null {
  const isWaiting = facts.state === 'review' || isHeldWithoutDay(facts)
  return isWaiting || haltOf(facts, now) ? null : dayThatCounts(facts)
}
