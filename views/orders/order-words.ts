import { type Day, formatDay, type Instant } from '#src/day.ts'
import { newestSighting, wontCome } from '#src/delivery/parcel-status.ts'
import { dayThatCounts, haltOf, isHeldForWeather, isHeldWithoutDay, isLate } from '#src/orders/arrival-day.ts'
import type { ArrivalFacts } from '#src/orders/arrival-facts.ts'
import { isCanceled } from '#src/orders/states.ts'
import type { TimelineFacts } from '#src/orders/timeline-facts.ts'
import { HALT_WORDS } from './halt-words.ts'
import { STATE_WORDS } from './order-state-labels.ts'

/** A box's state in a word or two, the same on its page and in the list of orders. */
export function stateWords(box: ArrivalFacts, now: Instant): string {
  const halt = haltOf(box, now)
  if (halt) return HALT_WORDS[halt].state
  return isHeldForWeather(box) ? 'Held for weather' : STATE_WORDS[box.state]
}

/** Where the box is, or when it comes. @param promisedOn named if another day counts now */
export function arrivalAnswer(box: ArrivalFacts, promisedOn: Day, now: Instant): string {
  const day = formatDay(dayThatCounts(box), 'long')
  if (box.state === 'canceled') return 'This box was canceled'
  if (box.state === 'refunded') return 'This box was refunded'
  const halt = haltOf(box, now)
  if (halt) return HALT_WORDS[halt].title
  if (box.state === 'delivered') return `Your box came ${day}`
  if (box.state === 'review') return "We're checking this order"
  if (isHeldWithoutDay(box)) return "We're holding your box"
  return isLate(box)
    ? `Your box now comes ${day}, not ${formatDay(promisedOn, 'date')}`
    : `Your box comes ${day}`
}

/** Above the address. A box can be refunded once it came. */
export function placeWords({ state, shipment, sightings }: TimelineFacts): string {
  const { status = null, detail = null } = newestSighting(sightings) ?? {}
  const isGone = wontCome({ tracking: status, trackingDetail: detail })
  const hasCome = (state === 'delivered' || (state === 'refunded' && shipment !== null)) && !isGone
  if (hasCome) return 'Delivered to'
  return isCanceled(state) ? 'Was going to' : 'Delivering to'
}
