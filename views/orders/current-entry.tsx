import { formatDay, type Instant } from '#src/day.ts'
import { trackingWords } from '#src/delivery/parcel-status.ts'
import type { Halt } from '#src/orders/arrival-day.ts'
import type { CurrentEvent } from '#src/orders/timeline.ts'
import { paths } from '#src/paths.ts'
import { roughTimeLeft } from '#src/time-left.ts'
import { formatMoment, shortMoment } from '../shared/local-time.ts'
import { Phone } from '../shared/phone.tsx'
import { TimelineEntry } from '../shared/timeline.tsx'
import { cityOf } from '../tracking/card-words.ts'
import { HALT_WORDS } from './halt-words.ts'
import type { OrderPageProps } from './order-page.tsx'
import { CancelWay } from './ways/cancel.tsx'
import { Ways } from './ways/ways.tsx'

type CurrentProps = OrderPageProps & { event: CurrentEvent }

/** The entry that counts: what can be done with the box now, until when, and if nothing, why. */
export function CurrentEntry({ event, ...props }: CurrentProps) {
  switch (event.kind) {
    case 'open':
      return <OpenEntry {...props} until={event.until} isHeld={event.isHeld} />
    case 'closed':
      return event.isHeld ? <HeldEntry {...props} /> : <ClosedEntry {...props} since={event.since} />
    case 'packing':
      return (
        <TimelineEntry
          tone="now"
          icon="box"
          title="We're packing your box"
          words={<CallUs {...props} why="It can't change anymore." />}
        />
      )
    case 'packed':
      return (
        <TimelineEntry
          tone="now"
          icon="box"
          title="Packed and waiting for the carrier"
          words={<CallUs {...props} why="It can't change anymore." />}
        />
      )
    case 'on_way':
      return event.halt ? (
        <HaltedEntry {...props} event={event} halt={event.halt} />
      ) : (
        <OnWayEntry {...props} event={event} />
      )
    case 'delivered':
      return <DeliveredEntry {...props} event={event} />
    case 'ended':
      return <EndedEntry {...props} event={event} />
    case 'review':
      return (
        <TimelineEntry
          tone="now"
          icon="clock"
          title="We're checking this order"
          words={<CallUs {...props} why="It waits until we're done, and we'll email you." />}
        />
      )
  }
}

const OpenEntry = ({ until, isHeld, ...props }: OrderPageProps & { until: Instant; isHeld: boolean }) => (
  <TimelineEntry
    tone="now"
    icon="clock"
    title={isHeld ? 'Held for the weather' : 'Everything can still change'}
    when="now"
  >
    {isHeld && <p class="timeline__words">{HELD}</p>}
    <div class="open-box">
      <div class="open-box__left">
        <p>
          Until <b>{formatMoment(until, props.order.zone)}</b>. That's{' '}
          <b>{roughTimeLeft(until - props.now)}</b> from now.
        </p>
        <Runway from={props.timeline.placedAt} until={until} now={props.now} />
      </div>
      <Ways {...props} />
    </div>
  </TimelineEntry>
)

const HELD = "There's no safe day to ship yet. We'll email you the new day as soon as there is one."

type RunwayProps = { from: Instant; until: Instant; now: Instant }

const Runway = ({ from, until, now }: RunwayProps) => (
  <svg class="runway" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
    <rect width={Math.max(1, Math.min(100, ((now - from) / Math.max(1, until - from)) * 100))} height="2" />
  </svg>
)

/** We delayed it, so it can be canceled however late it is. */
const HeldEntry = (props: OrderPageProps) => (
  <TimelineEntry
    tone="now"
    icon="storm"
    title="Held for the weather"
    words={<CallUs {...props} why={HELD} />}
  >
    <CancelWay {...props} />
  </TimelineEntry>
)

const ClosedEntry = ({ since, ...props }: OrderPageProps & { since: Instant }) => (
  <TimelineEntry
    tone="now"
    icon="lock"
    title="Changes are closed"
    when={`since ${shortMoment(since, props.order.zone)}`}
    words={<CallUs {...props} why="Your box is in line to be packed." />}
  />
)

