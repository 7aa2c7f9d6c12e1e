import type { Order } from '#db/schema/index.ts'
import { packsIn, packWords } from '#views/orders/placed-order.ts'
import { formatMoment } from '#views/shared/local-time.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { dayThatCounts, knownDay } from './arrival-day.ts'
import type { CalendarEvent } from './calendar-file.ts'
import { placedOrder } from './placed.ts'
import { isCanceled } from './states.ts'
import { timelineFacts } from './timeline-facts.ts'

/** The day a box comes, for its buyer's calendar. Calendars are shared, so it holds no key and no street. */
export function arrivalEvent({ db, config, clock }: Services, order: Order): CalendarEvent {
  const { identifier, lines, lockAt, zone, delivery } = placedOrder(db, order)
  const facts = timelineFacts(db, order)
  const [now, isOff] = [clock.now(), isCanceled(order.state)]
  const isKnown = knownDay(facts, now) !== null
  const title = `${config.store.name} box ${isOff ? 'canceled' : 'arrives'}`
  const notes = [
    ...packsIn(lines).map(packWords),
    isOff ? 'This order was canceled, so no box comes.' : 'Make some room in your freezer.',
    ...(isOff || isKnown ? [] : ["This day may change: see your order's page."]),
    ...(isOff || now >= lockAt ? [] : [`You can make changes until ${formatMoment(lockAt, zone)}.`]),
  ]
  return {
    uid: `${identifier}@${new URL(config.appUrl).hostname}`,
    sequence: facts.version + facts.sightings.length, // a carrier's news may move the day, too
    status: isOff ? 'CANCELLED' : isKnown ? 'CONFIRMED' : 'TENTATIVE',
    day: dayThatCounts(facts),
    title: `${title} (${identifier})`,
    notes,
    place: `${delivery.city}, ${delivery.state}`,
    url: config.appUrl + paths.tracking(order.token),
    now,
  }
}
