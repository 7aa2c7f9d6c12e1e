import { type Day, formatDay, weekday, weekdayName } from '#src/day.ts'
import { lastClaimDay } from '#src/orders/rules.ts'
import { isCanceled } from '#src/orders/states.ts'
import { arrivalDay, deliveredOn, isLater, isOverdue } from '#src/tracking/known-arrival.ts'
import type { SeenAt, Tracking } from '#src/tracking/tracking.ts'
import { formatMoment, formatShortMoment } from '../shared/local-time.ts'
import { arrivalWords, byTime, dayWords, todayOf } from './arrival-words.ts'

export type CardTone = 'plain' | 'late' | 'stop'

export type CardWords = {
  title: string
  /** The part in bold stands last. */
  lead: string
  bold?: string | undefined
  /** How far the box is: the step it is at, of five; null without steps. */
  step: number | null
  tone: CardTone
  badge?: string | undefined
  /** What holds whatever else happens. */
  promise?: string
}

export const STEPS = ['Packed', 'Shipped', 'On the way', 'Out for delivery', 'Delivered'] as const

/** The one answer that a shopper came for. */
export function cardWords(tracking: Tracking): CardWords {
  const { state, word, hold, packedAt } = tracking
  if (isCanceled(state)) return word === null ? CANCELED : refundedWords(tracking)
  if (state === 'review') return REVIEW
  if (hold) return heldWords(hold)
  if (word === null) return waitingWords(tracking)
  if (word === 'label_made') return packedAt === null ? packingWords(tracking) : readyWords(tracking)
  if (isOverdue(tracking)) return overdueWords(tracking)
  return ON_ITS_WAY[word](tracking)
}

const CANCELED: CardWords = {
  title: 'This order was canceled',
  lead: 'There is no box to follow.',
  step: null,
  tone: 'plain',
}

/** It left before it was paid back. Only its buyer reads of the money. */
function refundedWords(tracking: Tracking): CardWords {
  const isThere = tracking.word === 'delivered'
  const where = isThere ? `It came ${formatDay(deliveredOn(tracking), 'short')}.` : seenWords(tracking)
  const isBack = tracking.word === 'returned'
  return {
    title: isThere ? 'It was delivered' : isBack ? 'It’s coming back to us' : 'It couldn’t be delivered',
    lead: tracking.audience === 'all' ? `${where} We’ve refunded this order.` : where,
    step: isThere ? 5 : 3,
    tone: 'plain',
  }
}

const REVIEW: CardWords = {
  title: 'We’re looking at your order',
  lead: 'A person is checking something before the box leaves. We’ll email you if we need you.',
  step: 0,
  tone: 'late',
}

const heldWords = ({ title, movedTo }: NonNullable<Tracking['hold']>): CardWords => ({
  title: 'We’re holding your box',
  lead: movedTo
    ? `${title}: we moved it so it doesn’t thaw on the way. Same price, same rewards. It now comes`
    : `${title}: we’re keeping it frozen here until it’s safe to ship.`,
  bold: movedTo ? `${formatDay(movedTo, 'short')}.` : undefined,
  step: 0,
  tone: 'late',
  badge: 'Held for weather',
})

const waitingWords = ({
  from,
  shipOn,
  arrivesOn,
  lockAt,
  centerZone,
  now,
  audience,
}: Tracking): CardWords => ({
  title: `We pack it ${weekdayName(weekday(shipOn))}`,
  lead: `It ships from ${from.city} on ${formatDay(shipOn, 'short')} and comes ${formatDay(arrivesOn, 'short')}.${
    audience === 'all' && now < lockAt ? ' You can change it until' : ''
  }`,
  bold: audience === 'all' && now < lockAt ? `${formatMoment(lockAt, centerZone)}.` : undefined,
  step: 0,
  tone: 'plain',
  badge: 'Order is in',
})

const packingWords = (tracking: Tracking): CardWords => ({
  title: 'We’re packing it',
  lead: `It leaves ${tracking.from.city} ${dayWords(tracking, tracking.shipOn)}. Expect it`,
  bold: `${arrivalWords(tracking)}.`,
  step: 0,
  tone: 'plain',
})

const readyWords = (tracking: Tracking): CardWords => ({
  ...packingWords(tracking),
  title: 'Packed and ready',
  step: 1,
})

const PROMISE = 'If anything arrives thawed, we’ll replace or refund it.'

type OnItsWay = Exclude<NonNullable<Tracking['word']>, 'label_made'>