type OnWay = { event: Extract<CurrentEvent, { kind: 'on_way' }> }

const OnWayEntry = ({ event, timeline, ...props }: OrderPageProps & OnWay) => (
  <TimelineEntry
    tone="now"
    icon="truck"
    title={event.words}
    when={event.since === null ? undefined : shortMoment(event.since, timeline.doorZone)}
    at={event.since ?? undefined}
    words={
      <>
        {cityOf(event) && `Last seen in ${cityOf(event)}. `}
        {event.words === trackingWords('in_transit', 'delayed') &&
          'The carrier is running late. Your box is packed with dry ice to spare. '}
        It can't change on the road, but if anything's wrong when it arrives, tell us.
      </>
    }
    ways={<OnWayWays {...props} event={event} />}
  />
)

const HaltedEntry = ({ event, halt, timeline, ...props }: OrderPageProps & OnWay & { halt: Halt }) => (
  <TimelineEntry
    tone="now"
    isTrouble
    icon={HALT_WORDS[halt].icon}
    title={HALT_WORDS[halt].entry}
    when={event.since === null ? undefined : shortMoment(event.since, timeline.doorZone)}
    at={event.since ?? undefined}
    words={
      <CallUs
        {...props}
        why={`${cityOf(event) ? `Last seen in ${cityOf(event)}. ` : ''}${HALT_WORDS[halt].why}`}
      />
    }
    ways={<OnWayWays {...props} event={event} />}
  />
)

type WaysProps = Pick<OrderPageProps, 'token' | 'receiptKey'>

const OnWayWays = ({ event, ...props }: WaysProps & OnWay) => (
  <>
    <a href={paths.tracking(props.token, { key: props.receiptKey })}>Track your box</a>
    {event.canClaim && <ClaimWay {...props} />}
  </>
)

const ClaimWay = ({ token, receiptKey }: WaysProps) => (
  <a href={paths.claims(token, { key: receiptKey })}>Tell us what went wrong</a>
)

type Delivered = { event: Extract<CurrentEvent, { kind: 'delivered' }> }

const DeliveredEntry = ({ event, ...props }: OrderPageProps & Delivered) => (
  <TimelineEntry
    tone="now"
    icon="done"
    title="Delivered"
    when={shortMoment(event.at, props.timeline.doorZone)}
    at={event.at}
    words={<CallUs {...props} why={helpWords(event)} />}
    ways={event.help === 'open' && <ClaimWay {...props} />}
  />
)

function helpWords({ help, helpUntil }: Delivered['event']): string {
  const day = formatDay(helpUntil, 'short')
  switch (help) {
    case 'open':
      return `Thawed, damaged, missing or wrong? Tell us by ${day}, and we'll make it right.`
    case 'all_claimed':
      return "You've told us about everything in this box."
    case 'over':
      return `You could tell us what went wrong until ${day}.`
  }
}

type Ended = { event: Extract<CurrentEvent, { kind: 'ended' }> }

const EndedEntry = ({ event, ...props }: OrderPageProps & Ended) => (
  <TimelineEntry
    tone="now"
    icon="close"
    title={props.state === 'canceled' ? 'This order is canceled' : 'This order is refunded'}
    when={shortMoment(event.at, props.order.zone)}
    at={event.at}
    words={<CallUs {...props} why={MONEY_WORDS[event.money]} />}
  />
)

const MONEY_WORDS: Record<Ended['event']['money'], string> = {
  out: 'Nothing is left to pay or to send.',
  released: "You won't be charged: your bank only held the money. The hold can show for a few days.",
  on_its_way: 'Your money is on its way back. It can take five to ten days to show up at your bank.',
}

const CallUs = ({ store, why }: Pick<OrderPageProps, 'store'> & { why: string }) => (
  <>
    {why} Questions? <a href={`mailto:${store.email}`}>{store.email}</a> or <Phone number={store.phone} />.
  </>
)
