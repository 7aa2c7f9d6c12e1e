import type { Day, Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { dayThatCounts, type Halt, haltOf, isHeldWithoutDay } from './arrival-day.ts'
import type { OrderChange } from './changes.ts'
import { isClaimable, lastClaimDay } from './rules.ts'
import type { TimelineFacts } from './timeline-facts.ts'

type Facts = TimelineFacts

/** What happened, and when, to sort by. */
export type PastEvent = { at: Instant } & (
  | { kind: 'placed'; cardCents: number; giftCents: number; isHeld: boolean }
  | { kind: 'change'; change: OrderChange }
  | { kind: 'refund'; refund: Facts['refunds'][number] }
  | { kind: 'gift_return'; giftCents: number }
  | { kind: 'weather'; hold: Facts['holds'][number] }
  | { kind: 'short'; short: Facts['shorts'][number] }
  | { kind: 'claim' | 'claim_answer'; claim: Facts['claims'][number] }
  | { kind: 'packed' }
  | { kind: 'shipped'; carrier: string | null; trackingCode: string | null }
  | { kind: 'seen'; words: string; place: string }
)

/** The one entry that counts now. */
export type CurrentEvent =
  | { kind: 'open'; until: Instant; isHeld: boolean }
  | { kind: 'closed'; since: Instant; isHeld: boolean }
  | { kind: 'packing' | 'packed'; since: Instant | null }
  | {
      kind: 'on_way'
      words: string
      place: string
      since: Instant | null
      halt: Halt | null
      canClaim: boolean
    }
  | { kind: 'delivered'; at: Instant; helpUntil: Day; help: 'open' | 'all_claimed' | 'over' }
  | { kind: 'ended'; at: Instant; money: 'out' | 'released' | 'on_its_way' }
  | { kind: 'review' }

export type AheadEvent =
  | { kind: 'lock'; at: Instant }
  | { kind: 'ship'; on: Day }
  | { kind: 'arrive'; on: Day }
  | { kind: 'help'; until: Day }

export type OrderTimeline = {
  past: PastEvent[]
  now: CurrentEvent
  /** What happened to a box after it came: claims and their answers. */
  since: PastEvent[]
  ahead: AheadEvent[]
}

/** How a parcel's status reads; its details are the carrier's. */
export type TrackingWords = (status: string, detail: string) => string

/** Oldest first. What is current isn't also past. */
export function timelineOf(facts: Facts, now: Instant, wordsOf: TrackingWords): OrderTimeline {
  const seen = sightingsOf(facts, wordsOf)
  const current = currentOf(facts, seen, now)
  const past = pastOf(facts, seen).filter((event) => !isShownAs(current, event, seen))
  const arrivedAt = current.kind === 'delivered' ? current.at : Number.POSITIVE_INFINITY
  return {
    past: past.filter(({ at }) => at <= arrivedAt),
    now: current,
    since: past.filter(({ at }) => at > arrivedAt),
    ahead: aheadOf(facts, current),
  }
}

/** The day that undoing the buyer's own move leads back to, while nothing has happened since. */
export function undoDayOf({ state, version, lockAt, changes }: Facts, now: Instant): Day | null {
  const last = changes.at(-1)
  const isUndoable = last?.kind === 'moved' && last.by === 'shopper' && last.version === version
  return isUndoable && state === 'paid' && now < lockAt ? last.detail.from : null
}

function isShownAs(current: CurrentEvent, event: PastEvent, seen: Seen[]): boolean {
  if (current.kind === 'packed') return event.kind === 'packed'
  if (current.kind === 'on_way' || current.kind === 'delivered') return event === seen.at(-1)
  return false
}

function pastOf(facts: Facts, seen: Seen[]): PastEvent[] {
  const { placedAt, charge, changes, refunds, holds, shorts, wave, shipment, claims } = facts
  const events: PastEvent[] = [
    { kind: 'placed', at: placedAt, ...charge },
    ...changes.map((change) => ({ kind: 'change' as const, at: change.at, change })),
    ...holds.map((hold) => ({ kind: 'weather' as const, at: hold.heldAt, hold })),
    ...shorts.map((short) => ({ kind: 'short' as const, at: short.at, short })),
    ...refunds.map((refund) => ({ kind: 'refund' as const, at: refund.createdAt, refund })),
    ...giftReturnsOf(facts),
    ...claims.flatMap(claimEvents),
    ...(wave?.packedAt ? [{ kind: 'packed' as const, at: wave.packedAt }] : []),
    ...(shipment ? [{ kind: 'shipped' as const, ...shipment }] : []),
    ...seen,
  ]
  return events.toSorted((left, right) => left.at - right.at)
}

/** What no other entry says: those of changes, claims and missing packs say it themselves. */
function giftReturnsOf({ giftReturns, changes, claims, shorts }: Facts): PastEvent[] {
  return giftReturns.flatMap(({ at, giftCents }) => {
    if (changes.some((change) => change.at === at)) return []
    const said = [
      ...claims.filter(({ answeredAt }) => answeredAt === at),
      ...shorts.filter((short) => short.at === at),
    ]
    const restCents = said.reduce((cents, entry) => cents - entry.giftCents, giftCents)
    return restCents > 0 ? [{ kind: 'gift_return' as const, at, giftCents: restCents }] : []
  })
}

function claimEvents(claim: Facts['claims'][number]): PastEvent[] {
  const told = { kind: 'claim' as const, at: claim.createdAt, claim }
  return claim.answeredAt === null
    ? [told]
    : [told, { kind: 'claim_answer' as const, at: claim.answeredAt, claim }]
}

type Seen = Extract<PastEvent, { kind: 'seen' }>

/** Only when the words change: the tracking page has every scan. */
function sightingsOf({ sightings, shipment }: Facts, wordsOf: TrackingWords): Seen[] {
  if (!shipment) return []
  const arrived = sightings.findIndex(({ status }) => status === 'delivered')
  // Late scans say nothing new, unless it is sent back.
  const counted = sightings.filter(
    ({ status }, index) => arrived === -1 || index <= arrived || status === 'return_to_sender',
  )
  const timed = counted.filter(({ at }) => at > 0)
  const seen = timed.map(({ at, status, detail, place }) => ({
    kind: 'seen' as const,
    at,
    words: wordsOf(status, detail),
    place,
  }))
  return seen.filter(({ words }, index) => words !== seen[index - 1]?.words)
}

function currentOf(facts: Facts, seen: Seen[], now: Instant): CurrentEvent {
  const { state, lockAt, wave, updatedAt } = facts
  switch (state) {
    case 'paid':
      return now < lockAt
        ? { kind: 'open', until: lockAt, isHeld: isHeldWithoutDay(facts) }
        : { kind: 'closed', since: lockAt, isHeld: isHeldWithoutDay(facts) }
    case 'in_wave':
      return wave?.packedAt
        ? { kind: 'packed', since: wave.packedAt }
        : { kind: 'packing', since: wave?.createdAt ?? null }
    case 'shipped':
      return onWay(facts, seen, now)
    case 'delivered':
      return haltOf(facts, now) ? onWay(facts, seen, now) : deliveredOf(facts, now)
    case 'canceled':
    case 'refunded':
      return { kind: 'ended', at: endOf(facts) ?? updatedAt, money: moneyOf(facts) }
    default:
      return { kind: 'review' }
  }
}

function onWay(facts: Facts, seen: Seen[], now: Instant): CurrentEvent {
  const { shipment, sightings } = facts
  const { words, at } = seen.at(-1) ?? { words: 'On its way', at: shipment?.at ?? null }
  const halt = haltOf(facts, now)
  const place = sightings.at(-1)?.place ?? ''
  return { kind: 'on_way', words, place, since: at, halt, canClaim: canClaimOnWay(facts, now) }
}

const canClaimOnWay = (facts: Facts, now: Instant): boolean =>
  isClaimable(facts.state, facts.arrivalOn, dayIn(facts.doorZone, now)) &&
  helpOf(facts, helpUntil(facts), now) === 'open'

function deliveredOf(facts: Facts, now: Instant): CurrentEvent {
  const at = facts.sightings.findLast(({ status }) => status === 'delivered')?.at || facts.updatedAt
  const until = helpUntil(facts)
  return { kind: 'delivered', at, helpUntil: until, help: helpOf(facts, until, now) }
}

function helpOf({ claims, doorZone }: Facts, until: Day, now: Instant) {
  if (dayIn(doorZone, now) > until) return 'over'
  return claims.some(({ isAllClaimed }) => isAllClaimed) ? 'all_claimed' : 'open'
}

const endOf = ({ changes }: Facts) => changes.findLast(({ kind }) => kind === 'canceled')?.at

function moneyOf({ refunds }: Facts) {
  const open = refunds.filter(({ status }) => status !== 'succeeded')
  if (open.length === 0) return 'out'
  return open.every(({ isReleased }) => isReleased) ? 'released' : 'on_its_way'
}

/** As long as claims are taken (src/claims/claim-window.ts). */
function helpUntil(facts: Facts): Day {
  return lastClaimDay(facts.arrivalOn, dayThatCounts(facts))
}

function aheadOf(facts: Facts, current: CurrentEvent): AheadEvent[] {
  const arrive = { kind: 'arrive' as const, on: dayThatCounts(facts) }
  const help = { kind: 'help' as const, until: helpUntil(facts) }
  const ship = { kind: 'ship' as const, on: facts.shipOn }
  switch (current.kind) {
    case 'open':
      return current.isHeld ? [] : [{ kind: 'lock', at: facts.lockAt }, ship, arrive, help]
    case 'closed':
      return current.isHeld ? [] : [ship, arrive, help]
    case 'packing':
    case 'packed':
      return [ship, arrive, help]
    case 'on_way':
      return current.halt ? [] : [arrive, help]
    default:
      return []
  }
}