const ON_ITS_WAY: Record<OnItsWay, (tracking: Tracking) => CardWords> = {
  shipped: (tracking) => ({
    title: 'It’s on its way',
    lead: `Your box left ${tracking.from.city}. Expect it`,
    bold: `${arrivalWords(tracking)}.`,
    step: 1,
    tone: 'plain',
  }),
  in_transit: (tracking) => ({
    title: 'It’s on its way',
    lead: `${seenWords(tracking)} Expect it`,
    bold: `${arrivalWords(tracking)}.`,
    step: 2,
    tone: 'plain',
  }),
  delayed: (tracking) => ({
    title: tracking.detail === 'weather_delay' ? 'Held up by weather' : 'It’s running late',
    lead: `${seenWords(tracking)} ${isLater(tracking) ? 'It should come' : 'The carrier hasn’t named a new day yet.'}`,
    bold: isLater(tracking) ? `${arrivalWords(tracking)}.` : undefined,
    step: 2,
    tone: 'late',
    badge: lateBadge(tracking),
    promise: PROMISE,
  }),
  out_for_delivery: (tracking) => ({
    title: 'Out for delivery',
    lead: `It’s on the van in ${placeOf(tracking)}. Expect it`,
    bold: `${byTime(tracking) ?? 'today'}.`,
    step: 3,
    tone: 'plain',
    badge: tracking.daysLate > 0 ? lateBadge(tracking) : undefined,
  }),
  ready_for_pickup: (tracking) => ({
    title: 'Ready for pickup',
    lead: `The carrier is keeping your box in ${placeOf(tracking)}. Please pick it up`,
    bold: 'today, while it’s frozen.',
    step: 3,
    tone: 'late',
    badge: 'Needs you',
  }),
  delivered: (tracking) => deliveredWords(tracking),
  failed: (tracking) => ({
    title: 'It couldn’t be delivered',
    lead: `${seenWords(tracking)} Call us, and we’ll reach the driver or send you a new box.`,
    step: 3,
    tone: 'stop',
    badge: 'Needs you',
  }),
  returned: (tracking) => ({
    title: 'It’s coming back to us',
    lead: `${seenWords(tracking)} We’ll send you a new box or refund you in full.`,
    step: 3,
    tone: 'stop',
    badge: 'Sent back',
  }),
  canceled: (tracking) => LOST_SIGHT(tracking),
  unknown: (tracking) => LOST_SIGHT(tracking),
}

const claimUntil = (tracking: Tracking): Day => lastClaimDay(tracking.arrivesOn, deliveredOn(tracking))

export const canStillClaim = (tracking: Tracking) => todayOf(tracking) <= claimUntil(tracking)

function deliveredWords(tracking: Tracking): CardWords {
  const { newsAt, zone } = tracking
  const until = claimUntil(tracking)
  const canClaim = canStillClaim(tracking)
  return {
    title: canClaim ? 'It’s at your door' : 'It was delivered',
    lead: canClaim
      ? `${elsewhereWords(tracking)}Put it in the freezer, and tell us if anything’s wrong by`
      : `${elsewhereWords(tracking)}You could tell us what went wrong until`,
    bold: `${formatDay(until, 'short')}.`,
    step: 5,
    tone: 'plain',
    badge: newsAt === null ? undefined : formatShortMoment(newsAt, zone),
  }
}

const LOST_SIGHT = (tracking: Tracking): CardWords => ({
  title: 'We’ve asked the carrier',
  lead: `${seenWords(tracking)} The carrier isn’t sending news, so we’re asking where it is. It was promised for`,
  bold: `${formatDay(tracking.arrivesOn, 'short')}.`,
  step: 2,
  tone: 'late',
})

const overdueWords = (tracking: Tracking): CardWords => ({
  title: 'It should be here by now',
  lead: `${seenWords(tracking)} Ask us, and we’ll find out where it is. It was due`,
  bold: `${formatDay(arrivalDay(tracking), 'short')}.`,
  step: tracking.word === 'out_for_delivery' ? 3 : 2,
  tone: 'late',
  badge: 'Running late',
  promise: PROMISE,
})

const lateBadge = ({ daysLate }: Tracking) =>
  daysLate === 0 ? 'Running late' : daysLate === 1 ? '1 day late' : `${daysLate} days late`

function seenWords({ sightings: [last], zone }: Tracking): string {
  if (!last) return 'The carrier has your box.'
  const city = cityOf(last)
  return city ? `Last seen in ${city}, ${formatShortMoment(last.at, zone)}.` : 'The carrier has your box.'
}

/** 'Seattle, WA' of 'Seattle, WA, 98101'. */
export const cityOf = ({ place }: Pick<SeenAt, 'place'>): string =>
  place
    .split(', ')
    .filter((part) => !/^\d/.test(part))
    .join(', ')

const placeOf = ({ sightings: [last], to }: Tracking) => (last && cityOf(last)) || `${to.city}, ${to.state}`

/** Carriers leave boxes in the wrong town, too. */
function elsewhereWords({ sightings: [last], to }: Tracking): string {
  const place = last?.status === 'delivered' ? cityOf(last) : ''
  return place && !place.startsWith(to.city) ? `The carrier left it in ${place}. ` : ''
}
